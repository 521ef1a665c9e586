package friends

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// testClock is the clock of a machine in a test, where it is noon until the test changes that, or that
// runs in a bubble; and its operator.
type testClock struct {
	mutex         sync.Mutex
	since         time.Time // zero: time stands
	passed, ahead time.Duration
	told          string // to the operator
}

func (c *testClock) report(sentence string) { c.told += sentence }

func (c *testClock) machine() (wall time.Time, running time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	passed := c.passed
	if !c.since.IsZero() {
		passed += time.Since(c.since)
	}
	return noon.Add(passed + c.ahead), passed
}

// add lets time pass.
func (c *testClock) add(time time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.passed += time
}

// set sets the time of day ahead of the true one.
func (c *testClock) set(ahead time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.ahead = ahead
}

// openHouse opens a folder for a test, at a time that the test may change.
func openHouse(t testing.TB, folder string, now *testClock) *House {
	t.Helper()
	h, err := open(folder, 100, now.report, now.machine)
	enginetest.Must(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// newHouse returns a house in a folder of its own, whose time stands still at noon.
func newHouse(t testing.TB) *House {
	return openHouse(t, filepath.Join(t.TempDir(), "games.db"), new(testClock))
}

// invite makes a game in which the host plays Light.
func (h *House) invite(t testing.TB, control string) Invitation {
	t.Helper()
	invitation, err := h.Invite("", engine.Rules{}, Even{}, control, engine.Light)
	enginetest.Must(t, err)
	return invitation
}

// playFirst plays the first move of each side, of which the host is Light.
func (h *House) playFirst(t testing.TB, invitation Invitation) {
	t.Helper()
	enginetest.Must(t, h.Play(ticketOf(invitation.Host), 0, "CAnF5"))
	enginetest.Must(t, h.Play(ticketOf(invitation.Invited), 1, "CSnE8"))
}

// listener is a guest that keeps the last state.
type listener struct {
	mutex sync.Mutex
	last  state
	told  int
}

// Tell implements Guest.
func (l *listener) Tell(text []byte) {
	var message struct{ Friend state }
	if err := json.Unmarshal(text, &message); err != nil {
		panic(err)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.last = message.Friend
	l.told++
}

// ticketOf returns the ticket of the browser in which a token is opened first.
func ticketOf(token string) Ticket { return Ticket{token, token[max(0, len(token)-keyLength):]} }

// enter opens a link.
func (h *House) enter(t testing.TB, token string) (*listener, func()) {
	t.Helper()
	l := new(listener)
	leave, err := h.Enter(ticketOf(token), "", l)
	enginetest.Must(t, err)
	return l, leave
}

// mustRefuse checks that a ticket changes nothing, and gives no seat to the device with a mark.
func (h *House) mustRefuse(t *testing.T, ticket Ticket, mark string, want error) {
	t.Helper()
	for what, err := range map[string]error{
		"play": h.Play(ticket, 0, "CAnF5"), "resign": h.Resign(ticket), "offer": h.Offer(ticket, draw), "decline": h.Decline(ticket),
		"hand over": h.HandOver(ticket, engine.Dark, mark), "keep": h.Keep(ticket, engine.Dark, mark),
	} {
		if err != want {
			t.Errorf("%s with the ticket %v: %v, want %v", what, ticket, err, want)
		}
	}
}

// The state has the time of day when the turn came, also after a restart.
func TestSinceWhenItIsATurn(t *testing.T) {
	folder, now := filepath.Join(t.TempDir(), "games"), new(testClock)
	h := openHouse(t, folder, now)
	invitation := h.invite(t, "3d")
	check := func(want int64) {
		t.Helper()
		l, _ := h.enter(t, invitation.Watch)
		turns := h.Turns([]string{invitation.Host, "nonsense"})
		if l.last.TurnAt != want || *turns[0] != (Turn{h.room(l.last.ID).game.position.Side() == engine.Light, "", want}) || turns[1] != nil {
			t.Errorf("the turn came at %d, %+v, want %d", l.last.TurnAt, turns[0], want)
		}
	}
	check(0)
	now.set(time.Hour)
	enginetest.Must(t, h.Play(ticketOf(invitation.Host), 0, "CAnF5"))
	first := noon.Add(time.Hour).UnixMilli()
	now.add(day)
	check(first)
	enginetest.Must(t, h.Offer(ticketOf(invitation.Host), takeback))
	check(first)
	h.Close()
	h = openHouse(t, folder, now)
	check(first)
	enginetest.Must(t, h.Play(ticketOf(invitation.Invited), 1, "CSnE8"))
	check(noon.Add(time.Hour + day).UnixMilli())
	enginetest.Must(t, h.Resign(ticketOf(invitation.Host)))
	if turns := h.Turns([]string{invitation.Host}); turns[0] != nil {
		t.Errorf("the game is over, and it is the turn of %+v", turns[0])
	}
}

func TestTokensThatOpenNothing(t *testing.T) {
	h := newHouse(t)
	invitation, other := h.invite(t, ""), h.invite(t, "")
	guessed := []byte(invitation.Host)
	guessed[len(guessed)-1] ^= 1
	stranger := new(listener)
	for name, token := range map[string]string{
		"none": "", "short": invitation.Host[:20], "long": invitation.Host + "A", "guessed": string(guessed),
		"of another game": invitation.Host[:idLength] + other.Host[idLength:], "huge": strings.Repeat("A", 100_000),
		"strange": strings.Repeat("é", tokenLength/2), "a hash": string(hashOf(invitation.Host)), "unknown": newToken(newID()),
	} {
		want := errNoGame
		if _, _, err := parseToken(token); err == nil {
			want = errExpired // whether or not there is a game with this id
		}
		if _, err := h.Enter(ticketOf(token), "", stranger); err != want {
			t.Errorf("entered with a token that is %s: %v", name, err)
		}
		h.mustRefuse(t, ticketOf(token), "", want)
	}
	for _, watching := range []string{invitation.Watch, invitation.Host[:idLength]} {
		h.mustRefuse(t, ticketOf(watching), "", errWatching)
		if l, _ := h.enter(t, watching); l.last.ID == "" || l.last.You+l.last.Seat != "" {
			t.Errorf("who watches sees %+v", l.last)
		}
	}
	player, _ := h.enter(t, invitation.Host)
	if len(player.last.Moves) != 0 || player.last.Result != playing {
		t.Errorf("the game has changed: %+v", player.last)
	}
	if err := h.Play(ticketOf(invitation.Host), 0, "CAnF5"); err != nil || stranger.told != 0 {
		t.Errorf("who has no token is told %+v; error %v", stranger.last, err)
	}
}

func FuzzTicket(f *testing.F) {
	f.Add("", "")
	f.Add(newToken(newID()), randomText(secretBytes))
	f.Add(newID(), "")
	f.Fuzz(func(t *testing.T, token, key string) {
		if id, hash, err := parseToken(token); err == nil && (len(id) != idLength || (len(hash) == 0) != (token == id) || len(hash) > 0 && len(token) != tokenLength) {
			t.Errorf("%q: id %q", token, id)
		}
		if d, err := parseKey(key); (err == nil) != (len(d) > 0) || err == nil && len(key) != keyLength {
			t.Errorf("%q: device %x, %v", key, d, err)
		}
	})
}

func TestTheFileHasNoTokens(t *testing.T) {
	h := newHouse(t)
	invitation := h.invite(t, "")
	file := filepath.Join(h.store.folder.Name(), fileName(invitation.Host[:idLength]))
	content, err := os.ReadFile(file)
	enginetest.Must(t, err)
	for _, token := range []string{invitation.Host, invitation.Invited, invitation.Watch} {
		if strings.Contains(string(content), token[idLength:]) {
			t.Error("a secret stands in the file")
		}
	}
	if !strings.Contains(string(content), invitation.Host[:idLength]) {
		t.Error("the game does not stand in the file")
	}
	if about, err := os.Stat(file); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("others can read the file: %v, %v", about.Mode(), err)
	}
}

func TestGamesSurviveARestart(t *testing.T) {
	now := new(testClock)
	file := filepath.Join(t.TempDir(), "folder", "games.db")
	h := openHouse(t, file, now)
	invitation := h.invite(t, "")
	h.playFirst(t, invitation)
	enginetest.Must(t, h.Offer(ticketOf(invitation.Invited), takeback))
	if _, err := Open(file, 1, func(string) {}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("two programs open the same file: %v", err)
	}
	enginetest.Must(t, h.Close())
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err == nil {
		t.Error("a house that is closed takes moves")
	}
	h = openHouse(t, file, now)
	light, _ := h.enter(t, invitation.Host)
	if s := light.last; len(s.Moves) != 2 || s.Offer == nil || s.Offer.Side != "dark" || s.You != "light" {
		t.Errorf("after the restart there is %+v", s)
	}
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != nil {
		t.Error(err)
	}
}

func TestTheTimeIsUpWithoutAMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openNow(t, filepath.Join(t.TempDir(), "games.db"))
		defer h.Close()
		invitation := h.invite(t, "1+0")
		light, _ := h.enter(t, invitation.Host)
		h.enter(t, invitation.Invited)
		h.playFirst(t, invitation)
		time.Sleep(time.Second)
		synctest.Wait()
		if last := light.shown(); last.Result != "0-1" || last.Termination != "time" {
			t.Errorf("the state is %+v", last)
		}
		if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != errOver {
			t.Errorf("a move after the end: %v", err)
		}
	})
}

func TestAMoveAfterTheTimeIsUpEndsTheGame(t *testing.T) {
	now := new(testClock)
	h := openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
	invitation := h.invite(t, "60+0")
	light, _ := h.enter(t, invitation.Host)
	h.enter(t, invitation.Invited)
	h.playFirst(t, invitation)
	now.add(time.Minute)
	if err := h.Play(ticketOf(invitation.Host), 2, "TAnA1"); err != errTimeIsUp {
		t.Errorf("a move when the time is up: %v", err)
	}
	if light.last.Result != "0-1" || len(light.last.Moves) != 2 {
		t.Errorf("the state is %+v", light.last)
	}
}

// Games go some time after their last change: a week if not both sides have moved, with days a
// move not before these, a month after the end, and half a year otherwise.
func TestThereIsALimitOfGamesAndOldOnesGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := new(testClock)
		file := filepath.Join(t.TempDir(), "games.db")
		h := openHouse(t, file, now)
		h.most = 4
		games := map[string]Invitation{}
		for name, control := range map[string]string{"not begun": "", "days": "30d", "ended": "", "goes on": ""} {
			games[name] = h.invite(t, control)
			enginetest.Must(t, h.Play(ticketOf(games[name].Host), 0, "CAnF5"))
			if name == "ended" || name == "goes on" {
				enginetest.Must(t, h.Play(ticketOf(games[name].Invited), 1, "CSnE8"))
			}
		}
		enginetest.Must(t, h.Resign(ticketOf(games["ended"].Host)))
		if _, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light); err != errFull {
			t.Errorf("one game too many: %v", err)
		}
		passed := time.Duration(0)
		for _, test := range []struct {
			days int
			left []string
		}{{6, []string{"not begun", "days", "ended", "goes on"}}, {8, []string{"days", "ended", "goes on"}}, {31, []string{"goes on"}}, {181, nil}} {
			now.add(time.Duration(test.days)*day - passed)
			passed = time.Duration(test.days) * day
			synctest.Wait() // a game that is being changed is not swept
			h.sweep()
			h.Close()
			h = openHouse(t, file, now)
			for name, invitation := range games {
				leave, err := h.Enter(Ticket{Token: invitation.Watch}, "", new(listener))
				if err == nil {
					leave()
				}
				if (err == nil) != slices.Contains(test.left, name) || err != nil && err != errExpired {
					t.Errorf("after %d days, the game %q: %v", test.days, name, err)
				}
			}
		}
	})
}

