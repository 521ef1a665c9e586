package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/ordering"
)

// newTestSolver returns a solver without a limit.
func newTestSolver(t testing.TB) *Solver {
	t.Helper()
	s := NewSolver(ordering.NewHistory(), func(int, int) bool { return true })
	s.Table = NewTable(1)
	s.Allow(1 << 62)
	return s
}

// TestTheVerdictIsTheMarginsSign compares the proof of who wins with the proof of the margin,
// and so the move that it found, in all rules. Before, the moves are in any order;
// after, another move is brought to the front, which has to be proven or dropped. The
// margins of early positions take seconds: they are for tests that may take long.
func TestTheVerdictIsTheMarginsSign(t *testing.T) {
	s, judge := newTestSolver(t), newTestSolver(t)
	firstPly := 20
	if enginetest.IsLong() {
		firstPly = 18
	}
	outcomes := map[int]int{}
	enginetest.Walk(rand.New(rand.NewPCG(42, 1)), 24, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < firstPly {
			return
		}
		s.start(p)
		moves, verdict := s.ranker.Sorted(&s.frames[0].node), NewVerdict()
		_, margin, _ := judge.Solve(p, moves, 0, nil)

		s.Table.Clear()
		for range 2 {
			left, known := verdict.Decide(s, p, moves, p.Ply()%3-1)
			if !known {
				t.Fatalf("%s: nothing was decided", p.String())
			}
			last := left[len(left)-1] // goes to the front
			moves = append([]engine.Move{last}, left[:len(left)-1]...)
		}
		best := moves[max(0, slices.IndexFunc(moves, verdict.Proves))]
		sign := min(max(margin, -1), 1)
		outcomes[sign]++
		if want := [3][2]int{{-noBounds, -1}, {0, 0}, {1, noBounds}}[sign+1]; [2]int{verdict.least, verdict.most} != want {
			t.Errorf("%v %s: the verdict is from %d to %d, the margin %d", p.Rules(), p.String(), verdict.least, verdict.most, margin)
		}
		if _, after, _ := judge.Solve(p, []engine.Move{best}, 0, nil); sign >= 0 && min(after, 1) != sign {
			t.Errorf("%v %s: %s leads to %d, the best move to %d", p.Rules(), p.String(), best, after, margin)
		}
	})
	for sign := -1; sign <= 1; sign++ {
		if outcomes[sign] < 10 {
			t.Errorf("only %d verdicts of %d", outcomes[sign], sign)
		}
	}
}

// TestMovesRefutedBeforeTheEffortIsSpentAreTold checks the moves that a verdict says are
// refuted, when the effort did not suffice, against the margins that they lead to.
func TestMovesRefutedBeforeTheEffortIsSpentAreTold(t *testing.T) {
	s, judge, told := newTestSolver(t), newTestSolver(t), 0
	enginetest.Walk(rand.New(rand.NewPCG(45, 1)), 12, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 16 || p.CountMoves() > 60 {
			return
		}
		s.Table.Clear()
		for effort := uint64(100); effort < 10_000; effort *= 4 {
			verdict := NewVerdict()
			s.Allow(effort)
			ordered, _ := verdict.Decide(s, p, p.Moves(nil), p.Ply()%3-1)
			if len(ordered) != p.CountMoves() {
				t.Errorf("%s: of %d moves, %d are left", p.String(), p.CountMoves(), len(ordered))
			}
			for _, r := range verdict.Refutations() {
				told++
				judge.Allow(1 << 62)
				if first, _ := judge.atLeast(p, []engine.Move{r.Move}, r.Most+1, false); first >= 0 {
					t.Errorf("%v %s: %s wins more than %d", p.Rules(), p.String(), r.Move, r.Most)
				}
			}
		}
	})
	if told < 50 {
		t.Errorf("only %d moves were refuted before the effort was spent", told)
	}
}
