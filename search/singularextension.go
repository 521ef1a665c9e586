package search

import (
	"cathedral/engine"
	"cathedral/search/transposition"
)

// singularMove returns the table's move at ply if it is singular: if a search of all others to
// half the depth finds them worse than its value less a margin. It is then searched one ply deeper
// (Anantharaman, Campbell and Hsu, Singular Extensions, 1990). Otherwise singularMove returns NoMove
// and the value that another move reaches, or -infinity without a search. If that value exceeds the
// window, two moves do, and the node is cut off (Björnsson and Marsland, Multi-cut Alpha-Beta
// Pruning, 1999).
func (w *worker) singularMove(ply, depth int, known *transposition.Entry) (singular engine.Move, reached int32) {
	least, frame := w.techniques.SingularDepth, &w.frames[ply]
	if least == 0 || depth < least || frame.except != engine.NoMove || known.Move == engine.NoMove ||
		int(known.Depth) < depth-singularBehind || known.Bound == UpperBound || max(known.Value, -known.Value) >= winBase {
		return engine.NoMove, -infinity
	}
	low := int32(known.Value) - int32(w.techniques.SingularMargin*depth)
	frame.except = known.Move
	value := w.search(ply, (depth-1)/2, low-1, low, false)
	frame.except = engine.NoMove
	if value < low {
		return known.Move, -infinity
	}
	return engine.NoMove, low
}

// singularBehind is the number of plies by which the table's value may be less deep than the
// search. Not measured.
const singularBehind = 3
