package search

// iterate searches the root moves from index rank on to depth and sorts them, best
// first. It begins with an aspiration window around the last value of the first of
// them, and widens it until the value lies inside. A first move that falls below it loses
// its place to those that were worth more in the last iteration.
func (w *worker) iterate(roots []rootMove, rank, depth int) {
	alpha, beta := int32(-infinity), int32(infinity)
	width := int32(w.techniques.Aspiration)
	last := roots[rank].value
	if width > 0 && depth >= w.techniques.AspirationDepth && last > -winBase && last < winBase {
		alpha, beta = last-width, last+width
	}
	for {
		value := w.searchRoot(roots[rank:], depth, alpha, beta)
		if w.control.stopped.Load() {
			return
		}
		sortRoots(roots[rank:])
		width *= int32(max(2, w.techniques.AspirationGrowth))
		switch {
		case value <= alpha:
			alpha = max(value-width, -infinity)
		case value >= beta:
			beta = min(value+width, infinity)
		default:
			return
		}
		if width > int32(w.techniques.WidestAspiration) {
			alpha, beta = -infinity, infinity
		}
	}
}
