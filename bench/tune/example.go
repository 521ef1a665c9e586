package tune

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Counts are what the estimate of a position is made of.
type Counts struct {
	Moving, Waiting evaluation.Counts // of the side to move, and of the other side
	Built           int               // squares that both sides have built on, up to twice engine.SideSquares
	Inputs          []uint16          // of the network, in no order, as evaluation.Inputs returns them
	Phase           int               // the network's output layer, below evaluation.Phases
	Estimate        int               // the engine's own: hundredths of a square, for the side to move
}

func newCounts(p *engine.Position) Counts {
	var node evaluation.Node
	node.Start(p, engine.NoMove)
	features := node.Features()
	return Counts{
		Moving:   features.Counts[p.Side()],
		Waiting:  features.Counts[p.Side().Opponent()],
		Built:    features.Built(),
		Inputs:   evaluation.Inputs(p),
		Phase:    features.Phase(),
		Estimate: int(node.Evaluate()),
	}
}

// Example is a position as the fit of the evaluation sees it.
type Example struct {
	Counts
	Ply int
	// Target is what the estimate should be: squares, for the side to move.
	Target float32
	// Margin is the final margin for the side to move, in squares, if HasMargin.
	Margin    int
	HasMargin bool
}

const (
	// firstFitted is the first ply from which the fit learns. Before it the board
	// has at most the Cathedral and a building, where openings are drawn at random.
	firstFitted = 2
	// lateFitted is the first ply from which the fit learns from margins alone.
	// There the engine has its score from bounds as soon as a game is decided: it
	// says who wins, but not by how much.
	lateFitted = 12
	// clearWin is how many squares targets are cut off at: more is as good.
	clearWin = 25
)

// NewExample returns the example of a moment, and whether the fit learns from such
// positions. The target is the engine's score, for a share from 0 to 1, and the
// final margin for the rest. Where the margin says nothing it is the score alone,
// and late in a game the margin alone.
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
