package tune

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Counts holds the inputs of the evaluation for a position.
type Counts struct {
	Moving, Waiting evaluation.Counts // of the side to move, and of the other side
	Built           int               // squares built on by both sides, up to twice engine.SideSquares
	Inputs          []uint16          // of the network, in any order, from the side to move's perspective
	Phase           int               // the network's output layer, below evaluation.Phases
	Estimate        int               // the engine's own evaluation, in hundredths of a square for the side to move
}

func newCounts(p *engine.Position) Counts {
	var node evaluation.Node
	node.Start(p, engine.NoMove)
	features := node.WithGains()
	return Counts{
		Moving:   features.Counts[p.Side()],
		Waiting:  features.Counts[p.Side().Opponent()],
		Built:    features.Built(),
		Inputs:   evaluation.Inputs(p, p.Side()),
		Phase:    features.Phase(),
		Estimate: int(node.Evaluate()),
	}
}

// Example is an example for the fit of the evaluation.
type Example struct {
	Counts
	Ply int
	// Target is the desired estimate, in squares for the side to move.
	Target float32
	// Margin is the final margin for the side to move, in squares, if HasMargin.
	Margin    int
	HasMargin bool
}

const (
	// firstFitted is the first ply of an example. Before it the board has at most the
	// Cathedral and one building, which are random.
	firstFitted = 2
	// lateFitted is the first ply at which the target is the margin alone. In a late
	// decided game the engine's score is a bound: it names the winner, but not the
	// margin.
	lateFitted = 12
	// clearWin is the largest target, in squares. A larger margin is no better.
	clearWin = 25
)

// NewExample returns the example of a moment, and whether the moment is suitable for the
// fit. The target is the weighted mean of the engine's score, with weight scoreShare from
// 0 to 1, and the final margin. It is the score alone if the margin is missing, and the
// margin alone late in a game.
func NewExample(moment *Moment, scoreShare float64) (Example, bool) {
	p := &moment.Position
	late := p.Ply() >= lateFitted
	if p.Ply() < firstFitted || late && !moment.HasMargin {
		return Example{}, false
	}
	if late {
		scoreShare = 0
	}
	target := clipped(float64(moment.Centi) / 100)
	if moment.HasMargin {
		target = scoreShare*target + (1-scoreShare)*clipped(float64(moment.Margin))
	}
	return Example{newCounts(p), p.Ply(), float32(target), moment.Margin, moment.HasMargin}, true
}

func clipped(squares float64) float64 { return max(-clearWin, min(clearWin, squares)) }
