package search

import (
	"sync/atomic"

	"cathedral/engine"
	"cathedral/search/ordering"
)

// help searches roots on another thread, deeper and deeper, until the search is
// stopped. This fills the table with entries that the first thread will need. Every
// other helper is a ply ahead (Lazy SMP); helpers at the same depth share its moves,
// see inProgress. At the limit of depth, if there is one, they repeat the last
// iteration. In a search for a proof they soon help with nothing else.
func (w *worker) help(roots []rootMove, index int, limits *Limits) {
	for depth := 1 + index&1; depth <= ordering.MaxPly && !w.control.stopped.Load(); depth++ {
		if limits.Solve && depth > solveAfterDepth {
			w.solver.Team.Help(w.solver, w.control.stopped.Load)
			return
		}
		if limits.Depth > 0 && depth > limits.Depth {
			depth = limits.Depth
		}
		if w.control.decided.Load() {
			w.pursueMargin(roots)
		}
		w.iterate(roots, 0, depth)
	}
}

// inProgress records the moves that the threads of a search are working on. A thread
// defers a move that another one is searching, because later its value is usually in the
// table (Kerrigan, Simplified ABDADA, 2014, after Weill, The ABDADA
// Distributed Minimax Search Algorithm, 1996). If two moves share a slot, the first
// is forgotten, which costs only time. A nil pointer records nothing.
type inProgress [inProgressSlots]atomic.Uint64

const (
	inProgressSlots = 1 << 12
	// sharedDepth is the least depth at which threads share moves. A smaller depth adds atomic
	// writes that cost as much as they save; with a larger one, more is searched twice. E83.
	sharedDepth = 2
)

// task returns the number of a task, the search of m to depth in the position with
// key. It is 0 if the task is not shared.
func (g *inProgress) task(key uint64, m engine.Move, depth int) uint64 {
	if g == nil || depth < sharedDepth {
		return 0
	}
	return (key ^ uint64(m)<<8 ^ uint64(depth)) * 0x9e3779b97f4a7c15
}

func (g *inProgress) slot(task uint64) *atomic.Uint64 { return &g[task>>52] }

// has reports whether a thread is working on task.
func (g *inProgress) has(task uint64) bool { return task != 0 && g.slot(task).Load() == task }

// begin records that this thread is working on task.
func (g *inProgress) begin(task uint64) {
	if task != 0 {
		g.slot(task).Store(task)
	}
}

// end records that task is done.
func (g *inProgress) end(task uint64) {
	if task != 0 {
		g.slot(task).CompareAndSwap(task, 0)
	}
}
