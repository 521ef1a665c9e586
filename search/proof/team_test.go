package proof

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// newTestTeam returns the solver that asks of a team of some size, which works until the
// test ends.
func newTestTeam(t testing.TB, size int) *Solver {
	var team Team
	var ended atomic.Bool
	var helpers sync.WaitGroup
	leader := newTestSolver(t)
	for range size - 1 {
		helper := newTestSolver(t)
		helper.Table = leader.Table
		helper.spend = func(int, int) bool { return !ended.Load() }
		helpers.Go(func() { team.Help(helper, ended.Load) })
	}
	leader.Team = &team
	t.Cleanup(func() {
		ended.Store(true)
		helpers.Wait()
	})
	return leader
}

// TestAVerdictOfATeamIsTheMarginsSign asks teams of two and four who wins late positions of
// all rules, whether a loss is expected or not, again and again, since the answer of a
// team depends on who is first.
func TestAVerdictOfATeamIsTheMarginsSign(t *testing.T) {
	positions, times := 4, 8
	if enginetest.IsLong() {
		positions, times = 30, 10
	}
	alone := newTestSolver(t)
	teams := []*Solver{newTestTeam(t, 2), newTestTeam(t, 4)}
	random := rand.New(rand.NewPCG(44, 3))
	for _, rules := range enginetest.AllRules() {
		for range positions {
			p := enginetest.RandomPosition(random, rules, 19+random.IntN(4))
			if p.Over() {
				continue
			}
			alone.Table.Clear()
			moves := p.Moves(nil)
			_, margin, _ := alone.Solve(&p, moves, 0, nil)
			for i := range times * len(teams) {
				leader, verdict := teams[i%len(teams)], NewVerdict()
				leader.Table.Clear()
				ordered, known := verdict.Decide(leader, &p, moves, i/len(teams)%3-1)
				if least, most := verdict.Range(); !known || least > margin || most < margin || min(max(least, -1), 1) != min(max(margin, -1), 1) && most >= 0 {
					t.Errorf("%v %s: the margin is %d, the team says from %d to %d, %t", rules, p.String(), margin, least, most, known)
				}
				if first, _ := alone.atLeast(&p, ordered[:1], min(margin, 1), true); margin >= 0 && first < 0 {
					t.Errorf("%v %s: %s comes first and does not win %d", rules, p.String(), ordered[0], min(margin, 1))
				}
			}
		}
	}
}

// TestAVerdictCountsMovesBeforeThatOfAHelper lets a helper answer each question with the last
// move that will do: the moves before it have not been refuted.
func TestAVerdictCountsMovesBeforeThatOfAHelper(t *testing.T) {
	alone, leader := newTestSolver(t), newTestSolver(t)
	var team Team
	var ended atomic.Bool
	leader.Team = &team
	leader.spend = func(int, int) bool { // it never comes to an answer of its own
		for work := team.asked.Load(); work.answer.Load() == nil && !ended.Load(); {
			runtime.Gosched()
		}
		return true
	}
	judge := newTestSolver(t)
	go func() {
		for !ended.Load() {
			work := team.asked.Load()
			if work == nil || work.answer.Load() != nil {
				runtime.Gosched()
				continue
			}
			last := len(work.moves) - 1
			for ; last >= 0; last-- {
				if first, _ := judge.atLeast(&work.position, work.moves[last:last+1], work.need, true); first >= 0 {
					break
				}
			}
			work.answer.Store(&answer{first: last})
		}
	}()
	defer ended.Store(true)
	random, won := rand.New(rand.NewPCG(44, 4)), 0
	for won < 40 {
		p := enginetest.RandomPosition(random, engine.Rules{}, 20)
		if p.Over() {
			continue
		}
		moves := p.Moves(nil)
		_, margin, _ := alone.Solve(&p, moves, 0, nil)
		if margin < 1 {
			continue
		}
		won++
		for expected := -1; expected <= 1; expected++ {
			verdict := NewVerdict()
			verdict.Decide(leader, &p, moves, expected)
			if least, most := verdict.Range(); least < 1 {
				t.Errorf("%s: the margin is %d, the verdict from %d to %d", p.String(), margin, least, most)
			}
		}
	}
}

// TestATeamIsToldWhoIsExpectedToWin looks at the first question of a verdict. A team shares
// the moves of the side that is expected to lose, and must not take it for the other.
func TestATeamIsToldWhoIsExpectedToWin(t *testing.T) {
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(44, 2)), engine.Rules{}, 16)
	for expected := -1; expected <= 1; expected++ {
		var team Team
		s, verdict := newTestSolver(t), NewVerdict()
		s.Team = &team
		s.Allow(0)
		verdict.Decide(s, &p, p.Moves(nil), expected)
		if work := team.asked.Load(); work.likely != (expected >= work.need) {
			t.Errorf("a margin of %d squares is expected; that a move wins %d is likely: %t", expected, work.need, work.likely)
		}
	}
}

// A solver without a team shares no reply.
func TestASolverWithoutATeamSharesNothing(t *testing.T) {
	if (*teamwork)(nil).inProgress() != nil || new(teamwork).inProgress() == nil {
		t.Error("a solver without a team shares replies, or one with a team does not")
	}
}
