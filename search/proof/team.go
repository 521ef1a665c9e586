package proof

import (
	"sync/atomic"
	"time"

	"cathedral/engine"
)

// Team shares one question among solvers on several goroutines. One solver puts the question,
// and the others help. Replies of the side that is expected to lose must all be refuted, so a
// solver defers a reply that another one is working on (Kerrigan, Simplified ABDADA, 2014). All
// share a table of proofs, so that each finds the proofs of the others. The first answer
// ends the work of all. The zero value is ready to use.
type Team struct{ asked atomic.Pointer[teamwork] }

// teamwork is a question that a team works on.
type teamwork struct {
	position engine.Position
	moves    []engine.Move
	need     int
	likely   bool
	answer   atomic.Pointer[answer] // nil until it is known
	busy     [busySlots]atomic.Uint64
}

// busySlots is the number of tasks that a team remembers. If two share a slot, the first is
// forgotten, which costs only time.
const busySlots = 1 << busyBits

const busyBits = 12

// task returns the number of a task, the proof that m loses in p, or 0 if the solver has no
// team or the task is not shared.
func (w *teamwork) task(p *engine.Position, m engine.Move, shared bool) uint64 {
	if w == nil || !shared {
		return 0
	}
	return engine.Mix(p.Key() + uint64(m))
}

func (w *teamwork) slot(task uint64) *atomic.Uint64 { return &w.busy[task>>(64-busyBits)] }

// isBusyWith reports whether a solver is working on a task.
func (w *teamwork) isBusyWith(task uint64) bool { return task != 0 && w.slot(task).Load() == task }

// begin records that a solver is working on a task.
func (w *teamwork) begin(task uint64) {
	if task != 0 {
		w.slot(task).Store(task)
	}
}

// end records that the solver has ended its task.
func (w *teamwork) end(task uint64) {
	if task != 0 {
		w.slot(task).CompareAndSwap(task, 0)
	}
}

// answer is the answer to a question: the index of a move that wins the margin, -1 if none
// does, and the step of the proof in the log.
type answer struct {
	first int
	proof step
}

// lookAgain is how long a helper waits before it looks for a question.
const lookAgain = 200 * time.Microsecond

// Help lets s work on the questions of the team until stopped returns true. Then s must give
// up.
func (t *Team) Help(s *Solver, stopped func() bool) {
	for !stopped() {
		work := t.asked.Load()
		if work == nil || work.answer.Load() != nil {
			time.Sleep(lookAgain)
			continue
		}
		s.Allow(1 << 62)
		s.work = work
		if first, at, known := s.search(&work.position, work.moves, work.need, work.likely); known {
			work.answer.Store(&answer{first, at})
		}
		s.work = nil
	}
}
