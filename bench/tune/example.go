package tune

import "cathedral/search/evaluation"

// Example is an example for the fit of the evaluation: the inputs of the evaluation for a
// position, and what it should say.
type Example struct {
	Moving, Waiting evaluation.Counts // of the side to move, and of the other side
	Built           int               // squares built on by both sides, up to twice engine.SideSquares
	Inputs          []uint16          // of the network, as the side to move sees them
	Phase           int               // the network's output layer, below evaluation.Phases
	Estimate        float32           // the engine's own evaluation, in squares for the side to move
	Target          float32           // the desired estimate, in squares for the side to move
	Ply             int
}

const (
	// firstFitted is the first ply of an example. Before it the board has at most the
	// Cathedral and one building, which are random.
	firstFitted = 2
	// clearWin is the largest target, in squares. A larger margin is no better.
	clearWin = 25
)

// newExample returns the example of a moment, and whether the moment is suitable for the fit.
func newExample(moment *Moment) (Example, bool) {
	p := &moment.Position
	if p.Ply() < firstFitted || p.PlacesCathedral() {
		return Example{}, false
	}
	var node evaluation.Node
	node.Start(p, moment.Last)
	features, side := node.WithGains(), p.Side()
	return Example{
		Moving:   features.Counts[side],
		Waiting:  features.Counts[side.Opponent()],
		Built:    features.Built(),
		Inputs:   evaluation.Inputs(p, side),
		Phase:    features.Phase(),
		Estimate: float32(node.Evaluate()) / 100,
		Target:   max(-clearWin, min(clearWin, float32(moment.Centi)/100)),
		Ply:      p.Ply(),
	}, true
}

// halfBlind returns the example as the engine sees it if it leaves out the gains of the side
// that waits.
func (e *Example) halfBlind() Example {
	blind := *e
	blind.Waiting = e.Waiting.WithoutGains()
	blind.Inputs = e.Inputs[:len(e.Inputs)-1]
	return blind
}
