package search

import "cathedral/search/ordering"

// Late moves, which rank behind others, are searched less deep or not at all.

// moveLimit returns how many moves a node looks at, by its remaining depth and by how
// much its estimate lies below the window: the more is missing, the less likely is any
// but the first moves to make up for it.
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

// reduction returns by how many plies the search of a late move is reduced.
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

// rootLimit returns how many root moves an iteration looks at, 0 for all. The first
// iteration looks at all and puts them in order.
func (t *Techniques) rootLimit(depth int) int {
	switch {
	case depth <= 1:
		return 0
	case depth == 2:
		return t.RootMovesDepth2
	case depth == 3:
		return t.RootMovesDepth3
	}
	return t.RootMoves
}
