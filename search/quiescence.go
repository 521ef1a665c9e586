package search

import "cathedral/search/ordering"

// quiesce returns the value of the position at ply, at the end of a line: estimate,
// or a higher estimate after a move that encloses enough. This captures hanging
// buildings before the position is judged. Replies are not searched.
func (w *worker) quiesce(ply int, estimate, alpha, beta int32) int32 {
	frame := &w.frames[ply]
	p := frame.node.Position()
	side := p.Side()
	least, worth := w.techniques.QuiescenceGain, int32(w.techniques.QuiescenceWorth)
	if least == 0 || ply >= ordering.MaxPly || estimate >= beta || p.PlacesCathedral() || frame.node.BestGain() < least {
		return estimate
	}
	bestValue := estimate
	ground := &frame.node.Features().Ground[side]
	for _, e := range frame.node.Enclosures(side) {
		if e.Gain < least || !ground.Pocket.Contains(e.Region) || estimate+worth*int32(e.Gain) <= alpha ||
			!w.attention.Notices(&frame.node, e.Move) {
			continue
		}
		w.play(ply, e.Move)
		value := -w.evaluate(&w.frames[ply+1].node, -beta, -bestValue)
		if value > bestValue {
			bestValue = value
			if value >= beta {
				break
			}
		}
	}
	return bestValue
}