// If the store is full, the games of the address with most of them go first, those in
// which not both sides have moved before others. The address is not stored.
func TestOneAddressDoesNotFillTheStore(t *testing.T) {
	now := new(testClock)
	h := openHouse(t, filepath.Join(t.TempDir(), "games.db"), now)
	h.most = 4
	invite := func(from string) string {
		t.Helper()
		now.add(time.Second)
		invitation, err := h.Invite(from, engine.Rules{}, Even{}, "", engine.Light)
		enginetest.Must(t, err)
		return invitation.Host
	}
	local, honest := invite(""), invite("192.0.2.1")
	begun := invite("203.0.113.7")
	later := invite("203.0.113.7")
	for ply, move := range []string{"CAnF5", "CSnE8"} {
		enginetest.Must(t, h.change(ticketOf(begun), func(g *game, _ role, now time.Time) error { return g.play(role(ply), ply, move, now) }))
	}
	own := invite("203.0.113.7")
	other := invite("192.0.2.2")
	for name, test := range map[string]struct {
		token string
		want  error
	}{"local": {local, nil}, "honest": {honest, nil}, "begun": {begun, nil}, "later": {later, errExpired}, "own": {own, errExpired}, "other": {other, nil}} {
		if _, err := h.Enter(ticketOf(test.token), "", new(listener)); err != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Invite("192.0.2.3", engine.Rules{}, Even{}, "", engine.Light); err != errFull {
		t.Errorf("if each address has one game: %v", err)
	}
	for _, r := range h.rooms {
		if stored, err := json.Marshal(r.game); err != nil || bytes.Contains(stored, []byte("203.0.113.7")) {
			t.Errorf("an address is stored: %s, %v", stored, err)
		}
	}
}
