package proof

import (
	"sync/atomic"
	"time"

	"cathedral/engine"
	"cathedral/search/ordering"
)

// Team shares one question among solvers on several goroutines. One solver puts the question,
// and the others help. Replies of the side that is expected to lose must all be refuted, so a
// solver defers a reply that another one is working on (ordering.InProgress). All
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
	busy     ordering.InProgress
}

// inProgress returns the replies that the team is working on, nil if there is no team.
func (w *teamwork) inProgress() *ordering.InProgress {
	if w == nil {
		return nil
	}
	return &w.busy
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
