package proof

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestOnlyWinIsTheOneMoveThatWins counts the winning moves of late positions, each by a
// proof of its own.
func TestOnlyWinIsTheOneMoveThatWins(t *testing.T) {
	s, judge := newTestSolver(t), newTestSolver(t)
	counts := map[int]int{}
	enginetest.Walk(rand.New(rand.NewPCG(49, 1)), 14, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 19 || p.CountMoves() > 40 {
			return
		}
		want, wins := engine.NoMove, 0
		for _, m := range p.Moves(nil) {
			if first, _ := judge.atLeast(p, []engine.Move{m}, 1, true); first == 0 {
				want = m
				wins++
			}
		}
		counts[min(wins, 2)]++
		if wins != 1 {
			want = engine.NoMove
		}
		s.Allow(1 << 62)
		if only, known := s.OnlyWin(p); !known || only != want {
			t.Errorf("%v %s: got %s, want %s of %d moves that win", p.Rules(), p.String(), only, want, wins)
		}
		s.Table.Clear()
		s.Allow(1)
		if only, known := s.OnlyWin(p); known && only != want {
			t.Errorf("%v %s: %s is told as known", p.Rules(), p.String(), only)
		}
	})
	for wins := range 3 {
		if counts[wins] < 3 {
			t.Errorf("only %d positions with %d winning moves", counts[wins], wins)
		}
	}
}
