package friends

import (
	"errors"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// stall lets the stores of files with a part of a name block, each with a thread of its own, while on, until
// released is closed. No store waits for a real disk. It must be called before stores begin.
type stall struct {
	on                    atomic.Bool
	released              chan struct{}
	stores, blocked, most atomic.Int64 // most: of those blocked at a time
}

func (h *House) stall(part string) *stall {
	s := &stall{released: make(chan struct{})}
	h.store.write = func(file string, content []byte) error {
		s.stores.Add(1)
		if s.on.Load() && strings.Contains(file, part) {
			s.most.Store(max(s.most.Load(), s.blocked.Add(1)))
			runtime.LockOSThread()
			<-s.released
			runtime.UnlockOSThread()
			s.blocked.Add(-1)
		}
		return h.store.folder.WriteFile(file, content, fileMode)
	}
	return s
}

func threads() int { return pprof.Lookup("threadcreate").Count() }

// Each side of 800 live games has moved, and then the players have left: that costs memory alone. Then the disk
// stalls for 20 s while each player to move moves: each move is stored, or refused in words, and never both. Others do not wait.
func TestManyLiveGamesAndAStalledDisk(t *testing.T) {
	const games = 800
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "games")
		h, err := Open(folder, games+1, func(string) {})
		enginetest.Must(t, err)
		defer h.Close()
		disk := h.stall("")
		memory, goroutines := memoryInUse(), runtime.NumGoroutine()
		invitations := make([]Invitation, games)
		for i := range invitations {
			invitations[i] = h.inviteBegun(t, "10800+180")
		}
		stored, threadsBefore := disk.stores.Load(), threads()
		time.Sleep(time.Minute)
		synctest.Wait()
		const few = 8 // that Go makes for itself
		stored = disk.stores.Load() - stored
		now, more := runtime.NumGoroutine(), int(memoryInUse()-memory)
		t.Logf("%d stores, %d goroutines of %d, %d threads of %d, %d kB more", stored, now, goroutines, threads(), threadsBefore, more>>10)
		if stored > 0 || now > goroutines+few || threads() > threadsBefore+few || more > 40<<20 {
			t.Error("games that nobody touches cost something")
		}

		disk.on.Store(true)
		answers := make([]error, games)
		var moves sync.WaitGroup
		begin := time.Now()
		for i, invitation := range invitations {
			moves.Go(func() {
				answers[i] = h.Play(ticketOf(invitation.Host), 2, "TAnA1")
				if waited := time.Since(begin); answers[i] == ErrBusy && waited > storePatience {
					t.Errorf("refused after %v", waited)
				}
			})
		}
		synctest.Wait()
		h.enter(t, invitations[0].Watch)
		if waited := time.Since(begin); waited > 0 {
			t.Errorf("spectators wait for %v", waited)
		}
		if _, err := h.Invite("", engine.Rules{}, Even{}, "", engine.Light); err != ErrBusy {
			t.Errorf("an invitation: %v", err)
		}
		time.Sleep(20 * time.Second)
		close(disk.released)
		moves.Wait()
		refused := 0
		left, err := Open(kill(t, h, folder), games, func(string) {})
		enginetest.Must(t, err)
		for i, invitation := range invitations {
			l, _ := left.enter(t, invitation.Watch)
			if played := len(l.last.Moves) == 3; played != (answers[i] == nil) || !played && answers[i] != ErrBusy {
				t.Errorf("the answer to a move is %v, and %d moves are stored", answers[i], len(l.last.Moves))
			}
			if answers[i] != nil {
				refused++
			}
		}
		left.Close()
		t.Logf("%d of %d moves are refused, %d threads of %d", refused, games, threads(), threadsBefore)
		if refused != games-mostStores || disk.most.Load() != mostStores || threads() > threadsBefore+mostStores+few {
			t.Errorf("%d stores at a time", disk.most.Load())
		}
	})
}

func memoryInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// While the store of a game stalls, its other player is refused, and nobody else waits: not even an
// invitation to a house that is full, or the sweep.
func TestAStoreThatStallsDelaysItsPlayersAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openNow(t, filepath.Join(t.TempDir(), "games"))
		defer h.Close()
		stuck, other := h.inviteBegun(t, "60+0"), h.inviteBegun(t, "60+0")
		for len(h.rooms) < h.most {
			_, err := h.Invite("192.0.2.1", engine.Rules{}, Even{}, "", engine.Light)
			enginetest.Must(t, err)
		}
		disk := h.stall(stuck.Host[:idLength])
		disk.on.Store(true)
		dark, _ := h.enter(t, stuck.Watch)
		done := make(chan error)
		go func() { done <- h.Play(ticketOf(stuck.Host), 2, "TAnA1") }()
		synctest.Wait()
		begin := time.Now()
		enginetest.Must(t, h.Play(ticketOf(other.Host), 2, "TAnA1"))
		_, err := h.Invite("192.0.2.1", engine.Rules{}, Even{}, "", engine.Light)
		enginetest.Must(t, err)
		h.sweep()
		h.enter(t, stuck.Watch)
		if waited := time.Since(begin); waited > 0 {
			t.Errorf("others wait for %v", waited)
		}
		if err := h.Resign(ticketOf(stuck.Invited)); err != ErrBusy {
			t.Errorf("the other player resigns: %v", err)
		}
		time.Sleep(20 * time.Second)
		close(disk.released)
		enginetest.Must(t, <-done)
		if s := dark.shown(); len(s.Moves) != 3 || s.Left.Light != 60_000 || s.Left.Dark != 60_000 || !s.Running {
			t.Errorf("the disk costs time: %+v", s)
		}
	})
}

// What the next start reads is stored, whatever the disk says afterwards.
func TestAMoveIsNotStoredAndRefused(t *testing.T) {
	h := newHouse(t)
	invitation := h.inviteBegun(t, "")
	for ply, stores := range []bool{true, false} {
		h.store.write = func(name string, content []byte) error {
			if stores {
				enginetest.Must(t, h.store.replace(name, content))
			}
			return errors.New("the disk fails")
		}
		if err := h.Play(ticketOf([]string{invitation.Host, invitation.Invited}[ply]), 2+ply, []string{"TAnA1", "TAnJ1"}[ply]); (err == nil) != stores {
			t.Errorf("move %d: %v", 3+ply, err)
		}
		if g, err := h.store.game(fileName(invitation.Host[:idLength])); err != nil || len(g.Moves) != 3 {
			t.Errorf("stored are %v, %v", g.Moves, err)
		}
	}
}
