package study

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/bench/proofs"
	"cathedral/engine"
)

// estimate is an expected final margin for one side, in hundredths of a square.
type estimate struct {
	Centi float64
	Error float64 // one standard deviation
}

// rounded returns the value and half the width of its 95 % interval as whole numbers. The
// interval allows for the error that all values have in common, unless the value is certain.
func (e estimate) rounded() (centi, interval int) {
	if e.Error == 0 {
		return int(math.Round(e.Centi)), 0
	}
	return int(math.Round(e.Centi)), int(math.Round(1.96 * math.Hypot(e.Error, commonError)))
}

// negated returns the estimate for the other side.
func (e estimate) negated() estimate { return estimate{-e.Centi, e.Error} }

// combine returns the mean of two independent estimates, weighted by the inverse of their
// variances.
func combine(a, b estimate) estimate {
	weightA, weightB := 1/(a.Error*a.Error), 1/(b.Error*b.Error)
	sum := weightA + weightB
	return estimate{(weightA*a.Centi + weightB*b.Centi) / sum, math.Sqrt(1 / sum)}
}

// bounds returns the proven bounds of the result of a line, for the side to move in n.
func (n *node) bounds(l *line) (low, high proofs.Verdict) {
	switch {
	case l.node == nil:
		return proofs.Loss, proofs.Win
	case n.movesAgain(l):
		return l.node.low, l.node.high
	}
	return -l.node.high, -l.node.low
}

// movesAgain reports whether the side to move is the same after a line that is expanded, as
// under woods after the Cathedral.
func (n *node) movesAgain(l *line) bool { return n.Position.Side() == l.node.Position.Side() }

// within returns the estimate nearest to e whose sign agrees with the proven bounds. A win
// is one by a square at least.
func (e estimate) within(low, high proofs.Verdict) estimate {
	least := [...]float64{math.Inf(-1), 0, 100}[low-proofs.Loss]
	most := [...]float64{-100, 0, math.Inf(1)}[high-proofs.Loss]
	e.Centi = max(least, min(e.Centi, most))
	if least == most {
		e.Error = 0
	}
	return e
}

// evaluate computes the value, the bounds and the path of a node from its lines.
func (t *Tree) evaluate(n *node) {
	n.low, n.high = proofs.Loss, proofs.Win
	if n.Proven {
		n.low, n.high = n.Verdict, n.Verdict
	}
	if len(n.lines) == 0 { // the game is over
		margin := n.Position.Margin(n.Position.Side())
		n.value, n.best = estimate{Centi: float64(100 * margin)}, 0
		n.low = proofs.Verdict(max(-1, min(margin, 1)))
		n.high = n.low
	} else {
		t.evaluateLines(n)
	}
	t.findPath(n)
}

func (t *Tree) evaluateLines(n *node) {
	low, high := proofs.Loss, proofs.Loss
	if n.Rest > 0 {
		high = proofs.Win
	}
	for i := range n.lines {
		l := &n.lines[i]
		lineLow, lineHigh := n.bounds(l)
		if l.node == nil {
			l.value = t.dropOut(n, l)
		} else {
			l.value = t.expanded(n, l).within(lineLow, lineHigh)
		}
		low, high = max(low, lineLow), max(high, lineHigh)
		if i == 0 || l.value.Centi > n.lines[n.best].value.Centi {
			n.best = i
		}
	}
	n.low, n.high = max(n.low, low), min(n.high, high)
	value := n.lines[n.best].value
	if slices.ContainsFunc(n.lines, func(l line) bool { return l.node != nil }) { // it is expanded
		value.Error = n.errorOfBest()
	} else {
		// Games that passed the best line make the search's value surer in the same proportion.
		value.Error *= searchError(n.Position.Ply()) / lineError(n.Position.Ply())
	}
	if !n.Position.CathedralPending() { // whose placement the games do not choose
		value = t.withGames(value, n.key, n.Position.Ply(), n.Position.Side())
	}
	n.value = value.within(n.low, n.high)
}

// errorOfBest returns the root of the mean square of the difference between the largest
// of the lines' true values and the estimate of the best line. It grows with the number of lines
// that may be the best. The errors of lines are taken to be independent, and the largest of
// two values to have a normal distribution. See Clark, The Greatest of a Finite Set of Random
// Variables (1961).
func (n *node) errorOfBest() float64 {
	origin := n.lines[n.best].value
	mean, variance := 0.0, origin.Error*origin.Error
	for i := range n.lines {
		other := n.lines[i].value
		away, both := mean-(other.Centi-origin.Centi), math.Sqrt(variance+other.Error*other.Error)
		if i == n.best || both == 0 || away > 6*both {
			continue
		}
		standard := distuv.UnitNormal
		first, density := standard.CDF(away/both), standard.Prob(away/both)
		next := mean*first + (mean-away)*(1-first) + both*density
		square := (mean*mean+variance)*first + ((mean-away)*(mean-away)+other.Error*other.Error)*(1-first) + (2*mean-away)*both*density
		mean, variance = next, max(0, square-next*next)
	}
	return math.Sqrt(mean*mean + variance)
}

// dropOut returns the value of a line that is not expanded.
func (t *Tree) dropOut(n *node, l *line) estimate {
	value := t.searched(l.Centi, &n.Position)
	return t.withGames(value, l.after, n.Position.Ply()+1, n.Position.Side())
}

// expanded returns the value of an expanded line: that of its node, combined with n's own
// search.
func (t *Tree) expanded(n *node, l *line) estimate {
	value := l.node.value
	if !n.movesAgain(l) {
		value = value.negated()
	}
	if value.Error == 0 {
		return value
	}
	return combine(t.searched(l.Centi, &n.Position), value)
}

// searched returns the value of a line for the side to move in p, as a search of p has it.
func (t *Tree) searched(centi int, p *engine.Position) estimate {
	value := float64(centi) - searchOptimism(p.Ply()) + forSide(t.bias.at(p.Ply()), p.Side())
	return estimate{value, lineError(p.Ply())}
}

// forSide turns a value for Light into that for a side.
func forSide(value float64, side engine.Side) float64 {
	if side == engine.Dark {
		return -value
	}
	return value
}

// withGames combines an estimate for a side with the games that reached a position at a ply,
// given by its canonical key.
func (t *Tree) withGames(value estimate, key uint64, ply int, side engine.Side) estimate {
	tally := t.games[key]
	if tally == nil || value.Error == 0 {
		return value
	}
	games := float64(tally.Games())
	margin := forSide(100*float64(tally.Margin)/games, side)
	return combine(value, estimate{margin, math.Hypot(sharedError, gameError(ply)/math.Sqrt(games))})
}
