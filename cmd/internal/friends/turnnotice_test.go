package friends

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/cmd/internal/push"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// browserAt returns the address of a browser.
func browserAt(t testing.TB, name string) push.Address {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	enginetest.Must(t, err)
	encoded := base64.RawURLEncoding.EncodeToString
	return push.Address{Endpoint: "https://push.example/" + name, P256dh: encoded(key.PublicKey().Bytes()), Auth: encoded(make([]byte, 16))}
}

// A player gets a notice of each turn in all browsers: at once without an open page, later with one, and
// not more than one a minute. A restart, and a browser that has gone, change nothing for the others.
func TestPlayersAreToldOfTheirTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "games")
		h := openNow(t, folder)
		invitation, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light)
		enginetest.Must(t, err)
		id := invitation.Host[:idLength]
		light, dark := ticketOf(invitation.Host), ticketOf(invitation.Invited)
		if err := h.Notify(light, browserAt(t, "a")); err != errNoPush {
			t.Errorf("without notices: %v", err)
		}
		var mutex sync.Mutex
		var told []string
		gone := map[string]func(){}
		post := func(to push.Address, game string, forget func()) {
			mutex.Lock()
			defer mutex.Unlock()
			if game != id {
				t.Errorf("the game is %s, want %s", game, id)
			}
			told, gone[to.Endpoint] = append(told, to.Endpoint[len("https://push.example/"):]), forget
		}
		h.TellTurns(post)
		_, leaveLight := h.enter(t, invitation.Host)
		for i := range mostAddresses + 1 { // the first makes room
			enginetest.Must(t, h.Notify(light, browserAt(t, fmt.Sprint("light", i))))
		}
		h.enter(t, invitation.Invited)
		phone := browserAt(t, "dark")
		enginetest.Must(t, h.Notify(dark, phone))
		ply := 0
		play := func(ticket Ticket, move string) {
			t.Helper()
			enginetest.Must(t, h.Play(ticket, ply, move))
			ply++
		}
		after := func(pause time.Duration, want ...string) {
			t.Helper()
			time.Sleep(pause)
			synctest.Wait()
			mutex.Lock()
			defer mutex.Unlock()
			if slices.Sort(told); !slices.Equal(told, want) {
				t.Errorf("after %d moves and %v those are told: %s, want %s", ply, pause, told, want)
			}
			told = nil
		}
		all := []string{"light1", "light2", "light3"}
		play(light, "CAnF5")
		after(noticePatience - time.Second) // the page is open
		after(2*time.Second, "dark")
		after(time.Hour)
		leaveLight()
		play(dark, "CSnE8")
		after(time.Second, all...)
		play(light, "TAnA1")
		play(dark, "TAnJ1")
		after(noticePause - 5*time.Second)
		gone["https://push.example/light2"]()
		after(5*time.Second, "light1", "light3")

		h.Close()
		h = openNow(t, folder)
		defer h.Close()
		h.TellTurns(post)
		play(light, "TAnA3")
		after(time.Second, "dark") // without a page now
		play(dark, "TAnJ3")
		after(time.Second, "light1", "light3")

		// A seat that is handed over takes its browsers with it; watchers have none.
		other := elsewhere(invitation.Invited)
		_, leave := h.enterWith(t, other)
		enginetest.Must(t, h.HandOver(light, engine.Dark, device(hashOf(other.Key)).mark()))
		leave()
		play(light, "INnE2")
		after(time.Hour)
		if err := h.Notify(Ticket{Token: id}, phone); err != errWatching {
			t.Errorf("who watches is told: %v", err)
		}
		if err := h.Notify(dark, phone); err != errSeatHeld {
			t.Errorf("who has handed the seat over is told: %v", err)
		}
		if err := h.Notify(other, push.Address{Endpoint: "http://push.example/"}); err == nil {
			t.Error("an address without https is taken")
		}
	})
}
