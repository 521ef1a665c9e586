package search

import (
	"slices"

	"cathedral/engine"
)

// rootMove is one of the moves that the search chooses from.
type rootMove struct {
	move      engine.Move
	value     int32 // of the last search that told it from worse, else -infinity
	depth     int   // of that search
	bound     Bound
	forcing   bool // closes or parries an enclosure: always looked at
	solved    bool // value is 100 times the proven margin
	least     int  // squares that the move is proven to win at least
	selective int
	line      []engine.Move
}

// rootLimit returns how many root moves an iteration looks at, forcing moves
// apart. The first iteration looks at all and puts them in order.
func rootLimit(depth int) int {
	switch {
	case depth <= 1:
		return 1 << 30
	case depth == 2:
		return 400
	case depth == 3:
		return 160
	}
	return 80
}

// aspiration is half the width of the first window around the value of the
// iteration before, in hundredths of a square.
const aspiration = 60

// iterate searches the root moves from index rank on to a depth, in a window
// around the last value of the first of them, and sorts them best first.
func (w *worker) iterate(roots []rootMove, rank, depth int) {
	alpha, beta := int32(-infinity), int32(infinity)
	width := int32(aspiration)
	last := roots[rank].value
	if depth >= 3 && last > -winBase && last < winBase {
		alpha, beta = last-width, last+width
	}
	for {
		value := w.searchRoot(roots[rank:], depth, alpha, beta)
		if w.control.stopped.Load() {
			return
		}
		slices.SortStableFunc(roots[rank:], func(a, b rootMove) int { return int(b.value) - int(a.value) })
		width *= 3
		switch {
		case value <= alpha:
			alpha = max(value-width, -infinity)
		case value >= beta:
			beta = min(value+width, infinity)
		default:
			return
		}
		if width > 2000 {
			alpha, beta = -infinity, infinity
		}
	}
}

// searchRoot searches the root moves to a depth. A move that turns out better
// than those before it gets its value and line even if the search is then
// stopped: what it knows is worth more than the iteration before.
func (w *worker) searchRoot(roots []rootMove, depth int, alpha, beta int32) int32 {
	bestValue := int32(-infinity)
	limit := rootLimit(depth)
	key := w.frames[0].node.Position().Key() ^ w.salt
	var waiting []int // moves that another thread is at
	for n := 0; n < len(roots)+len(waiting); n++ {
		i := n
		if n >= len(roots) {
			i = waiting[n-len(roots)]
		}
		root := &roots[i]
		if !w.sound && i >= limit && !root.forcing {
			root.value = -infinity
			continue
		}
		claim := w.claim(key, root.move, depth)
		if n > 0 && n < len(roots) && w.claims.taken(claim) {
			waiting = append(waiting, i)
			root.value = -infinity // should a cut come first
			continue
		}
		w.claims.take(claim)
		w.selective = 0
		w.play(0, root.move)
		var value int32
		full := i == 0 || depth <= 1 && !w.sound
		if !full {
			reduced := 0
			if !w.sound {
				reduced = reduction(depth, i, true)
			}
			value = w.searchNext(0, depth-1-reduced, alpha, alpha+1, false)
			if value > alpha && reduced > 0 {
				value = w.searchNext(0, depth-1, alpha, alpha+1, false)
			}
			full = value > alpha && value < beta
		}
		if full {
			low := alpha
			if depth <= 1 {
				low = -infinity // every move gets a value of its own to be sorted by
			}
			value = w.searchNext(0, depth-1, low, beta, true)
		}
		w.claims.release(claim)
		if w.control.stopped.Load() {
			return bestValue
		}
		if i == 0 || value > alpha || depth <= 1 {
			root.value, root.bound, root.selective, root.depth = value, boundOf(value, alpha, beta), w.selective, depth
			next := &w.frames[1]
			root.line = append(append(root.line[:0], root.move), next.line[:next.length]...)
		} else {
			root.value = -infinity
		}
		bestValue = max(bestValue, value)
		alpha = max(alpha, value)
		if alpha >= beta {
			for j := n + 1; j < len(roots); j++ {
				roots[j].value = -infinity
			}
			break
		}
	}
	return bestValue
}

func boundOf(value, alpha, beta int32) Bound {
	switch {
	case value <= alpha:
		return UpperBound
	case value >= beta:
		return LowerBound
	}
	return Exact
}

// newRoots makes a position the root and returns its moves, the likely ones first,
// and marks those that close an enclosure or build where the enemy could close one.
func (w *worker) newRoots(p *engine.Position, moves []engine.Move) []rootMove {
	frame := &w.frames[0]
	frame.node.Start(p)
	features := frame.node.Features()
	threatened := features.Ground[p.Side().Opponent()].Pocket
	if threatened.Count() > fullCity/2 {
		threatened = engine.Bitboard{} // no pocket, but an empty city
	}
	w.generate(0, allMoves)
	slices.SortStableFunc(frame.moves, func(a, b scoredMove) int { return int(b.score) - int(a.score) })
	wanted := make(map[engine.Move]bool, len(moves))
	for _, m := range moves {
		wanted[m] = true
	}
	roots := make([]rootMove, 0, len(moves))
	gains := p.Gains(engine.AllSquares())
	for _, scored := range frame.moves {
		m := scored.move
		if !wanted[m] {
			continue
		}
		root := rootMove{move: m, value: -infinity, least: -noBounds, line: []engine.Move{m}}
		if m.IsPlacement() && !p.PlacesCathedral() {
			root.forcing = m.Squares().Intersects(threatened) ||
				!p.Territory(p.Side()).Contains(m.Squares()) && gains.Of(m) > 0
		}
		roots = append(roots, root)
	}
	return roots
}

// settleFor puts the best of the moves that an unfinished iteration has judged at
// the front. What it knows is worth more than what the iteration before knew, but
// only once it has looked at the move that was best then.
func settleFor(roots []rootMove, depth int) {
	if roots[0].depth != depth {
		return
	}
	top := 0
	for i := range roots {
		if roots[i].depth == depth && roots[i].bound != UpperBound && roots[i].value > roots[top].value {
			top = i
		}
	}
	toFront(roots, top)
}

// toFront moves the root move of an index to the front of the others, which keep
// their order.
func toFront(roots []rootMove, index int) {
	first := roots[index]
	copy(roots[1:index+1], roots[:index])
	roots[0] = first
}
