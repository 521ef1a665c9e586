package search

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/strength"
)

// rootMove is one of the moves that the search chooses from.
type rootMove struct {
	move      engine.Move
	value     int32 // of the last search that told it from worse, else -infinity
	depth     int   // of that search
	bound     Bound
	forcing   bool // closes or parries an enclosure: always searched
	solved    bool // least and most are equal, and the line runs to the end of the game
	least     int  // squares that it is proven to win at least
	most      int  // squares that it is proven to win at most
	selective int
	line      []engine.Move
	whim      int32 // part of value, by which a level likes the move more than it is worth
}

// sortedLoss is how much worse than the best a move may be, in hundredths of a square, to get
// an exact value at depth 1. If many captures threaten, exact values of the others take nine
// tenths of the nodes of the first five iterations. E135.
const sortedLoss = 300

// decided reports whether it is proven who wins after the move, or that it draws.
func (r *rootMove) decided() bool { return r.least >= 1 || r.most <= -1 || r.least == r.most }

// searchRoot searches the root moves to a depth. A move that turns out better than
// those before it gets its value and line even if the search is then stopped: it is
// worth more than the result of the iteration before. If the first move falls below alpha,
// the others are not searched: they would only be told from alpha, not from that move. E171.
func (w *worker) searchRoot(roots []rootMove, depth int, alpha, beta int32) int32 {
	bestValue := int32(-infinity)
	key := w.frames[0].node.Position().Key() ^ w.salt
	limit := w.techniques.rootLimit(depth)
	picker := &w.frames[0].picker
	picker.BeginWith(movesOf(roots))
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		i := picker.Index()
		root := &roots[i]
		if root.solved {
			bestValue, alpha = max(bestValue, root.value), max(alpha, root.value)
			continue
		}
		late := limit > 0 && i >= limit && !root.forcing
		if late || alpha >= beta || i > 0 && alpha >= w.objective.valueOfFinal(root.most) {
			root.value = -infinity
			continue
		}
		task := w.sharedTask(key, m, depth)
		if w.inProgress.Has(task) && picker.Defer(m) {
			continue
		}
		w.inProgress.Begin(task)
		w.selective = 0
		w.play(0, m)
		var value int32
		lower := alpha
		if depth <= 1 { // every move that is not much worse gets its own value, to be sorted by
			if lower = -infinity; w.attention == nil { // a level was rated with values of all
				lower = max(lower, alpha-sortedLoss)
			}
			value = w.searchNext(0, depth-1, lower, beta-root.whim, true) + root.whim
		} else {
			if i > 0 {
				value = w.scout(0, depth, i, alpha-root.whim, true) + root.whim
				if value > alpha && !w.control.stopped.Load() {
					w.judge(root, w.objective.within(value, root.least, root.most), LowerBound, depth)
				}
			}
			if i == 0 || value > alpha && value < beta {
				value = w.searchNext(0, depth-1, alpha-root.whim, beta-root.whim, true) + root.whim
			}
		}
		value = w.objective.within(value, root.least, root.most)
		w.inProgress.End(task)
		if w.control.stopped.Load() {
			return bestValue
		}
		if i == 0 || value > alpha || depth <= 1 {
			w.judge(root, value, boundOf(value, lower, beta), depth)
			if i == 0 && root.bound == UpperBound {
				return value
			}
		} else {
			root.value = -infinity
		}
		bestValue = max(bestValue, value)
		alpha = max(alpha, value)
	}
	return bestValue
}

// judge gives a root move, which was played into the next frame, what a search to depth found.
func (w *worker) judge(root *rootMove, value int32, bound Bound, depth int) {
	root.value, root.bound, root.selective, root.depth = value, bound, w.selective, depth
	next := &w.frames[1]
	root.line = append(append(root.line[:0], root.move), next.line[:next.length]...)
}

// movesOf returns the moves of the root moves.
func movesOf(roots []rootMove) []engine.Move {
	moves := make([]engine.Move, len(roots))
	for i := range roots {
		moves[i] = roots[i].move
	}
	return moves
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

// start makes a position the root of the worker's tree, and returns its root moves for
// some legal moves, the likely ones first. It marks those that enclose something, or
// build in a pocket of the enemy's. Below full strength only the moves that are noticed
// are root moves.
func (w *worker) start(p *engine.Position, moves []engine.Move) []rootMove {
	node := &w.frames[0].node
	node.Start(p, engine.NoMove)
	threatened := node.Features().Ground[p.Side().Opponent()].Pocket
	if threatened.Count() > engine.SideSquares {
		threatened = engine.Bitboard{} // not a pocket, but an empty city
	}
	wanted := make(map[engine.Move]bool, len(moves))
	for _, m := range moves {
		wanted[m] = true
	}
	roots := make([]rootMove, 0, len(moves))
	enclosing := make(map[engine.Move]bool)
	for _, e := range node.Enclosures(p.Side()) {
		enclosing[e.Move] = true
	}
	for _, m := range w.ranker.Sorted(node) {
		if !wanted[m] {
			continue
		}
		root := rootMove{move: m, value: -infinity, least: -noMargin, most: noMargin, line: []engine.Move{m}, whim: w.attention.Whim(m)}
		if m.IsPlacement() && !p.PlacesCathedral() {
			root.forcing = m.Squares().Intersects(threatened) ||
				!p.Territory(p.Side()).Contains(m.Squares()) && enclosing[m.Plain()]
		}
		roots = append(roots, root)
	}
	return strength.Noticed(w.attention, node, roots, func(root rootMove) engine.Move { return root.move })
}

// settleFor puts the best of the moves that an unfinished iteration has judged at the front.
// Its results are worth more than those of the iteration before, but only once it has searched
// the move that comes first.
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

// pursueMargin makes the worker seek the largest margin, since it is proven who wins: a
// certain win by one square no longer comes before a likely one by ten. E115.
func (w *worker) pursueMargin(roots []rootMove) {
	if w.objective == Margin {
		return
	}
	w.salt ^= w.objective.salt() ^ Margin.salt()
	w.objective = Margin
	for i := range roots {
		if root := &roots[i]; root.value > -infinity {
			root.value = int32(scoreOf(root.value, root.bound).Centi)
		}
	}
}

// sortRoots sorts root moves by their values, best first. Equal ones keep their order.
func sortRoots(roots []rootMove) {
	slices.SortStableFunc(roots, func(a, b rootMove) int { return int(b.value) - int(a.value) })
}

// toFront moves the root move of an index to the front of the others, which keep
// their order.
func toFront(roots []rootMove, index int) {
	first := roots[index]
	copy(roots[1:index+1], roots[:index])
	roots[0] = first
}
