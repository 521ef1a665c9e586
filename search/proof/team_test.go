package proof

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestATeamAnswersAsOneSolver asks a team of three about margins around the true ones.
func TestATeamAnswersAsOneSolver(t *testing.T) {
	var team Team
	var ended atomic.Bool
	var helpers sync.WaitGroup
	alone, leader := newTestSolver(t), newTestSolver(t)
	for range 2 {
		helper := newTestSolver(t)
		helper.Table = leader.Table
		helper.spend = func(int, int) bool { return !ended.Load() }
		helpers.Go(func() { team.Help(helper, ended.Load) })
	}
	leader.Team = &team
	random, asked := rand.New(rand.NewPCG(44, 1)), 0
	for asked < 60 {
		p := enginetest.RandomPosition(random, engine.Rules{}, 20)
		moves := p.Moves(nil)
		_, margin, _ := alone.Solve(&p, moves, 0, nil)
		for need := margin - 1; need <= margin+2; need++ {
			asked++
			if first, known := leader.atLeast(&p, moves, need, asked%2 == 0); !known || (first >= 0) != (need <= margin) {
				t.Errorf("%s: the margin is %d, asked for %d the team says %d, %t", p.String(), margin, need, first, known)
			}
		}
	}
	ended.Store(true)
	helpers.Wait()
}

// TestATeamIsToldWhoIsExpectedToWin looks at the first question of a verdict. Helpers
// reverse the moves of the side that is expected to lose, and must not take it for the other.
func TestATeamIsToldWhoIsExpectedToWin(t *testing.T) {
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(44, 2)), engine.Rules{}, 16)
	for _, losing := range []bool{false, true} {
		var team Team
		s, verdict := newTestSolver(t), NewVerdict()
		s.Team = &team
		s.Allow(0)
		verdict.Decide(s, &p, p.Moves(nil), losing)
		if work := team.asked.Load(); work.likely == losing {
			t.Errorf("a loss is expected: %t; that a move wins %d squares is likely: %t", losing, work.need, work.likely)
		}
	}
}
