package proof

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/transposition"
)

// Verdict is the proven range of the margin of the best root move. Who wins is known long
// before the margin: a null window answers whether it is at least 1, or at least 0.
type Verdict struct {
	least, most int           // squares
	proven      []engine.Move // that win at least the least
	refuted     []Refutation
}

// Refutation says that a move wins Most squares or less.
type Refutation struct {
	Move engine.Move
	Most int
}

// NewVerdict returns a verdict that leaves everything open.
func NewVerdict() Verdict { return Verdict{least: -noBounds, most: noBounds} }

// Promise records that some move, not known which, wins margin squares.
func (v *Verdict) Promise(margin int) { v.least = max(v.least, margin) }

// Deliver records that m is proven to win the least margin known.
func (v *Verdict) Deliver(m engine.Move) { v.proven = append(v.proven, m) }

// Owes reports whether a margin is promised and no move is proven to win it.
func (v *Verdict) Owes() bool { return v.least > -noBounds && len(v.proven) == 0 }

// Refutations returns the moves that the last Decide has refuted one by one. The verdict owns
// them.
func (v *Verdict) Refutations() []Refutation { return v.refuted }

// Range returns the least and the most that the best root move is known to win, in squares.
func (v *Verdict) Range() (least, most int) { return v.least, v.most }

// Clip returns the score nearest to centi, in hundredths of a square, that the
// verdict leaves open.
func (v *Verdict) Clip(centi int) int { return max(100*v.least, min(centi, 100*v.most)) }

// Proves reports whether m is proven to win, or to draw if nothing wins.
func (v *Verdict) Proves(m engine.Move) bool { return slices.Contains(v.proven, m) }

// Least returns the least margin in squares that m is proven to win, and whether one is
// proven.
func (v *Verdict) Least(m engine.Move) (margin int, known bool) { return v.least, v.Proves(m) }

// Margin returns the proven bound on the final margin, in squares for the side to move, once
// it is known who wins: at least 1, at most -1, or exactly 0.
func (v *Verdict) Margin() (margin int, bound transposition.Bound) {
	switch {
	case v.least >= 1:
		return v.least, transposition.LowerBound
	case v.most <= -1:
		return v.most, transposition.UpperBound
	}
	return 0, transposition.Exact
}

// Decide tries to prove who wins from p, or that it is a draw, with the effort that s is
// allowed. It reports whether the outcome is known. expected is the likely margin in squares:
// for a loss, one answer may suffice. It returns moves in another order: if the outcome is
// known, the first is proven to be as good as any.
func (v *Verdict) Decide(s *Solver, p *engine.Position, moves []engine.Move, expected int) (ordered []engine.Move, known bool) {
	margins := [2]int{1, 0}
	if expected <= 0 {
		margins = [2]int{0, 1}
	}
	v.refuted = nil
	ordered = slices.Clone(moves)
	for _, margin := range margins {
		if v.least >= margin || v.most < margin {
			continue
		}
		first, known := s.atLeast(p, ordered, margin, expected >= margin)
		if !known || s.Team == nil { // the moves were tried in their order
			v.refute(ordered[:max(0, first)], margin-1)
		}
		switch {
		case !known:
			return ordered, false
		case first < 0:
			v.most = margin - 1
		default:
			toFront(ordered, first)
			v.least, v.proven = margin, []engine.Move{ordered[0]}
		}
	}
	// A later iteration may have brought another move to the front.
	for v.least > -noBounds && !v.Proves(ordered[0]) {
		first, known := s.atLeast(p, ordered[:1], v.least, true)
		switch {
		case !known:
			return ordered, false
		case first < 0:
			v.refute(ordered[:1], v.least-1)
			toFront(ordered, slices.IndexFunc(ordered, func(m engine.Move) bool { return !v.isRefuted(m) }))
		default:
			v.proven = append(v.proven, ordered[0])
		}
	}
	return ordered, true
}

func (v *Verdict) refute(moves []engine.Move, most int) {
	for _, m := range moves {
		v.refuted = append(v.refuted, Refutation{m, most})
	}
}

// isRefuted reports whether a move is known to do worse than the best.
func (v *Verdict) isRefuted(m engine.Move) bool {
	return slices.ContainsFunc(v.refuted, func(r Refutation) bool { return r.Move == m && r.Most < v.least })
}

// toFront moves the move at index to the front of moves; the others keep their order.
func toFront(moves []engine.Move, index int) {
	first := moves[index]
	copy(moves[1:index+1], moves[:index])
	moves[0] = first
}
