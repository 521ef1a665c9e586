package tune

import (
	"testing"

	"cathedral/engine"
)

// Targets are scores, up to that of a clear win, from the first ply on at which something is
// not random.
func TestTargetsAreScores(t *testing.T) {
	p := engine.Start(engine.Rules{})
	for p.Ply() < firstFitted {
		if _, fitting := newExample(&Moment{Position: p}); fitting {
			t.Errorf("ply %d is fitted to", p.Ply())
		}
		p = p.Play(p.Moves(nil)[0])
	}
	for centi, want := range map[int]float32{1025: 10.25, 0: 0, 3000: 25, -4600: -25} {
		if example, fitting := newExample(&Moment{Position: p, Centi: centi}); !fitting || example.Target != want || example.Ply != p.Ply() {
			t.Errorf("a score of %d: example %+v, want the target %g", centi, example, want)
		}
	}
}
