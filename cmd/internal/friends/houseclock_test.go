package friends

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine/enginetest"
)

// The time of day is wrong for a while, even over a restart: no game is removed or lost on time, no side gets
// back more than a beat, and the operator reads it.
func TestTheTimeOfDayJumps(t *testing.T) {
	const year = 365 * day
	for name, test := range map[string]struct {
		ahead []time.Duration // one after the other
		kills time.Duration
	}{
		"200 days ahead and back": {[]time.Duration{0, 200 * day, 0}, 0}, "killed 200 days ahead": {[]time.Duration{0, 200 * day, 0}, 2},
		"an hour ahead and back": {[]time.Duration{0, time.Hour, 0}, 0}, "killed an hour behind": {[]time.Duration{0, -time.Hour, 0}, 2},
		"a year behind": {[]time.Duration{-year, 0}, 0}, "killed after a year behind": {[]time.Duration{-year, 0}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder, now := filepath.Join(t.TempDir(), "games"), &testClock{since: time.Now(), ahead: test.ahead[0]}
				h := openHouse(t, folder, now)
				games := map[string]Invitation{"live": h.inviteBegun(t, "3600+0"), "days": h.inviteBegun(t, "3d"), "ended": h.inviteBegun(t, ""), "invited": h.invite(t, "")}
				enginetest.Must(t, h.Resign(ticketOf(games["ended"].Host)))
				for _, ahead := range test.ahead[1:] {
					time.Sleep(5 * time.Minute)
					now.set(ahead)
					time.Sleep(5 * time.Minute)
					if test.kills > 0 {
						folder = kill(t, h, folder)
						h.Close()
						time.Sleep(100 * time.Hour)
						h = openHouse(t, folder, now)
						h.enter(t, games["live"].Host)
						h.enter(t, games["live"].Invited)
					}
				}
				synctest.Wait()
				spent := 10 * time.Minute * time.Duration(len(test.ahead)-1)
				for name, first := range map[string]time.Duration{"live": time.Hour, "days": 3 * day, "ended": 0, "invited": 0} {
					l, _ := h.enter(t, games[name].Watch)
					left, want := time.Duration(l.last.Left.Light)*time.Millisecond, first-spent
					if first > 0 && (l.last.Result != playing || left < want-test.kills*time.Millisecond || left > want+test.kills*beatInterval) {
						t.Errorf("%s: %v left, want %v; %+v", name, left, want, l.last)
					}
				}
				if !strings.Contains(now.told, "has jumped by ") {
					t.Errorf("the operator reads %q", now.told)
				}
				h.Close()
			})
		})
	}
}

func TestNothingIsRemovedForADayAfterAJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := &testClock{since: time.Now()}
		h := openHouse(t, filepath.Join(t.TempDir(), "games"), now)
		invitation := h.invite(t, "")
		now.set(-time.Hour)
		time.Sleep(2 * beatInterval)
		now.add(8 * day)
		for hours, want := range []error{nil, errExpired} {
			time.Sleep(day - time.Hour + time.Duration(2*hours)*time.Hour)
			leave, err := h.Enter(Ticket{Token: invitation.Watch}, "", new(listener))
			if err == nil {
				leave()
			}
			if err != want {
				t.Errorf("%d: %v", hours, err)
			}
		}
		h.Close()
	})
}

// Each line that is whole is read, whatever the others are.
func FuzzParseTimes(f *testing.F) {
	f.Add([]byte("nonsense"), int64(5))
	f.Add(timeLine(7)[:20], int64(1<<41))
	f.Fuzz(func(t *testing.T, content []byte, at int64) {
		at = max(1, at)
		times := parseTimes(slices.Concat(content, []byte("\n"), timeLine(at)))
		if !slices.IsSorted(times) || !slices.Contains(times, at) || len(timeLine(at)) != 32 {
			t.Errorf("%q and %d are read as %v", content, at, times)
		}
	})
}
