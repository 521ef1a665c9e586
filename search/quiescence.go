package search

import "cathedral/search/ordering"

// quiesce returns the value of the position at ply, at the end of a line: estimate,
// or a higher estimate after a move that encloses enough. This captures hanging
// buildings before the position is judged. Replies are not searched.
func (w *worker) quiesce(ply int, estimate, alpha, beta int32) int32 {
	frame := &w.frames[ply]
	p := frame.node.Position()
	side := p.Side()
	features := frame.node.Features()
	ground := &features.Ground
	least, worth := w.techniques.QuiescenceGain, int32(w.techniques.QuiescenceWorth)
	hanging := ground[side].Pocket.And(p.Open(side).Or(ground[side.Opponent()].Lone)).AndNot(p.Territory(side))
	if least == 0 || ply >= ordering.MaxPly || estimate >= beta || p.PlacesCathedral() ||
		hanging.Count() < least || estimate+worth*int32(hanging.Count()) <= alpha {
		return estimate
	}
	bestValue := estimate
	w.captures = w.closers.Winning(w.captures[:0], &frame.node, ground[side].Pocket, least)
	for _, m := range w.captures {
		if !w.attention.Notices(&frame.node, m) {
			continue
		}
		w.play(ply, m)
		value := -w.frames[ply+1].node.Evaluate()
		if value > bestValue {
			bestValue = value
			if value >= beta {
				break
			}
		}
	}
	return bestValue
}
