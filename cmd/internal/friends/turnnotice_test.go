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

// pushServices stand for a poster and the push services to which it posts.
type pushServices struct {
	t       *testing.T
	id      string // of the game
	answers map[string]push.Result
	mutex   sync.Mutex
	told    []string // the names of browsers to which notices were posted
}

func (p *pushServices) post(m push.Message) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if m.Text != p.id {
		p.t.Errorf("the message is %q, want %s", m.Text, p.id)
	}
	name := m.To.Endpoint[len("https://push.example/"):]
	p.told = append(p.told, name)
	answer, others := p.answers[name]
	if !others {
		answer.Outcome = push.Accepted
	}
	go m.Done(answer)
}

// answer has a browser's service answer with a result from now on.
func (p *pushServices) answer(name string, result push.Result) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.answers[name] = result
}

// take returns the names since the last call.
func (p *pushServices) take() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	defer func() { p.told = nil }()
	slices.Sort(p.told)
	return p.told
}

// A player gets a notice of each turn in all browsers: at once without an open page, later with one, and
// not more than one a minute. A restart, and a browser that has gone, change nothing for the others.
func TestPlayersAreToldOfTheirTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "games")
		h := openNow(t, folder)
		invitation := h.invite(t, "")
		id := invitation.Host[:idLength]
		light, dark := ticketOf(invitation.Host), ticketOf(invitation.Invited)
		notify := func(ticket Ticket, at push.Address) error {
			_, err := h.Notify(ticket, "", at, false)
			return err
		}
		if err := notify(light, browserAt(t, "a")); err != errNoPush {
			t.Errorf("without notices: %v", err)
		}
		services := &pushServices{t: t, id: id, answers: map[string]push.Result{}}
		h.TellTurns(services.post)
		_, leaveLight := h.enter(t, invitation.Host)
		for i := range mostAddresses + 1 { // the first makes room
			enginetest.Must(t, notify(light, browserAt(t, fmt.Sprint("light", i))))
		}
		h.enter(t, invitation.Invited)
		phone := browserAt(t, "dark")
		enginetest.Must(t, notify(dark, phone))
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
			if told := services.take(); !slices.Equal(told, want) {
				t.Errorf("after %d moves and %v those are told: %s, want %s", ply, pause, told, want)
			}
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
		services.answer("light2", push.Result{Outcome: push.Gone})
		after(5*time.Second, all...)

		h.Close()
		h = openNow(t, folder)
		defer h.Close()
		h.TellTurns(services.post)
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
		if err := notify(Ticket{Token: id}, phone); err != errWatching {
			t.Errorf("who watches is told: %v", err)
		}
		if err := notify(dark, phone); err != errSeatHeld {
			t.Errorf("who has handed the seat over is told: %v", err)
		}
		if err := notify(other, push.Address{Endpoint: "http://push.example/"}); err == nil {
			t.Error("an address without https is taken")
		}
	})
}

// A notice is due until a push service has accepted it: after a kill, and after refusals, up to five
// tries. A browser that is refused each time is forgotten. In a game over days there is another notice two hours
// before the time is up, and none besides these.
func TestANoticeIsADuty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "games")
		h := openNow(t, folder)
		invitation := h.inviteBegun(t, "1d")
		services := &pushServices{t: t, id: invitation.Host[:idLength], answers: map[string]push.Result{"busy": {Outcome: push.Later}}}
		h.TellTurns(services.post)
		h.enter(t, invitation.Invited)
		for _, name := range []string{"phone", "busy", "wrong"} {
			_, err := h.Notify(ticketOf(invitation.Invited), "192.0.2.1", browserAt(t, name), false)
			enginetest.Must(t, err)
		}
		restart := func() {
			left := kill(t, h, folder)
			enginetest.Must(t, h.Close())
			folder = left
			h = openNow(t, folder)
			h.TellTurns(services.post)
		}
		after := func(pause time.Duration, want ...string) {
			t.Helper()
			time.Sleep(pause)
			synctest.Wait()
			if told := services.take(); !slices.Equal(told, want) {
				t.Errorf("after %v those are told: %s, want %s", pause, told, want)
			}
		}
		services.answer("wrong", push.Result{Outcome: push.Refused})
		services.answer("phone", push.Result{Outcome: push.Later, Pause: 20 * time.Minute})
		enginetest.Must(t, h.Play(ticketOf(invitation.Host), 2, "TAnA1"))
		after(noticePatience - time.Second)
		restart()
		after(time.Second, "busy", "phone", "wrong")
		after(20*time.Minute - 2*time.Second)
		services.answer("phone", push.Result{Outcome: push.Accepted})
		services.answer("busy", push.Result{Outcome: push.Accepted})
		after(2*time.Second, "busy", "phone", "wrong")
		after(30*time.Minute, "wrong", "wrong") // 2 and 12 minutes later
		after(2*time.Hour, "wrong")             // for the fifth time
		restart()
		after(19 * time.Hour)
		after(time.Hour, "busy", "phone")
		restart()
		after(3 * time.Hour)
		enginetest.Must(t, h.Close())
	})
}

// A page learns the outcome of a first message, even if there is none.
func TestAFirstMessageIsTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openNow(t, filepath.Join(t.TempDir(), "games"))
		defer h.Close()
		invitation := h.invite(t, "")
		h.enter(t, invitation.Host)
		visitors := map[string]bool{}
		for _, want := range []push.Outcome{push.Accepted, push.Refused, push.Later} {
			h.TellTurns(func(m push.Message) {
				visitors[m.Visitor] = true
				if want != push.Later {
					go m.Done(push.Result{Outcome: want})
				}
			})
			got, err := h.Notify(ticketOf(invitation.Host), "192.0.2.1", browserAt(t, "a"), true)
			if err != nil || got != want {
				t.Errorf("the outcome is %q, error %v, want %q", got, err, want)
			}
		}
		if len(visitors) != 1 || visitors[invitation.Host[:idLength]] {
			t.Errorf("the visitor is %v", visitors)
		}
	})
}
