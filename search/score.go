package search

import "cathedral/engine"

// Bound tells how a score stands to the true value of the searched depth.
type Bound uint8

const (
	Exact Bound = iota
	LowerBound
	UpperBound
)

// Score is a final margin, expected or proven, from the side to move's view: the
// opponent's unplaced squares less its own.
type Score struct {
	Centi int   // hundredths of a square
	Bound Bound // of an expected score
	Final bool  // proven: Centi is a whole number of squares
}

// Squares returns a proven margin in whole squares.
func (s Score) Squares() int { return s.Centi / 100 }

// Inside the search a value is a number of hundredths of a square. With the
// objective WinFirst the ends of games lie beyond all estimates, so that a sure
// win by one square goes before a likely one by ten.
const (
	winBase  = 20_000
	infinity = 32_000
)

// valueOfFinal returns the value of a game that ends with a margin in squares.
func (o Objective) valueOfFinal(margin int) int32 {
	value := int32(100 * margin)
	switch {
	case o == Margin || margin == 0:
		return value
	case margin > 0:
		return winBase + value
	}
	return -winBase + value
}

// scoreOf returns the score for a value of the search.
func scoreOf(value int32, bound Bound) Score {
	switch {
	case value > winBase:
		value -= winBase
	case value < -winBase:
		value += winBase
	}
	return Score{Centi: int(value), Bound: bound}
}

// finalMargin returns the margin for the side to move of a game that is over.
func finalMargin(p *engine.Position) int { return p.Margin(p.Side()) }
