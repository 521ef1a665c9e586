package serve_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

// openFriends opens the games of friends in a file until the test ends.
func openFriends(t testing.TB, file string) *friends.House {
	t.Helper()
	house, err := friends.Open(file, 1000, func(string) {})
	enginetest.Must(t, err)
	t.Cleanup(func() { house.Close() })
	return house
}

// friendServer starts a server that keeps games of friends.
func friendServer(t testing.TB, change func(*serve.Config)) *testServer {
	t.Helper()
	house := openFriends(t, filepath.Join(t.TempDir(), "friends.db"))
	return startServer(t, func(c *serve.Config) {
		c.Friends = house
		if change != nil {
			change(c)
		}
	})
}

// friendState has the fields of a state of a game that the tests check.
type friendState struct {
	You, Seat           string
	Result, Termination string
	Names               struct{ Light, Dark string }
	Asked               struct{ Light, Dark string }
	Handed              int
	Number              int
	Moves               []string
	Running             bool
	Offer               *struct{ Side, What string }
	Here, Met           struct{ Light, Dark bool }
}

// invite begins a game in which the page that invites plays Light.
func (p *testPage) invite(control string) (invitation friends.Invitation) {
	p.t.Helper()
	answer := p.mustAsk(`"do":"invite","side":"light","rules":"classic","control":%q`, control)
	enginetest.Must(p.t, json.Unmarshal(answer["invite"], &invitation))
	return invitation
}

// friend returns the next state of the game that is wanted.
func (p *testPage) friend(wanted func(*friendState) bool) (state friendState) {
	p.t.Helper()
	p.push(func(m message) bool {
		state = friendState{}
		return m["friend"] != nil && json.Unmarshal(m["friend"], &state) == nil && wanted(&state)
	})
	return state
}

// ticket returns the fields of a ticket: a token, and a key that goes with it.
func ticket(token string) string {
	return fmt.Sprintf(`"token":%q,"key":%q`, token, token[max(0, len(token)-24):])
}

func (p *testPage) join(token string) friendState {
	p.t.Helper()
	p.mustAsk(`"do":"join",%s`, ticket(token))
	return p.friend(func(*friendState) bool { return true })
}

func (p *testPage) place(token string, ply int, move string) {
	p.t.Helper()
	p.mustAsk(`"do":"play",%s,"ply":%d,"move":%q`, ticket(token), ply, move)
}

func hasMoves(count int) func(*friendState) bool {
	return func(s *friendState) bool { return len(s.Moves) == count }
}

// The requests of friends come to their game, and what changes to all who follow it; what they do
// there is tested in the package friends.
func TestFriendsPlayFromTwoDevices(t *testing.T) {
	server := friendServer(t, nil)
	light, dark, third := server.connect(t), server.connect(t), server.connect(t)
	invitation := light.invite("600+5")
	if s := light.join(invitation.Host); s.You != "light" || s.Running || s.Moves == nil {
		t.Errorf("the host joins %+v", s)
	}
	if s := dark.join(invitation.Invited); s.You != "dark" || s.Running || !s.Here.Light {
		t.Errorf("who was invited joins %+v", s)
	}
	if s := third.join(invitation.Watch); s.You != "" || !s.Here.Light || !s.Here.Dark {
		t.Errorf("who watches joins %+v", s)
	}
	light.place(invitation.Host, 0, "CAnF5")
	dark.place(invitation.Invited, 1, "CSnE8")
	third.friend(func(s *friendState) bool { return s.Running }) // each side has moved
	light.mustAsk(`"do":"offer",%s,"offer":"takeback"`, ticket(invitation.Host))
	for _, page := range []*testPage{light, dark, third} {
		if s := page.friend(func(s *friendState) bool { return s.Offer != nil }); len(s.Moves) != 2 || s.Offer.Side != "light" || s.Offer.What != "takeback" {
			t.Errorf("somebody is told %+v", s)
		}
	}
	dark.mustAsk(`"do":"decline",%s`, ticket(invitation.Invited))
	third.friend(func(s *friendState) bool { return s.Offer == nil })

	// One goes, and comes back by another connection.
	dark.socket.CloseNow()
	light.friend(func(s *friendState) bool { return !s.Here.Dark })
	dark = server.connect(t)
	if s := dark.join(invitation.Invited); len(s.Moves) != 2 || s.You != "dark" {
		t.Errorf("coming back it finds %+v", s)
	}
	dark.mustAsk(`"do":"resign",%s`, ticket(invitation.Invited))
	light.friend(func(s *friendState) bool { return s.Result == "1-0" && s.Termination == "resign" })
	light.mustAsk(`"do":"part"`)
	dark.friend(func(s *friendState) bool { return !s.Here.Light })
}

