package proof

import (
	"math"

	"cathedral/engine"
)

// The model of Cost, fitted to the nodes that it took to prove who wins in the 216 positions
// of testdata/positions.txt; a third of them took more than was allowed. The logarithm of the
// effort is off by 1.9 in the mean. E110 in experiments.csv.
const (
	costBase    = -20  // decimal logarithm of the effort if there were one move and the game were even
	costOfMoves = 5.8  // of that, for each decimal logarithm of the product of both sides' moves
	costOfLead  = -0.4 // for each square that a side is ahead
	largestLead = 12   // squares that count
	largestCost = 18
)

// Cost estimates the effort to prove who wins from p, in nodes of the usual cost, if the side
// to move is expected to win by centi hundredths of a square. Two positions in three take
// between a hundredth and a hundred times that.
func Cost(p *engine.Position, centi int) float64 {
	if p.Ply() < engine.OpeningPlies {
		return math.Pow10(largestCost)
	}
	waited := p.Play(engine.Pass)
	moves := float64(max(1, p.CountMoves()) * max(1, waited.CountMoves()))
	lead := min(largestLead, math.Abs(float64(centi))/100)
	return math.Pow(10, min(largestCost, costBase+costOfMoves*math.Log10(moves)+costOfLead*lead))
}
