package search

import (
	"fmt"
	"math"

	"cathedral/engine"
	"cathedral/search/transposition"
)

// Bound says how a score relates to the true value at the searched depth.
type Bound = transposition.Bound

const (
	Exact      = transposition.Exact
	LowerBound = transposition.LowerBound // the true value may be larger
	UpperBound = transposition.UpperBound // the true value may be smaller
)

// Score is an expected or proven final margin, from the side to move's view: the
// opponent's unplaced squares minus its own.
type Score struct {
	Centi int   // hundredths of a square
	Bound Bound // Exact, or the side of Centi on which the margin may lie
	Final bool  // the score is proven, Centi is a multiple of 100, and Bound is certain
}

// String returns the score in squares for the side to move, such as "+2.71". A proven one
// says so: "+3, proven", or "at least +3, proven" if Bound leaves one side open.
func (s Score) String() string {
	text := fmt.Sprintf("%+.2f", float64(s.Centi)/100)
	if s.Final {
		text = fmt.Sprintf("%+d", s.Squares())
	}
	switch s.Bound {
	case LowerBound:
		text = "at least " + text
	case UpperBound:
		text = "at most " + text
	}
	if s.Final {
		text += ", proven"
	}
	return text
}

// wdlModel has the parameters of the chances at one ply, in hundredths of a square.
// At a score of draw a win is as likely as not; spread is the scale of the logistic
// curve.
type wdlModel struct{ draw, spread float64 }

// WDL returns the chances, in thousandths, that the side to move wins, draws or
// loses when the position at ply has the score s. They were fitted by ordered
// logistic regression to the engine's own games; E100 in experiments.csv has the fit.
// A proven score is certain.
func (s Score) WDL(ply int) (win, draw, loss int) {
	switch {
	case s.Final && s.Centi > 0 && s.Bound != UpperBound:
		return 1000, 0, 0
	case s.Final && s.Centi < 0 && s.Bound != LowerBound:
		return 0, 0, 1000
	case s.Final && s.Centi == 0 && s.Bound == Exact:
		return 0, 1000, 0
	}
	model := wdlByPly[min(max(ply, 0), len(wdlByPly)-1)]
	chance := func(centi float64) int {
		return int(math.Round(1000 / (1 + math.Exp((model.draw-centi)/model.spread))))
	}
	win, loss = chance(float64(s.Centi)), chance(float64(-s.Centi))
	return win, 1000 - win - loss, loss
}

// finalScore returns a proven score of margin squares.
func finalScore(margin int, bound Bound) Score {
	return Score{Centi: 100 * margin, Bound: bound, Final: true}
}

// Squares returns the margin of a proven score in whole squares.
func (s Score) Squares() int { return s.Centi / 100 }

// Inside the search a value is a number of hundredths of a square. With the
// objective WinFirst, values of finished games lie beyond all estimates, so that a
// certain win by one square comes before a likely win by ten.
const (
	winBase  = 20_000
	infinity = 32_000
)

// noMargin is a margin, in squares, that no game ends beyond.
const noMargin = 2 * engine.SideSquares

// salt returns a number that keeps values of this objective apart in the transposition
// table.
func (o Objective) salt() uint64 { return uint64(o) * 0x9e3779b97f4a7c15 }

// valueOfFinal returns the value of a game that ends with margin, in squares.
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

// within returns the value that a search found for a position, corrected by bounds on its
// margin, in squares. If they prove a win or a loss, it is the value of a finished game with
// the margin that the search expects.
func (o Objective) within(value int32, low, high int) int32 {
	switch {
	case o == WinFirst && low > 0 && value < winBase:
		return winBase + max(value, int32(100*low))
	case o == WinFirst && high < 0 && value > -winBase:
		return -winBase + min(value, int32(100*high))
	}
	return max(o.valueOfFinal(low), min(value, o.valueOfFinal(high)))
}

// scoreOf returns the score for a value of the search and its bound.
func scoreOf(value int32, bound Bound) Score {
	switch {
	case value > winBase:
		value -= winBase
	case value < -winBase:
		value += winBase
	}
	const most = 100 * engine.SideSquares // a bound may lie beyond it, at a level by a whim
	return Score{Centi: max(-most, min(int(value), most)), Bound: bound}
}
