package search

import "slices"

// verdict is what is proven of the margin, in squares, that the best root move leads
// to. Who wins is known long before the margin: every question for more or less than
// so many squares is answered by a null window.
type verdict struct{ least, most int }

func unknownVerdict() verdict { return verdict{-noBounds, noBounds} }

// clip returns the score nearest to one, in hundredths of a square, that the verdict
// leaves open.
func (v verdict) clip(centi int) int { return max(100*v.least, min(centi, 100*v.most)) }

// decide tries to prove with the effort allowed who wins, or that it is a draw, and
// reports whether that is known. Root moves that do worse are dropped as they are
// found; the first of those that are left is proven to do as well as any.
func (d *deepening) decide() bool {
	margins := [2]int{1, 0}
	if d.roots[0].value < 0 {
		margins = [2]int{0, 1} // one answer may do: a sure loss
	}
	for _, margin := range margins {
		if d.verdict.least >= margin || d.verdict.most < margin {
			continue
		}
		first, known := d.worker.atLeast(d.roots, margin)
		switch {
		case !known:
			return false
		case first < 0:
			d.verdict.most = margin - 1
		default:
			d.verdict.least = margin
			d.roots = slices.Delete(d.roots, 0, first)
			d.roots[0].least = margin
		}
	}
	// An iteration since may have brought another move to the front.
	for d.roots[0].least < d.verdict.least {
		first, known := d.worker.atLeast(d.roots[:1], d.verdict.least)
		switch {
		case !known:
			return false
		case first < 0:
			d.roots = slices.Delete(d.roots, 0, 1)
		default:
			d.roots[0].least = d.verdict.least
		}
	}
	return true
}

// takeProven brings the first of the moves to the front that are proven to win, or to
// draw where nothing wins, if there are any.
func (d *deepening) takeProven() {
	if !d.solved && d.verdict.least > -noBounds {
		toFront(d.roots, slices.IndexFunc(d.roots, func(root rootMove) bool { return root.least == d.verdict.least }))
	}
}
