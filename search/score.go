package search

import (
	"math"

	"cathedral/search/transposition"
)

// Bound tells how a score stands to the true value of the searched depth.
type Bound = transposition.Bound

const (
	Exact      = transposition.Exact
	LowerBound = transposition.LowerBound // the true value may be larger
	UpperBound = transposition.UpperBound // the true value may be smaller
)

// Score is a final margin, expected or proven, from the side to move's view: the
// opponent's unplaced squares less its own.
type Score struct {
	Centi int   // hundredths of a square
	Bound Bound // of an expected score
	Final bool  // proven: Centi is a whole number of squares
}

// wdlModel tells how sure a score is at some ply: where draws end, and how wide
// what comes of it scatters, in hundredths of a square.
type wdlModel struct{ draw, spread float64 }

// WDL returns the chances of a win, a draw and a loss for the side to move, in
// thousandths, of a score for a position so many plies into the game. They were
// fitted by ordered logistic regression to what came of such scores in the
// engine's own games; EXPERIMENTS.md says how well. A proven score is certain.
func (s Score) WDL(ply int) (win, draw, loss int) {
	switch {
	case s.Final && s.Centi > 0:
		return 1000, 0, 0
	case s.Final && s.Centi < 0:
		return 0, 0, 1000
	case s.Final:
		return 0, 1000, 0
	}
	model := wdlByPly[min(max(ply, 0), len(wdlByPly)-1)]
	chance := func(centi float64) int {
		return int(math.Round(1000 / (1 + math.Exp((model.draw-centi)/model.spread))))
	}
	win, loss = chance(float64(s.Centi)), chance(float64(-s.Centi))
	return win, 1000 - win - loss, loss
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
