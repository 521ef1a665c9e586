package proof

import (
	"math"

	"cathedral/engine"
)

// The model of Cost, fitted to the nodes that it took to prove who wins in positions of
// testdata/positions.txt and strong.txt. The standard deviation of the logarithm is 1.3. E202 in
// experiments.csv.
const (
	costBase        = 1.29  // decimal logarithm of the effort if bounds nearly decide
	costOfShortfall = 0.195 // of that, for each square of the shortfall
	largestCost     = 18    // of that, if nothing can be proven
)

// Cost estimates the effort to prove who wins from p, in nodes of the usual cost, if the side
// to move is expected to win by centi hundredths of a square. Only the sign of centi counts.
func Cost(p *engine.Position, centi int) float64 {
	if p.Ply() < engine.OpeningPlies {
		return math.Pow10(largestCost)
	}
	winner := p.Side()
	if centi < 0 {
		winner = winner.Opponent()
	}
	missing := shortfall(newPacker(costMemory), p, winner, 1)
	if missing == 0 {
		return 1
	}
	return math.Pow(10, costBase+costOfShortfall*float64(missing))
}

// costMemory is the number of answers about packing that are remembered for one shortfall.
const costMemory = 1 << 8

// shortfall returns the squares by which bounds fail to prove that side wins need squares in p. It
// is what makes a proof expensive. If too much is exposed for bounds, side gains nothing.
func shortfall(k *packer, p *engine.Position, side engine.Side, need int) int {
	least := p.Margin(side) - p.Hand(side.Opponent()).Squares()
	if g, known := k.gains(p, comparisonEffort()); known {
		least, _ = g.margins(p, side)
	}
	return max(0, need-least)
}
