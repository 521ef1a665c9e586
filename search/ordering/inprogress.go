package ordering

import (
	"sync/atomic"

	"cathedral/engine"
)

// InProgress records the moves that the threads of a search, or the solvers of a proof, are
// working on. A thread defers a move that another one is searching, because later its value is
// usually in the table (Kerrigan, Simplified ABDADA, 2014, after Weill, The ABDADA
// Distributed Minimax Search Algorithm, 1996). If two moves share a slot, the first
// is forgotten, which costs only time. A nil pointer records nothing.
type InProgress [1 << inProgressBits]atomic.Uint64

const inProgressBits = 12

// Task returns the number of a task, the search of m to depth in the position with
// key. It is 0 if the task is not shared.
func (g *InProgress) Task(key uint64, m engine.Move, depth int, shared bool) uint64 {
	if g == nil || !shared {
		return 0
	}
	return (key ^ uint64(m)<<8 ^ uint64(depth)) * 0x9e3779b97f4a7c15
}

func (g *InProgress) slot(task uint64) *atomic.Uint64 { return &g[task>>(64-inProgressBits)] }

// Has reports whether a thread is working on task.
func (g *InProgress) Has(task uint64) bool { return task != 0 && g.slot(task).Load() == task }

// Begin records that this thread is working on task.
func (g *InProgress) Begin(task uint64) {
	if task != 0 {
		g.slot(task).Store(task)
	}
}

// End records that task is done.
func (g *InProgress) End(task uint64) {
	if task != 0 {
		g.slot(task).CompareAndSwap(task, 0)
	}
}
