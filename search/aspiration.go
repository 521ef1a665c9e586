package search

import "slices"

// The growth of the window around the value of the last iteration. Not measured.
const (
	// aspirationDepth is the first depth with such a window. At smaller depths the
	// values change too much from one iteration to the next.
	aspirationDepth = 3
	// widening is the factor by which the window grows on the side that failed. A
	// larger factor repeats fewer searches, but with wider windows.
	widening = 3
	// widestAspiration is the width, in hundredths of a square, beyond which the
	// window is opened completely.
	widestAspiration = 2000
)

// iterate searches the root moves from index rank on to depth and sorts them, best
// first. It begins with an aspiration window around the last value of the first of
// them, and widens it until the value lies inside.
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
