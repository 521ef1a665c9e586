package proof

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
)

// TestWalksEndAsProven walks through proofs of the solver, with losers that play at random:
// there is an answer to every move, and every game ends with what was proven, or better for
// the winner. The naive game counts it.
func TestWalksEndAsProven(t *testing.T) {
	proofs, games := 15, 20
	if enginetest.IsLong(t) {
		proofs, games = 300, 300
	}
	trial, random := newZoneTrial(t, 1), rand.New(rand.NewPCG(27, 6))
	waited := 0
	for proofs > 0 {
		p := openPosition(random)
		read := enginetest.Position(t, p.String(), p.Rules())
		c, proven := certify(t, trial.solver, &read, zoneEffort)
		if !proven {
			continue
		}
		proofs--
		walks, err := certificate.Walks(c.bytes, certificate.Limits{})
		if err != nil {
			t.Fatalf("%v %s: %v", p.Rules(), p.String(), err)
		}
		for _, w := range walks {
			for range games {
				place := w.Begin()
				for !place.Position.Over() {
					m := place.Next()
					if m == engine.NoMove {
						moves := place.Position.Moves(nil)
						m = moves[random.IntN(len(moves))]
					}
					if place, err = place.After(m); err != nil {
						t.Fatalf("%v %s: %v", p.Rules(), p.String(), err)
					}
					if place.Waited {
						waited++
					}
				}
				game := enginetest.NaiveGame(t, &place.Position)
				winner := enginetest.NaiveOwner(w.Winner)
				if margin := game.UnplacedSquares(winner.Opponent()) - game.UnplacedSquares(winner); margin < w.Margin || len(game.Moves()) > 0 {
					t.Fatalf("%v %s: a walk ends in %s with %d, proven is %d", p.Rules(), p.String(), game, margin, w.Margin)
				}
			}
		}
	}
	if waited < games {
		t.Errorf("only %d moves were answered by a wait", waited)
	}
}
