package search

import "slices"

// How the window around the value of the last iteration grows. Not measured.
const (
	// aspirationDepth is the first depth with such a window: before it the values
	// change too much.
	aspirationDepth = 3
	// widening is the factor by which the window grows on the side that was wrong: the
	// larger it is, the fewer searches are repeated, in wider windows.
	widening = 3
	// widestAspiration is the width, in hundredths of a square, beyond which the window
	// is opened.
	widestAspiration = 2000
)

// iterate searches the root moves from index rank on to a depth and sorts them, the
// best first. It begins with a window around the last value of the first of them (an
// aspiration window), and widens it until the value lies inside.
func (w *worker) iterate(roots []rootMove, rank, depth int) {
	alpha, beta := int32(-infinity), int32(infinity)
	width := int32(w.techniques.Aspiration)
	last := roots[rank].value
	if width > 0 && depth >= aspirationDepth && last > -winBase && last < winBase {
		alpha, beta = last-width, last+width
	}
	for {
		value := w.searchRoot(roots[rank:], depth, alpha, beta)
		if w.control.stopped.Load() {
			return
		}
		slices.SortStableFunc(roots[rank:], func(a, b rootMove) int { return int(b.value) - int(a.value) })
		width *= widening
		switch {
		case value <= alpha:
			alpha = max(value-width, -infinity)
		case value >= beta:
			beta = min(value+width, infinity)
		default:
			return
		}
		if width > widestAspiration {
			alpha, beta = -infinity, infinity
		}
	}
}
