package proof

import (
	"testing"

	"cathedral/engine"
)

// TestProofsOfLaterAndClearerPositionsCostLess plays the first of the moves of an example
// game. Before the first building nothing can be proven.
func TestProofsOfLaterAndClearerPositionsCostLess(t *testing.T) {
	p := engine.Start(engine.Rules{})
	if Cost(&p, 0) < 1e15 {
		t.Errorf("the start costs %g", Cost(&p, 0))
	}
	last := Cost(&p, 0)
	for !p.Over() {
		moves := p.Moves(nil)
		p = p.Play(moves[len(moves)/2])
		if p.Ply()%4 != 0 {
			continue
		}
		cost := Cost(&p, 100)
		if cost > last {
			t.Errorf("%s costs %g, an earlier position %g", p.String(), cost, last)
		}
		if clear := Cost(&p, -900); clear >= cost {
			t.Errorf("%s costs %g if it is close, %g if it is not", p.String(), cost, clear)
		}
		last = cost
	}
	if last > 1 {
		t.Errorf("the end costs %g", last)
	}
}
