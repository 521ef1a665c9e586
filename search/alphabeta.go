package search

import (
	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/transposition"
)

// The constants of the search's selectivity. EXPERIMENTS.md tells where they come from.
const (
	// reverseFutility is how much an estimate must lie above the window, in
	// hundredths of a square for each ply still to be searched, for the position to
	// be believed good enough without a search. It is tried up to
	// reverseFutilityDepth plies before the end.
	reverseFutility      = 150
	reverseFutilityDepth = 3
	// A node looks at fewer moves where its estimate does not lie above the window
	// by hopeful hundredths of a square: half as many for each halving that it lies
	// lower, but not fewer than fewestMoves.
	hopeful     = 150
	halving     = 125
	fewestMoves = 3
	// quietGain is how many squares must hang, and a closing move win, for quiesce
	// to look at it.
	quietGain = 7
	// quietWorth is the most that a square won by such a move may be worth, in
	// hundredths of a square.
	quietWorth = 100
	// boundedPly is the first ply of a game at which bounds on its margin are
	// worth their time.
	boundedPly = 12
)

// moveLimit returns how many moves a node looks at, by its remaining depth and by
// how much its estimate lies below the window, in hundredths of a square: the more
// is missing, the less likely is any but the first moves to make up for it.
func moveLimit(depth int, principal bool, missing int32) int {
	limit := 10 + 3*depth*depth
	if principal {
		return 2 * limit
	}
	past := max(0, missing+hopeful)
	limit >>= min(past/halving, 30)
	limit -= limit * int(past%halving) / (2 * halving)
	return max(limit, fewestMoves)
}

// reduction returns by how many plies the search of a late move is reduced.
func reduction(depth, index int, principal bool) int {
	if depth < 2 || index < 3 {
		return 0
	}
	r := 1
	if index >= 6 && !principal {
		r++
	}
	if index >= 20 {
		r++
	}
	return min(r, depth-1)
}

// search returns the value of the position in the frame of a ply to the side to
// move, looked at a number of plies deep: exact between alpha and beta, else a
// bound. It is a principal variation search (Marsland and Campbell, Parallel
// Search of Strongly Ordered Game Trees, 1982). Its steps are numbered. After a
// stop the value means nothing.
func (w *worker) search(ply, depth int, alpha, beta int32, principal bool) int32 {
	frame := &w.frames[ply]
	p := frame.node.Position()
	frame.length = 0
	w.selective = max(w.selective, ply)
	if w.control.stopped.Load() {
		return 0
	}

	// 1. What the table knows. At the end of a line that is too seldom anything to
	// be worth the wait for the memory.
	key := p.Key() ^ w.salt
	var known transposition.Entry
	if depth > 0 {
		var found bool
		known, found = w.table.Probe(key)
		deep := int(known.Depth) >= depth && (!w.sound || int(known.Depth) == depth)
		if found && !principal && deep && known.Answers(alpha, beta) {
			return int32(known.Value)
		}
	}

	// 2. What is on the board, and whether the game is over or a pass forced.
	estimate, features := frame.node.Evaluate(), frame.node.Features()
	side := p.Side()
	if !features.CanPlace[side] && !p.PlacesCathedral() {
		if !features.CanPlace[side.Opponent()] {
			return w.objective.valueOfFinal(finalMargin(p))
		}
		if ply >= ordering.MaxPly {
			return estimate
		}
		w.play(ply, engine.Pass)
		value := w.searchNext(ply, depth, alpha, beta, principal)
		w.setLine(ply, engine.Pass)
		return value
	}

	// 3. Late in the game sound bounds on the margin may answer at once, or correct
	// the estimate. At the end of the search what hangs is taken.
	if !w.sound && p.Ply() >= boundedPly {
		low, high := w.solver.Bounds(p)
		least, most := w.objective.valueOfFinal(low), w.objective.valueOfFinal(high)
		switch {
		case low == high || least >= beta:
			return least
		case most <= alpha:
			return most
		}
		estimate = max(min(estimate, int32(100*high)), int32(100*low))
	}
	if depth <= 0 || ply >= ordering.MaxPly {
		return w.quiesce(ply, estimate, alpha, beta)
	}

	// 4. Reverse futility: so much better than needed that it will stay so.
	if !w.sound && !principal && depth <= reverseFutilityDepth &&
		estimate-reverseFutility*int32(depth) >= beta && beta < winBase {
		return estimate
	}

	// 5. The moves, the table's first.
	limit := moveLimit(depth, principal, alpha-estimate)
	if w.sound {
		limit = ordering.All
	}
	picker := &frame.picker
	picker.Begin(w.ranker, &frame.node, known.Move, !principal, limit)
	bestValue, bestMove, bound := int32(-infinity), engine.NoMove, UpperBound
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		// 6. A move that another thread is at comes last.
		task := w.inProgress.task(key, m, depth)
		if w.inProgress.has(task) && picker.Defer(m) {
			continue
		}

		// 7. The move is searched, and kept if it is better than all before it. Late
		// moves are left out, unless all before them lose.
		w.inProgress.begin(task)
		w.play(ply, m)
		value := w.searchMove(ply, depth, picker.Index(), alpha, beta, principal)
		w.inProgress.end(task)
		if w.control.stopped.Load() {
			return 0
		}
		if value > bestValue {
			bestValue, bestMove = value, m
			picker.Unlimited = value <= -winBase
			if value > alpha {
				alpha, bound = value, Exact
				if principal {
					w.setLine(ply, m)
				}
			}
			if value >= beta {
				bound = LowerBound
				w.history.Remember(&frame.node, depth, picker.Tried(), m)
				break
			}
		}
	}

	// 8. What was found out is remembered.
	w.table.Store(key, transposition.Entry{Move: bestMove, Value: int16(bestValue), Depth: int8(depth), Bound: bound})
	return bestValue
}

