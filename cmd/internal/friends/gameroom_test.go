package friends

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// A server is killed twice, and nobody was there between. The side to move has at most 5 s more
// than before. The clock runs when both players are back, or a minute after the first.
func TestAKilledServerGivesBackNoTime(t *testing.T) {
	for name, alone := range map[string]bool{"both come back": false, "one comes back": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "games.db")
				h := openNow(t, file)
				invitation, err := h.Invite("", engine.Rules{}, Even{}, "60+0", engine.Light)
				enginetest.Must(t, err)
				h.enter(t, invitation.Host)
				h.enter(t, invitation.Invited)
				time.Sleep(20 * time.Second)
				for range 2 {
					synctest.Wait()
					h.store.close() // as by kill -9: nothing else is stored
					h.Close()
					time.Sleep(time.Hour)
					h = openNow(t, file)
				}
				light, _ := h.enter(t, invitation.Host)
				if s := light.shown(); s.Running || s.Left.Light < 40_000 || s.Left.Light > 45_000 {
					t.Errorf("when one is back: %+v", s)
				}
				left := light.shown().Left.Light
				if alone {
					time.Sleep(time.Minute - time.Second)
					synctest.Wait()
					if h.enter(t, invitation.Watch); light.shown().Running {
						t.Error("the clock runs before the other could come back")
					}
					time.Sleep(2 * time.Second)
				} else {
					h.enter(t, invitation.Invited)
				}
				h.enter(t, invitation.Watch)
				if s := light.shown(); !s.Running || s.Left.Light < left-2000 {
					t.Errorf("afterwards: %+v", s)
				}
				h.Close()
			})
		})
	}
}

// shown returns the last state.
func (l *listener) shown() state {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.last
}

// openNow opens a file for a test in a bubble, whose time is that of the house.
func openNow(t *testing.T, file string) *House {
	t.Helper()
	h, err := Open(file, 10)
	enginetest.Must(t, err)
	return h
}
