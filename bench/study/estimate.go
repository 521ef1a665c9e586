package study

import (
	"math"

	"cathedral/bench/endings"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Estimate is an expected final margin for one side, in hundredths of a square.
type Estimate struct {
	Centi float64
	Error float64 // one standard deviation
}

// rounded returns the value and half the width of its 95 % interval as whole numbers.
func (e Estimate) rounded() (centi, interval int) {
	return int(math.Round(e.Centi)), int(math.Round(1.96 * e.Error))
}

// negated returns the estimate for the other side.
func (e Estimate) negated() Estimate { return Estimate{-e.Centi, e.Error} }

// combine returns the mean of two independent estimates, weighted by the inverse of their
// variances.
func combine(a, b Estimate) Estimate {
	weightA, weightB := 1/(a.Error*a.Error), 1/(b.Error*b.Error)
	sum := weightA + weightB
	return Estimate{(weightA*a.Centi + weightB*b.Centi) / sum, math.Sqrt(1 / sum)}
}

// atPly returns the entry of a ply in a table whose last entry is that of all later ones.
func atPly(table []float64, ply int) float64 { return table[min(ply, len(table)-1)] }

// searchError returns the standard deviation, in hundredths of a square, of the errors of a
// search at a ply. Up to ply 4 it is that of the final margin less the search's value
// between positions, in the 2,240 classic games of the study. It is the component between
// groups of a one-way analysis of variance; each position that several games reached is a
// group. From ply 5 on each game has positions of its own, and it is the deviation of margin
// less value, less that of a game's margin.
func searchError(ply int) float64 {
	return atPly([]float64{45, 45, 57, 95, 137, 125, 125, 125, 125, 125, 100, 80, 60, 45, 30}, ply)
}

// lineError returns the standard deviation, in hundredths of a square, of the errors of the
// value of one line of a search at a ply: the component between groups of the same analysis.
// Here a group is the games in which the same move was picked in the same position, and the
// error is the margin less the value of that line. It is larger than searchError, because
// later in the game the best line is replaced if it turns out bad. From ply 5 on it is
// assumed to be larger by the same part as at ply 4.
func lineError(ply int) float64 {
	return atPly([]float64{45, 83, 109, 177, 173, 160, 160, 160, 160, 160, 130, 105, 80, 60, 40}, ply)
}

// searchOptimism returns by how much a search at a ply overestimates the side to move, in
// hundredths of a square. That is half of the average loss of a move when the position after it
// gets its own search. It was 45 for 430 lines up to ply 3, with 100,000 nodes and 6 lines.
// Between plies 5 and 8 of games it was about zero.
func searchOptimism(ply int) float64 { return atPly([]float64{22, 22, 22, 22, 22, 10, 0}, ply) }

// gameError returns the standard deviation, in hundredths of a square, of the margins of
// games from one position at a ply: the component within groups of the same analysis. At ply
// 4, when the moves of that study are no longer random, games of practice were analysed.
func gameError(ply int) float64 {
	return atPly([]float64{230, 230, 217, 197, 170, 150, 140, 130, 120, 110, 85, 60, 50, 40, 30}, ply)
}

// sharedError is the standard deviation, in hundredths of a square, of the error that all
// games from a position share, because the same opponents make the same mistakes. Between
// games of the study, of practice and of matches, the means of the same positions differ by
// half a square to a square more than chance explains.
const sharedError = 70

// bounds returns the proven bounds of the result of a line, for the side to move in n.
func (n *node) bounds(l *line) (low, high endings.Verdict) {
	switch {
	case l.node == nil:
		return endings.Loss, endings.Win
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
func (e Estimate) within(low, high endings.Verdict) Estimate {
	least := [...]float64{math.Inf(-1), 0, 100}[low-endings.Loss]
	most := [...]float64{-100, 0, math.Inf(1)}[high-endings.Loss]
	e.Centi = max(least, min(e.Centi, most))
	if least == most {
		e.Error = 0
	}
	return e
}

// evaluate computes the value, the bounds and the path of a node from its lines.
func (t *Tree) evaluate(n *node) {
	n.low, n.high = endings.Loss, endings.Win
	if n.Proven {
		n.low, n.high = n.Verdict, n.Verdict
	}
	if len(n.lines) == 0 { // the game is over
		margin := n.Position.Margin(n.Position.Side())
		n.value, n.best = Estimate{Centi: float64(100 * margin)}, 0
		n.low = endings.Verdict(max(-1, min(margin, 1)))
		n.high = n.low
	} else {
		t.evaluateLines(n)
	}
	t.findPath(n)
}

func (t *Tree) evaluateLines(n *node) {
	low, high := endings.Loss, endings.Loss
	if n.Rest > 0 {
		high = endings.Win
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
	value.Error = min(value.Error, searchError(n.Position.Ply()))
	if !n.Position.CathedralPending() { // whose placement the games do not choose
		value = t.withGames(value, n.key, n.Position.Ply(), n.Position.Side())
	}
	n.value = value.within(n.low, n.high)
}

// dropOut returns the value of a line that is not expanded.
func (t *Tree) dropOut(n *node, l *line) Estimate {
	value := t.searched(l.Centi, &n.Position)
	return t.withGames(value, l.after, n.Position.Ply()+1, n.Position.Side())
}

// expanded returns the value of an expanded line: that of its node, combined with n's own
// search.
func (t *Tree) expanded(n *node, l *line) Estimate {
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
func (t *Tree) searched(centi int, p *engine.Position) Estimate {
	value := float64(centi) - searchOptimism(p.Ply())
	if p.Ply() <= lastBiasedPly {
		value += forSide(t.bias.mean(), p.Side())
	}
	return Estimate{value, lineError(p.Ply())}
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
func (t *Tree) withGames(value Estimate, key uint64, ply int, side engine.Side) Estimate {
	tally := t.games[key]
	if tally == nil || value.Error == 0 {
		return value
	}
	games := float64(tally.Games())
	margin := forSide(100*float64(tally.Margin)/games, side)
	return combine(value, Estimate{margin, math.Hypot(sharedError, gameError(ply)/math.Sqrt(games))})
}

// lastBiasedPly is the last ply at which the searches in games expected another margin than
// came, on average; later they are mostly proofs.
const lastBiasedPly = 9

// searchBias is the sum of how much better for Light games ended than searches in them
// expected, in hundredths of a square, and the number of these searches.
type searchBias struct {
	sum      float64
	searches int
}

// mean returns the mean, or 0 without searches.
func (b *searchBias) mean() float64 { return b.sum / float64(max(1, b.searches)) }

// add adds the searches of a game that ended with a margin for Light.
func (b *searchBias) add(game *record.Game, positions []engine.Position, margin int) {
	for i, move := range game.Moves {
		p := &positions[i]
		comment, searched := record.ParseMoveComment(move.Comment)
		if !searched || p.PlacesCathedral() || p.Ply() > lastBiasedPly {
			continue
		}
		expected := float64(comment.Centi) - searchOptimism(p.Ply())
		b.sum += float64(100*margin) - forSide(expected, p.Side())
		b.searches++
	}
}