// searchNext returns the value of the position that a move of this ply led to, for
// the side that made the move. Under one rule set that side moves again after the
// Cathedral.
func (w *worker) searchNext(ply, depth int, alpha, beta int32, principal bool) int32 {
	if w.sameSideNext(ply) {
		return w.search(ply+1, depth, alpha, beta, principal)
	}
	return -w.search(ply+1, depth, -beta, -alpha, principal)
}

// sameSideNext reports whether the side to move at a ply is so at the next as well.
func (w *worker) sameSideNext(ply int) bool {
	return w.frames[ply].node.Position().Side() == w.frames[ply+1].node.Position().Side()
}

// searchMove returns the value, to the side that made it, of the move that was
// played into the next frame and is the one of index i to be looked at. All but
// the first are searched with a null window, and late ones less deep, as long as
// they do not turn out better.
func (w *worker) searchMove(ply, depth, i int, alpha, beta int32, principal bool) int32 {
	if i == 0 {
		return w.searchNext(ply, depth-1, alpha, beta, principal)
	}
	reduced := 0
	if !w.sound {
		reduced = reduction(depth, i, principal)
	}
	value := w.searchNext(ply, depth-1-reduced, alpha, alpha+1, false)
	if value > alpha && reduced > 0 {
		value = w.searchNext(ply, depth-1, alpha, alpha+1, false)
	}
	if value > alpha && value < beta {
		value = w.searchNext(ply, depth-1, alpha, beta, principal)
	}
	return value
}

// quiesce returns the value of a position at the end of a line: the estimate, or
// the estimate after the best of the moves that close an enclosure and win
// quietGain squares or more. So what hangs is taken before judging; the answers
// are not looked at. A sound search takes the estimate as it is.
func (w *worker) quiesce(ply int, estimate, alpha, beta int32) int32 {
	frame := &w.frames[ply]
	p := frame.node.Position()
	side := p.Side()
	features := frame.node.Features()
	ground := &features.Ground
	hanging := ground[side].Pocket.And(p.Open(side).Or(ground[side.Opponent()].Lone)).AndNot(p.Territory(side))
	if w.sound || ply >= ordering.MaxPly || estimate >= beta || p.PlacesCathedral() ||
		hanging.Count() < quietGain || estimate+quietWorth*int32(hanging.Count()) <= alpha {
		return estimate
	}
	bestValue := estimate
	w.captures = w.closers.Winning(w.captures[:0], &frame.node, ground[side].Pocket, quietGain)
	for _, m := range w.captures {
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
