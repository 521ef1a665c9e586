package rating

import "cathedral/engine"

// halfPoints returns Light's score for an outcome, in half points.
func halfPoints(outcome engine.Outcome) int {
	switch outcome {
	case engine.LightWins:
		return 2
	case engine.Draw:
		return 1
	}
	return 0
}

// Pentanomial counts pairs of games by one party's score in both games together: 0
// points (LL), 1/2 (LD), 1 (WL or DD), 3/2 (WD), 2 (WW).
type Pentanomial [5]int

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Points returns the score of all games, in points.
func (p Pentanomial) Points() float64 {
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / 2
}

// Reverse returns the counts of the other party.
func (p Pentanomial) Reverse() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }
