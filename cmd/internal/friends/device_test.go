package friends

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// elsewhere returns a ticket of the same link in another browser.
func elsewhere(token string) Ticket { return Ticket{token, randomText(secretBytes)} }

// enterWith opens a link with a ticket.
func (h *House) enterWith(t testing.TB, ticket Ticket) (*listener, func()) {
	t.Helper()
	l := new(listener)
	leave, err := h.Enter(ticket, "", l)
	enginetest.Must(t, err)
	return l, leave
}

func TestTheFirstDeviceHoldsASeat(t *testing.T) {
	now := new(testClock)
	file := filepath.Join(t.TempDir(), "games.db")
	h := openHouse(t, file, now)
	invitation := h.invite(t, "")
	light, _ := h.enter(t, invitation.Host)
	messenger, browser := elsewhere(invitation.Invited), elsewhere(invitation.Invited)
	first, leaveFirst := h.enterWith(t, messenger)
	if first.last.You != "dark" || first.last.Seat != "dark" || light.last.Asked.Dark != "" {
		t.Errorf("the first device sees %+v", first.last)
	}
	second, leaveSecond := h.enterWith(t, browser)
	if second.last.You != "" || second.last.Seat != "dark" {
		t.Errorf("a second device plays: %+v", second.last)
	}
	for _, l := range []*listener{light, first, second} {
		if l.last.Asked.Dark == "" || l.last.Asked.Light != "" {
			t.Errorf("somebody is not told that a second device has come: %+v", l.last)
		}
	}
	h.mustRefuse(t, browser, light.last.Asked.Dark, errSeatHeld)
	h.mustRefuse(t, Ticket{Token: invitation.Watch}, light.last.Asked.Dark, errWatching)
	if err := h.HandOver(ticketOf(invitation.Host), engine.Light, ""); err != errNotAsked {
		t.Errorf("a seat that nobody asks for: %v", err)
	}

	// The request goes when its device has gone, not with one page of two. A restart ends it too. The
	// messenger has been closed, and the inviter lets the friend in.
	now.add(time.Minute)
	_, leaveAgain := h.enterWith(t, browser)
	leaveSecond()
	if light.last.Asked.Dark == "" || light.last.AskedAt.Dark != noon.UnixMilli() {
		t.Errorf("one page of the device has gone: %+v", light.last)
	}
	leaveAgain()
	if light.last.Asked.Dark != "" || first.last.Asked.Dark != "" {
		t.Error("the device has gone, and still asks for the seat")
	}
	leaveFirst()
	h.enterWith(t, browser)
	h.Close()
	h = openHouse(t, file, now)
	light, _ = h.enter(t, invitation.Host)
	if light.last.Asked.Dark != "" {
		t.Error("after a restart the seat is asked for by nobody who is here")
	}
	second, _ = h.enterWith(t, browser)
	if light.last.AskedAt.Dark != noon.Add(time.Minute).UnixMilli() {
		t.Errorf("it is told that it was asked at %d", light.last.AskedAt.Dark)
	}
	enginetest.Must(t, h.HandOver(ticketOf(invitation.Host), engine.Dark, light.last.Asked.Dark))
	if second.last.You != "dark" || second.last.Handed != 1 || light.last.Handed != 1 || light.last.Asked.Dark != "" || !light.last.Here.Dark {
		t.Errorf("after the seat was handed over they are told %+v and %+v", second.last, light.last)
	}
	first, _ = h.enterWith(t, messenger)
	if first.last.You != "" || second.last.Asked.Dark == "" {
		t.Errorf("the device that held the seat sees %+v", first.last)
	}
	if err := h.Keep(browser, engine.Dark, second.last.Asked.Dark); err != nil || second.last.Asked.Dark != "" || first.last.You != "" {
		t.Errorf("a seat that is kept: %v, %+v", err, second.last)
	}
	enginetest.Must(t, h.Play(ticketOf(invitation.Host), 0, "CAnF5"))
	if err := h.Play(messenger, 1, "CSnE8"); err != errSeatHeld {
		t.Errorf("who held the seat plays: %v", err)
	}
	if err := h.Play(browser, 1, "CSnE8"); err != nil {
		t.Error(err)
	}
}

func TestTheHolderHandsOverTheSeat(t *testing.T) {
	h := newHouse(t)
	invitation := h.invite(t, "")
	desk, _ := h.enter(t, invitation.Host)
	phone, _ := h.enterWith(t, elsewhere(invitation.Host))
	enginetest.Must(t, h.HandOver(ticketOf(invitation.Host), engine.Light, desk.last.Asked.Light))
	if desk.last.You != "" || phone.last.You != "light" {
		t.Errorf("they play %q and %q", desk.last.You, phone.last.You)
	}
	// Both devices may have one key, by a link that its player made for this.
	same, _ := h.enterWith(t, ticketOf(invitation.Invited))
	again, leave := h.enterWith(t, ticketOf(invitation.Invited))
	if same.last.You != "dark" || again.last.You != "dark" || same.last.Asked.Dark != "" {
		t.Errorf("with one key they are told %+v and %+v", same.last, again.last)
	}
	leave()
	if !same.last.Here.Dark {
		t.Error("the player is away while one of two devices is there")
	}
}

