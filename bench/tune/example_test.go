package tune

import (
	"math"
	"testing"

	"cathedral/engine"
)

func TestTargetsAreABlendOfScoreAndMargin(t *testing.T) {
	p := engine.Start(engine.Rules{})
	for p.Ply() < firstFitted {
		if _, fitting := NewExample(&Moment{Position: p}, 0.7); fitting {
			t.Errorf("ply %d is fitted to", p.Ply())
		}
		p = p.Play(p.Moves(nil)[0])
	}
	late := p
	for late.Ply() < lateFitted {
		late = late.Play(late.Moves(nil)[0])
	}
	if _, fitting := NewExample(&Moment{Position: late, Centi: 100}, 0.7); fitting {
		t.Errorf("ply %d is fitted to without a margin", late.Ply())
	}
	example, fitting := NewExample(&Moment{Position: late, Centi: 100, Margin: 14, HasMargin: true}, 0.7)
	if !fitting || example.Target != 14 {
		t.Errorf("ply %d: example %+v, want the target 14", late.Ply(), example)
	}
	for _, test := range []struct {
		moment Moment
		want   float64
	}{
		{Moment{Centi: 1000, Margin: 20, HasMargin: true}, 13},
		{Moment{Centi: 1000, Margin: -40, HasMargin: true}, -0.5},
		{Moment{Centi: 1000}, 10},
		{Moment{Centi: -4600}, -25},
	} {
		test.moment.Position = p
		example, fitting := NewExample(&test.moment, 0.7)
		if !fitting || math.Abs(float64(example.Target)-test.want) > 1e-5 || example.Ply != p.Ply() ||
			example.Margin != test.moment.Margin || example.HasMargin != test.moment.HasMargin {
			t.Errorf("%+v: example %+v, want the target %g", test.moment, example, test.want)
		}
	}
}
