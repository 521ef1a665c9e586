package search

import (
	"sync/atomic"

	"cathedral/engine"
	"cathedral/search/ordering"
)

// help deepens on another thread until the search is stopped, so that the table
// fills with what the first thread will ask for. Every other helper is a ply ahead
// (Lazy SMP); those at the same ply share its moves, see inProgress. At the limit of
// depth they go on with the last iteration.
func (w *worker) help(roots []rootMove, index, depthLimit int) {
	for depth := 1 + index&1; depth <= ordering.MaxPly && !w.control.stopped.Load(); depth++ {
		if depthLimit > 0 && depth > depthLimit {
			depth = depthLimit
		}
		w.iterate(roots, 0, depth)
	}
}

// inProgress has the moves that the threads of a search are at, so that a thread
// leaves a move for later if another one searches it: by then its value mostly stands
// in the table (Kerrigan, Simplified ABDADA, 2014, after Weill, The ABDADA Distributed
// Minimax Search Algorithm, 1996). A move that takes the place of another one costs
// time at most. A nil pointer has none.
type inProgress [inProgressSlots]atomic.Uint64

const (
	inProgressSlots = 1 << 12
	// sharedDepth is the least depth at which threads share moves. At a smaller one
	// the atomic writes cost what they save, at a larger one more is searched twice.
	sharedDepth = 2
)

// task returns the number of a move of the position with a key, searched to a depth;
// 0 if no thread shares it.
func (g *inProgress) task(key uint64, m engine.Move, depth int) uint64 {
	if g == nil || depth < sharedDepth {
		return 0
	}
	return (key ^ uint64(m)<<8 ^ uint64(depth)) * 0x9e3779b97f4a7c15
}

func (g *inProgress) slot(task uint64) *atomic.Uint64 { return &g[task>>52] }

// has reports whether a thread is at the task.
func (g *inProgress) has(task uint64) bool { return task != 0 && g.slot(task).Load() == task }

// begin tells the others that this thread is at the task.
func (g *inProgress) begin(task uint64) {
	if task != 0 {
		g.slot(task).Store(task)
	}
}

// end tells the others that the task is done.
func (g *inProgress) end(task uint64) {
	if task != 0 {
		g.slot(task).CompareAndSwap(task, 0)
	}
}
