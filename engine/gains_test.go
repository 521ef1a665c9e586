package engine_test

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestGainsAreThoseOfTheMovesPlayed(t *testing.T) {
	won := 0
	enginetest.Walk(rand.New(rand.NewPCG(11, 0)), 300, func(p, _ *engine.Position, _ engine.Move) {
		gains := p.Gains()
		for _, m := range p.Moves(nil) {
			if m == engine.Pass || p.PlacesCathedral() || m.Spares() {
				continue
			}
			settlement := p.Settlement(m)
			want := settlement.Claimed.Count()
			for _, piece := range settlement.Captured {
				if piece != p.CathedralPiece() {
					want += piece.Building().Size()
				}
			}
			if got := gains.Of(m); got != want {
				t.Fatalf("%s %s: gain %d, want %d", p.String(), m, got, want)
			}
			if want > 0 {
				won++
			}
		}
	})
	if won < 1000 {
		t.Errorf("only %d moves won anything: the test says little", won)
	}
}