func TestKeysHaveAForm(t *testing.T) {
	h := newHouse(t)
	invitation := h.invite(t, "")
	for _, key := range []string{"", "short", strings.Repeat("A", keyLength+1), strings.Repeat("!", keyLength), strings.Repeat("é", keyLength/2), strings.Repeat("A", 100_000)} {
		if _, err := h.Enter(Ticket{invitation.Host, key}, "", new(listener)); err != errKey {
			t.Errorf("the key %.30q: %v", key, err)
		}
	}
	if l, _ := h.enterWith(t, ticketOf(invitation.Host)); l.last.You != "light" {
		t.Errorf("the seat is taken by one of them: %+v", l.last)
	}
}

// Games that were stored before seats had holders go to the first visitor of each link, even
// if their time is up.
func TestGamesFromBeforeSeatsHadHolders(t *testing.T) {
	now := new(testClock)
	file := filepath.Join(t.TempDir(), "games.db")
	h := openHouse(t, file, now)
	invitation := h.invite(t, "1d")
	h.enter(t, invitation.Host)
	h.enter(t, invitation.Invited)
	id := invitation.Host[:idLength]
	text, err := json.Marshal(h.rooms[id].game)
	enginetest.Must(t, err)
	var fields map[string]json.RawMessage
	enginetest.Must(t, json.Unmarshal(text, &fields))
	for _, name := range []string{"holders", "handed", "names"} {
		if fields[name] == nil {
			t.Errorf("a game has no field %s", name)
		}
		delete(fields, name)
	}
	text, err = json.Marshal(fields)
	enginetest.Must(t, err)
	enginetest.Must(t, errors.Join(h.store.write(fileName(id), withChecksum(text)), h.Close()))
	h = openHouse(t, file, now)
	now.add(2 * day)
	l, _ := h.enterWith(t, elsewhere(invitation.Host))
	if l.last.You != "light" || l.last.Result != "0-1" || !l.last.Met.Dark {
		t.Errorf("the first visitor sees %+v", l.last)
	}
	if l, _ := h.enterWith(t, elsewhere(invitation.Host)); l.last.You != "" {
		t.Error("a second visitor plays too")
	}
}

// If many devices open a link at once, one gets the seat.
func TestOneOfManyDevicesGetsTheSeat(t *testing.T) {
	h := newHouse(t)
	invitation := h.invite(t, "")
	host, _ := h.enter(t, invitation.Host)
	listeners := make([]listener, 20)
	var all sync.WaitGroup
	for i := range listeners {
		ticket := elsewhere(invitation.Invited)
		all.Go(func() {
			if _, err := h.Enter(ticket, fmt.Sprint("player ", i), &listeners[i]); err != nil {
				t.Error(err)
			}
			if i%2 == 0 {
				h.HandOver(ticketOf(invitation.Host), engine.Dark, device(hashOf(ticket.Key)).mark())
			}
			h.Play(ticket, 0, "CAnF5")
		})
	}
	all.Wait()
	playing := 0
	for i := range listeners {
		if listeners[i].last.You == "dark" {
			playing++
		}
	}
	if playing != 1 || !host.last.Here.Dark {
		t.Errorf("%d devices play", playing)
	}
}

func TestPlayersHaveNames(t *testing.T) {
	h := newHouse(t)
	invitation := h.invite(t, "")
	host, _ := h.enter(t, invitation.Host)
	join := func(ticket Ticket, name string) {
		t.Helper()
		if _, err := h.Enter(ticket, name, new(listener)); err != nil {
			t.Fatal(err)
		}
	}
	join(ticketOf(invitation.Invited), "  Zoë\n\tvan  der\x00 Berg ")
	if name := host.last.Names.Dark; name != "Zoë van der Berg" {
		t.Errorf("the name is %q", name)
	}
	join(ticketOf(invitation.Invited), "")
	join(elsewhere(invitation.Invited), "Mallory")
	join(Ticket{Token: invitation.Watch}, "Mallory")
	if name := host.last.Names; name.Dark != "Zoë van der Berg" || name.Light != "" {
		t.Errorf("the names are %+v", name)
	}
	join(ticketOf(invitation.Invited), strings.Repeat("é", 1000)+"\xff")
	if name := host.last.Names.Dark; name != strings.Repeat("é", longestName) {
		t.Errorf("a long name is %q", name)
	}
}
