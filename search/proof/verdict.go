package proof

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/transposition"
)

// Verdict is what is proven of the margin that the best root move leads to. Who wins
// is known long before the margin: a null window answers whether it is at least 1, or
// at least 0.
type Verdict struct {
	least, most int           // squares
	proven      []engine.Move // that win at least the least
	refuted     int           // see Refuted
	asked       int           // the margin that was asked for last
}

// NewVerdict returns a verdict that leaves everything open.
func NewVerdict() Verdict { return Verdict{least: -noBounds, most: noBounds} }

// Promise adds that some move, nobody knows which, wins a margin in squares.
func (v *Verdict) Promise(margin int) { v.least = max(v.least, margin) }

// Deliver adds that a move is proven to win the least margin that is known.
func (v *Verdict) Deliver(m engine.Move) { v.proven = append(v.proven, m) }

// Owes reports whether some move is promised to win a margin and none is proven to.
func (v *Verdict) Owes() bool { return v.least > -noBounds && len(v.proven) == 0 }

// Refuted returns how many of the moves that the last Decide left, from the front, win no
// more than a margin in squares.
func (v *Verdict) Refuted() (count, margin int) { return v.refuted, v.asked - 1 }

// Range returns the least and the most that the best root move is known to win, in squares.
func (v *Verdict) Range() (least, most int) { return v.least, v.most }

// Clip returns the score nearest to a score, in hundredths of a square, that the
// verdict leaves open.
func (v *Verdict) Clip(centi int) int { return max(100*v.least, min(centi, 100*v.most)) }

// Proves reports whether a move is proven to win, or to draw if nothing wins.
func (v *Verdict) Proves(m engine.Move) bool { return slices.Contains(v.proven, m) }

// Least returns the least margin in squares that a move is proven to win, and whether
// there is one.
func (v *Verdict) Least(m engine.Move) (margin int, known bool) { return v.least, v.Proves(m) }

// Margin returns what is proven of the final margin, in squares for the side to move,
// once it is known who wins: it is at least 1, at most -1, or exactly 0.
func (v *Verdict) Margin() (margin int, bound transposition.Bound) {
	switch {
	case v.least >= 1:
		return v.least, transposition.LowerBound
	case v.most <= -1:
		return v.most, transposition.UpperBound
	}
	return 0, transposition.Exact
}

// Decide tries to prove, with the effort that the solver is allowed, who wins from a
// position, or that it is a draw, and reports whether that is known. losing says that
// a loss is likely, so that one answer may do. It returns the moves that are left: those
// found to do worse are dropped from the front, and the first that is left is proven to
// do as well as any if the outcome is known. A team may drop others that do as well, since
// it looks at the moves from both ends.
func (v *Verdict) Decide(s *Solver, p *engine.Position, moves []engine.Move, losing bool) (left []engine.Move, known bool) {
	margins := [2]int{1, 0}
	if losing {
		margins = [2]int{0, 1}
	}
	v.refuted = 0
	for _, margin := range margins {
		if v.least >= margin || v.most < margin {
			continue
		}
		first, known := s.atLeast(p, moves, margin, !losing && margin == 1) // draws are rare
		switch {
		case !known:
			v.refuted, v.asked = first, margin
			return moves, false
		case first < 0:
			v.most = margin - 1
		default:
			moves = moves[first:]
			v.least, v.proven = margin, []engine.Move{moves[0]}
		}
	}
	// An iteration since may have brought another move to the front.
	for v.least > -noBounds && !v.Proves(moves[0]) {
		first, known := s.atLeast(p, moves[:1], v.least, true)
		switch {
		case !known:
			return moves, false
		case first < 0:
			moves = moves[1:]
		default:
			v.proven = append(v.proven, moves[0])
		}
	}
	return moves, true
}
