package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestPostponedMovesTakeTurns postpones moves and checks the order and the nodes of the attempts.
func TestPostponedMovesTakeTurns(t *testing.T) {
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(1, 1)), engine.Rules{}, 10)
	moves := p.Moves(nil)[:mostPostponed+2]
	var f frame
	f.picker.BeginWith(moves)
	var got, want []attempt
	for _, m := range moves[:mostPostponed] {
		want = append(want, attempt{m, 5})
	}
	want = append(want, attempt{moves[0], 5 * postponeGrowth}, attempt{moves[1], 5 * postponeGrowth},
		attempt{moves[mostPostponed], 5}, attempt{moves[2], 5 * postponeGrowth})
	for range want {
		a := f.next(5)
		got = append(got, a)
		if refuted := a == (attempt{moves[1], 5 * postponeGrowth}); !refuted {
			f.postpone(a)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the attempts are %v, want %v", got, want)
	}
}

// TestPatienceFollowsTheWins checks the nodes of a first attempt.
func TestPatienceFollowsTheWins(t *testing.T) {
	s := newTestSolver(t)
	s.frames = make([]frame, 8)
	if got := s.usualPatience(1); got != noRation {
		t.Errorf("%d nodes before any win, want no limit", got)
	}
	for range enoughWins {
		s.frames[5].wins.add(1_000)
		s.frames[7].wins.add(1)
	}
	s.frames[3].wins.add(9) // one is not enough
	for ply, want := range map[int]uint64{7: postponeAtLeast, 5: postponeAfter * 1_000, 3: nodesOfTurn * postponeAfter * 1_000} {
		if got := s.usualPatience(ply); got != want {
			t.Errorf("%d nodes at ply %d, want %d", got, ply, want)
		}
	}
}

// TestPostponedMovesChangeNoAnswer asks a solver that postpones nearly every move.
func TestPostponedMovesChangeNoAnswer(t *testing.T) {
	z := newZoneTrial(t, 9)
	tried := 0
	z.solver.patience = func(*Solver, int) uint64 {
		tried++
		return 2
	}
	z.run(t, 100)
	if z.wrong > 0 {
		t.Errorf("%d wrong answers, the last in %s", z.wrong, z.example)
	}
	if z.asked < z.positions || tried < 3*z.positions {
		t.Errorf("%d questions, %d nodes of the side ahead", z.asked, tried)
	}
}

// TestRefutedMovesTurnTheExpectation asks questions whose answer is expected to be yes, and counts
// those in which the other side was ahead somewhere.
func TestRefutedMovesTurnTheExpectation(t *testing.T) {
	s := newTestSolver(t)
	var nodes [2]int // of each side when it was ahead
	s.patience = func(s *Solver, _ int) uint64 {
		nodes[s.ahead]++
		return noRation
	}
	random := rand.New(rand.NewPCG(10, 15))
	asked, turned := 0, 0
	for asked < 30 {
		p := openPosition(random)
		nodes = [2]int{}
		s.Allow(zoneEffort)
		if _, known := s.atLeast(&p, p.Moves(nil), 1, true); !known || nodes[p.Side()] == 0 {
			continue
		}
		asked++
		if nodes[p.Side().Opponent()] > 0 {
			turned++
		}
	}
	if turned < 3 || turned > 27 {
		t.Errorf("%d of %d questions turned the expectation", turned, asked)
	}
}
