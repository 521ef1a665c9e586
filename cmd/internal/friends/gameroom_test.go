package friends

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine/enginetest"
)

// A server is killed twice, and nobody was there between. The side to move has at most a beat more
// than before. The clock runs when both players are back, or a minute after the first.
func TestAKilledServerGivesBackNoTime(t *testing.T) {
	for name, alone := range map[string]bool{"both come back": false, "one comes back": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := filepath.Join(t.TempDir(), "games")
				h := openNow(t, folder)
				invitation := h.inviteBegun(t, "60+0")
				time.Sleep(20 * time.Second)
				for range 2 {
					left := openNow(t, kill(t, h, folder))
					folder = left.store.folder.Name()
					h.Close()
					h = left
					time.Sleep(time.Hour)
				}
				light, _ := h.enter(t, invitation.Host)
				if s := light.shown(); s.Running || s.Left.Light < 40_000 || s.Left.Light > 44_000 {
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
				synctest.Wait()
				h.enter(t, invitation.Watch)
				if s := light.shown(); !s.Running || s.Left.Light < left-2000 {
					t.Errorf("afterwards: %+v", s)
				}
				h.Close()
			})
		})
	}
}

// kill returns the folder that a house leaves if it is killed now.
func kill(t testing.TB, h *House, folder string) string {
	t.Helper()
	synctest.Wait()
	left := t.TempDir()
	enginetest.Must(t, os.CopyFS(left, os.DirFS(folder)))
	return left
}

// inviteBegun makes a game with a clock, in which each side has made its first move.
func (h *House) inviteBegun(t testing.TB, control string) Invitation {
	t.Helper()
	invitation := h.invite(t, control)
	_, leaveLight := h.enter(t, invitation.Host)
	_, leaveDark := h.enter(t, invitation.Invited)
	h.playFirst(t, invitation)
	leaveLight()
	leaveDark()
	return invitation
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
	h, err := Open(file, 10, func(string) {})
	enginetest.Must(t, err)
	return h
}
