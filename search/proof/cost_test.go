package proof

import (
	"testing"

	"cathedral/engine"
)

// TestProofsOfLaterPositionsCostLess plays the first of the moves of an example game, which Dark
// wins. Before the first building nothing can be proven, and at the end nothing is left to prove.
func TestProofsOfLaterPositionsCostLess(t *testing.T) {
	p := engine.Start(engine.Rules{})
	if Cost(&p, 0) < 1e15 {
		t.Errorf("the start costs %g", Cost(&p, 0))
	}
	last, winner := Cost(&p, 0), engine.Dark
	for !p.Over() {
		moves := p.Moves(nil)
		p = p.Play(moves[len(moves)/2])
		if p.Ply()%4 != 0 {
			continue
		}
		centi := 100
		if p.Side() != winner {
			centi = -centi
		}
		cost := Cost(&p, centi)
		if cost > last {
			t.Errorf("%s costs %g, an earlier position %g", p.String(), cost, last)
		}
		last = cost
	}
	if last > 1 {
		t.Errorf("the end costs %g, the margin is %d", last, p.Margin(winner))
	}
}