func TestRequestsAboutFriendsThatAreRefused(t *testing.T) {
	server := friendServer(t, func(c *serve.Config) { c.Limits.MessageBytes = 2000 })
	page := server.connect(t)
	invitation, foreign := page.invite(""), page.invite("")
	page.join(invitation.Host)
	token := func(request string) string { return fmt.Sprintf(request, ticket(invitation.Host)) }
	for _, test := range []struct{ request, want string }{
		{`"do":"invite","side":"north"`, "neither light nor dark"},
		{`"do":"invite","side":"light","rules":"chess"`, "is not a rule set"},
		{`"do":"invite","side":"light","control":"1h"`, "control"},
		{`"do":"join","token":7`, "token: a number"},
		{token(`"do":"play",%s,"move":"nonsense","ply":0`), "nonsense"},
		{`"do":"join","token":"` + invitation.Host + `","key":7`, "key: a number"},
		{`"do":"play","token":"` + invitation.Host + `","key":"` + foreign.Host[12:] + `","move":"CAnF5"`, "another device"},
		{token(`"do":"keep",%s,"side":"north"`), "neither light nor dark"},
		{token(`"do":"notify",%s,"endpoint":"https://push.example/"`), "sends no notices"},
	} {
		page.refused(test.want, "%s", test.request)
	}
}

func TestASeatIsHandedOver(t *testing.T) {
	server := friendServer(t, nil)
	light, messenger, browser := server.connect(t), server.connect(t), server.connect(t)
	invitation := light.invite("")
	light.join(invitation.Host)
	messenger.join(invitation.Invited)
	key := strings.Repeat("k", 24)
	browser.mustAsk(`"do":"join","token":%q,"key":%q,"name":"Ann"`, invitation.Invited, key)
	asked := func(s *friendState) bool { return s.Asked.Dark != "" }
	mark := light.friend(asked).Asked.Dark
	messenger.friend(asked)
	if s := browser.friend(asked); s.You != "" || s.Seat != "dark" || s.Names.Dark != "" {
		t.Errorf("a second device joins %+v", s)
	}
	// Another device does not get what this one has asked for, nor can it ask now.
	third := server.connect(t)
	thirdAsks := fmt.Sprintf(`"do":"join","token":%q,"key":%q`, invitation.Invited, strings.Repeat("m", 24))
	third.mustAsk("%s", thirdAsks)
	third.refused("ask again in a minute", "%s", thirdAsks)
	light.refused("does not ask", `"do":"handover",%s,"side":"dark","device":"another"`, ticket(invitation.Host))
	light.mustAsk(`"do":"keep",%s,"side":"dark","device":%q`, ticket(invitation.Host), mark)
	browser.friend(func(s *friendState) bool { return s.Asked.Dark == "" })
	browser.refused("ask again in a minute", `"do":"join","token":%q,"key":%q,"name":"Ann"`, invitation.Invited, key)
	third.mustAsk("%s", thirdAsks)
	mark = messenger.friend(func(s *friendState) bool { return s.Asked.Dark != "" && s.Asked.Dark != mark }).Asked.Dark
	messenger.mustAsk(`"do":"handover",%s,"side":"dark","device":%q`, ticket(invitation.Invited), mark)
	for page, you := range map[*testPage]string{light: "light", messenger: "", browser: "", third: "dark"} {
		if s := page.friend(func(s *friendState) bool { return s.Handed == 1 }); s.You != you || s.Asked.Dark != "" {
			t.Errorf("afterwards %q is told %+v", you, s)
		}
	}
}

func TestASocketFollowsOneGame(t *testing.T) {
	server := friendServer(t, nil)
	page := server.connect(t)
	first, second := page.invite(""), page.invite("")
	page.join(first.Host)
	for _, token := range []string{first.Invited, first.Host, second.Host, first.Host} {
		page.join(token)
	}
	page.refused("opens no game", `"do":"join","token":"nonsense"`)
	page.place(second.Host, 0, "CAnF5")
	page.place(first.Host, 0, "CAnE5")
	if s := page.friend(hasMoves(1)); !slices.Equal(s.Moves, []string{"CAnE5"}) || !s.Here.Light || s.Here.Dark {
		t.Errorf("the page is told %+v", s)
	}
}

func TestAVisitorBeginsOnlySoManyGames(t *testing.T) {
	server := friendServer(t, func(c *serve.Config) { c.Limits.Games = 2 })
	page := server.connect(t)
	for range 2 {
		page.invite("")
	}
	page.refused("too many", `"do":"invite","side":"light"`)
}

func TestWithoutAFileThereAreNoFriends(t *testing.T) {
	page := startServer(t, nil).connect(t)
	for _, do := range []string{"invite", "join", "part", "turns", "play", "resign", "offer", "decline", "handover", "keep", "notify"} {
		page.refused("not kept here", `"do":%q`, do)
	}
}
