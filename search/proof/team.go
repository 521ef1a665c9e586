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
// ends the work of all. If the solver that asks gives up, the others continue until it asks
// again: the next question is mostly the same, with more effort. The zero value is ready to use.
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

// isDone reports whether the question is answered or, for a helper of a team, given up for
// another one.
func (w *teamwork) isDone(helps *Team) bool {
	return w.answer.Load() != nil || helps != nil && helps.asked.Load() != w
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
		s.work, s.helps = work, t
		if first, at, known := s.search(&work.position, work.moves, work.need, work.likely); known {
			work.answer.Store(&answer{first, at})
		}
		s.work, s.helps = nil, nil
	}
}

// overtaken says that another solver has answered the question of a frame: what this one does
// after that frame is of no more use.
type overtaken struct {
	ply    int // of the frame; 0: none
	known  entry
	at     step
	lookAt uint64 // nodes at which to look next
}

// lookBackEvery is the number of nodes between two looks at the table for answers of the team. E166.
const lookBackEvery = 500

// lookBack finds out whether another solver has answered the question of a frame before ply.
func (s *Solver) lookBack(ply int) {
	if s.work == nil || s.nodes < s.overtaken.lookAt {
		return
	}
	s.overtaken.lookAt = s.nodes + lookBackEvery
	for i := 1; i < ply; i++ {
		frame := &s.frames[i]
		if !frame.asked {
			continue
		}
		if known, at, found := s.recall(frame.node.Position(), frame.need); found {
			s.overtaken.ply, s.overtaken.known, s.overtaken.at = i, known, at
			return
		}
	}
}
