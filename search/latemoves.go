package search

import "cathedral/search/ordering"

// Late moves, which rank behind others, are searched to a smaller depth or skipped.

// moveLimit returns the number of moves that a node searches. It depends on the
// remaining depth and on missing, the amount by which the estimate lies below the
// window: the more is missing, the less likely are later moves to make up for it.
func (t *Techniques) moveLimit(depth int, principal bool, missing int32) int {
	limit := t.MovesAtOnce + t.MovesByDepth*depth*depth
	if t.MovesAtOnce == 0 && t.MovesByDepth == 0 {
		return ordering.All
	}
	if principal {
		return 2 * limit
	}
	if past := max(0, int(missing)+t.Hopeful); t.Halving > 0 {
		limit >>= min(past/t.Halving, 30)
		limit -= limit * (past % t.Halving) / (2 * t.Halving)
	}
	return max(limit, t.FewestMoves)
}

// reduction returns the number of plies by which the search of the move at index is
// reduced.
func (t *Techniques) reduction(depth, index int, principal bool) int {
	if depth < 2 || t.ReducedFrom == 0 || index < t.ReducedFrom {
		return 0
	}
	r := 1
	if index >= t.ReducedMoreFrom && !principal {
		r++
	}
	if index >= t.ReducedMostFrom {
		r++
	}
	return min(r, depth-1)
}

// rootLimit returns the number of root moves that the iteration at depth searches, 0
// for all.
func (t *Techniques) rootLimit(depth int) int {
	switch {
	case depth <= 1:
		return t.RootMovesDepth1
	case depth == 2:
		return t.RootMovesDepth2
	case depth == 3:
		return t.RootMovesDepth3
	}
	return t.RootMoves
}
