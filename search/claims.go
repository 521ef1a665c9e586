package search

import (
	"sync/atomic"

	"cathedral/engine"
)

// claims tell the threads of a search which moves are being searched, so that a
// thread leaves those for later that another one is at: by then their value mostly
// stands in the table (Kerrigan, Simplified ABDADA, 2014, after Weill, The ABDADA
// Distributed Minimax Search Algorithm, 1996). A claim that takes the place of
// another one costs time at most.
type claims [claimSlots]atomic.Uint64

const (
	claimSlots = 1 << 12
	// claimedDepth is the least depth at which it pays to claim moves.
	claimedDepth = 2
)

// claim returns the claim on a move of the position with a key, searched so many
// plies deep; 0 where there is nobody to share it with, or it would not pay.
func (w *worker) claim(key uint64, m engine.Move, depth int) uint64 {
	if w.claims == nil || depth < claimedDepth {
		return 0
	}
	return claimOf(key, m, depth)
}

func claimOf(key uint64, m engine.Move, depth int) uint64 {
	return (key ^ uint64(m)<<8 ^ uint64(depth)) * 0x9e3779b97f4a7c15
}

func (c *claims) slot(claim uint64) *atomic.Uint64 { return &c[claim>>52] }

// taken reports whether another thread searches the move.
func (c *claims) taken(claim uint64) bool { return claim != 0 && c.slot(claim).Load() == claim }

// take claims a move for the thread that calls.
func (c *claims) take(claim uint64) {
	if claim != 0 {
		c.slot(claim).Store(claim)
	}
}

// release gives a claim back.
func (c *claims) release(claim uint64) {
	if claim != 0 {
		c.slot(claim).CompareAndSwap(claim, 0)
	}
}

// waitingMove is a move that waits for another thread, with its index in the list.
type waitingMove struct {
	move  engine.Move
	index int
}

// takeWaiting returns the first of the moves that wait and its index, NoMove where
// there is none.
func (f *frame) takeWaiting() (engine.Move, int) {
	if len(f.waiting) == 0 {
		return engine.NoMove, 0
	}
	first := f.waiting[0]
	f.waiting = f.waiting[:copy(f.waiting, f.waiting[1:])]
	return first.move, first.index
}
