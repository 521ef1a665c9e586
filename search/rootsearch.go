package search

import (
	"math"
	"slices"

	"cathedral/engine"
)

// rootSearch is the state that the iterations and the proofs of a search share. Both sort the
// root moves; neither adds or removes any.
type rootSearch struct {
	worker   *worker // the first thread
	limits   Limits
	options  Options
	times    timeControl
	roots    []rootMove
	estimate int32 // of the root position
	depth    int   // of the last iteration that was finished, or has judged a move
}

// position returns the root position.
func (r *rootSearch) position() *engine.Position { return r.worker.frames[0].node.Position() }

// bring brings to the front a move that is proven to win at least margin.
func (r *rootSearch) bring(m engine.Move, margin int) {
	toFront(r.roots, slices.IndexFunc(r.roots, func(root rootMove) bool { return root.move == m }))
	root := &r.roots[0]
	root.least = max(root.least, margin)
}

// expected returns the expected margin of the root move at rank, in hundredths of a square.
func (r *rootSearch) expected(rank int) int {
	if value := r.roots[rank].value; value > -infinity {
		return scoreOf(value, Exact).Centi
	}
	return int(r.estimate)
}

// expectedSquares is expected, rounded to squares.
func (r *rootSearch) expectedSquares(rank int) int {
	return int(math.Round(float64(r.expected(rank)) / 100))
}
