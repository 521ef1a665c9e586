package search

import "cathedral/engine"

// The constants of the search's selectivity. EXPERIMENTS.md tells where they come from.
const (
	// reverseFutility is how much by ply an estimate must lie above the window
	// for the position to be believed good enough without a search.
	reverseFutility      = 250
	reverseFutilityDepth = 3
	// quietGain is how many squares a closing move must win to count as hanging.
	quietGain = 5
	// quietWorth is the most that a square won by such a move may be worth.
	quietWorth = 100
	// selectAfter is the number of moves that are picked from the whole list one by
	// one, which mostly is enough, before the moves up to the limit are set apart.
	selectAfter = 3
	// boundedPly is the first ply of a game at which bounds on its margin are
	// worth their time.
	boundedPly = 12
)

// moveLimit returns how many moves a node looks at, by its remaining depth.
func moveLimit(depth int, principal bool) int {
	limit := 22 + 6*depth*depth
	if principal {
		limit *= 2
	}
	return limit
}

// reduction returns by how many plies the search of a late move is reduced.
func reduction(depth, index int, principal bool) int {
	if depth < 2 || index < 3 {
		return 0
	}
	r := 1
	if index >= 12 && !principal {
		r++
	}
	if index >= 40 {
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
	p := &frame.position
	frame.length = 0
	w.selective = max(w.selective, ply)
	if w.control.stopped.Load() {
		return 0
	}

	// 1. What is on the board, and whether the game is over or a pass forced.
	frame.features.extract(p)
	side := p.Side()
	if !frame.features.canPlace[side] && !p.PlacesCathedral() {
		if !frame.features.canPlace[side.Opponent()] {
			return w.objective.valueOfFinal(finalMargin(p))
		}
		if ply >= maxPly {
			return w.weights.value(&frame.features, side)
		}
		w.play(ply, engine.Pass)
		value := -w.search(ply+1, depth, -beta, -alpha, principal)
		w.setLine(ply, engine.Pass)
		return value
	}

	// 2. What the table knows. At the end of a line that is too seldom anything to
	// be worth the wait for the memory.
	key := p.Key() ^ w.salt
	var known entry
	if depth > 0 {
		var found bool
		known, found = w.table.probe(key)
		if found && !principal && w.suffices(known, depth, alpha, beta) {
			return int32(known.value)
		}
	}

	// 3. The end of the search: the estimate, and what hangs. Late in the game
	// sound bounds on the margin may answer at once, or correct the estimate.
	estimate := w.weights.value(&frame.features, side)
	if !w.sound && p.Ply() >= boundedPly {
		low, high := w.bounds(p, quickEffort())
		least, most := w.objective.valueOfFinal(low), w.objective.valueOfFinal(high)
		switch {
		case low == high || least >= beta:
			return least
		case most <= alpha:
			return most
		}
		estimate = max(min(estimate, int32(100*high)), int32(100*low))
	}
	if depth <= 0 || ply >= maxPly {
		return w.quiesce(ply, estimate, alpha, beta)
	}

	// 4. Reverse futility: so much better than needed that it will stay so.
	if !w.sound && !principal && depth <= reverseFutilityDepth &&
		estimate-reverseFutility*int32(depth) >= beta && beta < winBase {
		return estimate
	}

	// 5. The moves, the table's first.
	bestValue, bestMove, bound := int32(-infinity), engine.NoMove, UpperBound
	limit := moveLimit(depth, principal)
	generated := false
	for i := 0; ; i++ {
		var m engine.Move
		if i == 0 && known.move != engine.NoMove && p.IsLegal(known.move) {
			m = known.move
		} else {
			if !generated {
				w.generate(ply)
				generated = true
				if i == 1 {
					bringToFront(frame.moves, known.move)
				}
			}
			if i >= len(frame.moves) {
				break
			}
			// 6. Late moves are not looked at.
			if !w.sound && i >= limit && bestValue > -winBase {
				break
			}
			candidates := frame.moves
			if i >= selectAfter && i < min(limit, len(candidates)) {
				if i == selectAfter {
					selectTop(candidates[i:], limit-i)
				}
				candidates = candidates[:min(limit, len(candidates))]
			}
			best(candidates, i)
			m = frame.moves[i].move
		}

		// 7. Late moves are searched less deep, and all but the first with a null
		// window, as long as they do not turn out better.
		w.play(ply, m)
		var value int32
		reduced := 0
		if !w.sound {
			reduced = reduction(depth, i, principal)
		}
		switch {
		case i == 0:
			value = -w.search(ply+1, depth-1, -beta, -alpha, principal)
		default:
			value = -w.search(ply+1, depth-1-reduced, -alpha-1, -alpha, false)
			if value > alpha && reduced > 0 {
				value = -w.search(ply+1, depth-1, -alpha-1, -alpha, false)
			}
			if value > alpha && value < beta {
				value = -w.search(ply+1, depth-1, -beta, -alpha, principal)
			}
		}
		if w.control.stopped.Load() {
			return 0
		}
		if value > bestValue {
			bestValue, bestMove = value, m
			if value > alpha {
				alpha, bound = value, Exact
				if principal {
					w.setLine(ply, m)
				}
			}
			if value >= beta {
				bound = LowerBound
				var tried []scoredMove
				if generated {
					tried = frame.moves[:min(i, len(frame.moves))]
				}
				w.remember(ply, depth, tried, m)
				break
			}
		}
	}

	// 8. What was found out is remembered.
	w.table.store(key, entry{bestMove, int16(bestValue), int8(depth), bound})
	return bestValue
}

// suffices reports whether what the table knows answers the question.
func (w *worker) suffices(e entry, depth int, alpha, beta int32) bool {
	if int(e.depth) < depth || w.sound && int(e.depth) != depth {
		return false
	}
	switch e.bound {
	case Exact:
		return true
	case LowerBound:
		return int32(e.value) >= beta
	}
	return int32(e.value) <= alpha
}

// bringToFront exchanges the move with the first of the list.
func bringToFront(moves []scoredMove, m engine.Move) {
	for i := range moves {
		if moves[i].move == m {
			moves[0], moves[i] = moves[i], moves[0]
			return
		}
	}
}

// quiesce returns the estimate, or what the side to move gets by the best of its
// moves that close an enclosure: what hangs is taken before judging.
func (w *worker) quiesce(ply int, estimate, alpha, beta int32) int32 {
	frame := &w.frames[ply]
	p := &frame.position
	side := p.Side()
	ground := &frame.features.ground
	hanging := ground[side].pocket.And(p.Open(side).Or(ground[side.Opponent()].lone)).AndNot(p.Territory(side))
	if w.sound || ply >= maxPly || estimate >= beta || p.PlacesCathedral() ||
		hanging.Count() < quietGain || estimate+quietWorth*int32(hanging.Count()) <= alpha {
		return estimate
	}
	next := &w.frames[ply+1]
	bestValue := estimate
	frame.list = p.Moves(frame.list[:0])
	near := hanging.Grow()
	home := p.Territory(side)
	for _, m := range frame.list {
		if !m.IsPlacement() || !m.Squares().Intersects(near) || home.Contains(m.Squares()) || !p.MayEnclose(m) || p.Gain(m) < quietGain {
			continue
		}
		w.play(ply, m)
		next.features.extract(&next.position)
		value := -w.weights.value(&next.features, side.Opponent())
		if value > bestValue {
			bestValue = value
			if value >= beta {
				break
			}
		}
	}
	return bestValue
}
