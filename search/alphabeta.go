package search

import (
	"cmp"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
	"cathedral/search/transposition"
)

// search returns the value of the position at ply for the side to move, searched to
// depth plies. The value is exact if it lies between alpha and beta, and otherwise a
// bound. After a stop it means nothing. principal says that the node belongs to the
// principal variation.
//
// It is a principal variation search (Marsland and Campbell, Parallel Search of
// Strongly Ordered Game Trees, 1982) in numbered steps.
func (w *worker) search(ply, depth int, alpha, beta int32, principal bool) int32 {
	frame := &w.frames[ply]
	p := frame.node.Position()
	frame.length = 0
	w.selective = max(w.selective, ply)
	if w.control.stopped.Load() {
		return 0
	}

	// 1. Probe the table. At depth 0 a probe hits too rarely to pay for the cache
	// miss.
	key := p.Key() ^ w.salt
	var known transposition.Entry
	if depth > 0 && frame.except == engine.NoMove {
		var found bool
		known, found = w.table.Probe(key)
		deep := int(known.Depth) == depth || int(known.Depth) > depth && w.techniques.DeeperEntries > 0
		if found && !principal && deep && known.Answers(alpha, beta) {
			return int32(known.Value)
		}
	}

	// 2. Evaluate the position. End here if the game is over, and pass if that is
	// forced.
	futility := int32(w.techniques.ReverseFutility * max(0, depth))
	estimate := w.evaluate(&frame.node, alpha, beta+futility)
	side := p.Side()
	if !frame.node.CanPlace() && !p.PlacesCathedral() {
		if !frame.node.Features().CanPlace[side.Opponent()] {
			return w.objective.valueOfFinal(p.Margin(side))
		}
		if ply >= ordering.MaxPly {
			return estimate
		}
		w.play(ply, engine.Pass)
		value := w.searchNext(ply, depth, alpha, beta, principal)
		w.setLine(ply, engine.Pass)
		return value
	}

	// 3. Bounds on the margin, computed late in the game or proven before, may answer at
	// once or correct the estimate. At depth 0, quiescence takes over.
	low, high := w.bounds(p, depth)
	least, most := w.objective.valueOfFinal(low), w.objective.valueOfFinal(high)
	switch {
	case low == high && !principal, least >= beta:
		return least // on the principal variation, the line is wanted too
	case most <= alpha:
		return most
	}
	estimate = max(min(estimate, int32(100*high)), int32(100*low))
	if depth <= 0 || ply >= ordering.MaxPly {
		return w.quiesce(ply, estimate, alpha, beta)
	}

	// 4. Reverse futility: the estimate is so far above beta that the value will
	// stay there.
	if !principal && depth <= w.techniques.ReverseFutilityDepth && estimate-futility >= beta && beta < winBase {
		return estimate
	}

	// 5. Singular extension: the table's move may be far better than the others.
	// Multi-cut: one of them may be good enough, too.
	singular, reached := w.singularMove(ply, depth, &known)
	if reached >= beta && !principal {
		return reached
	}

	// 6. Try the moves, the table's first.
	limit := w.techniques.moveLimit(depth, principal, alpha-estimate)
	picker := &frame.picker
	picker.Begin(w.ranker, &frame.node, known.Move, !principal, limit)
	picker.Consult = depth >= w.techniques.PolicyDepth
	bestValue, bestMove, bound := int32(-infinity), engine.NoMove, UpperBound
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		if m == frame.except {
			continue
		}
		// 7. Defer a move that another thread is searching.
		task := w.sharedTask(key, m, depth)
		if w.inProgress.Has(task) && picker.Defer(m) {
			continue
		}

		// 8. Search the move, and keep it if it is better than all before it. Moves
		// beyond the limit are skipped, unless all moves before them lose.
		w.inProgress.Begin(task)
		w.play(ply, m)
		deeper := depth
		if m == singular {
			deeper++
		}
		value := w.searchMove(ply, deeper, picker.Index(), alpha, beta, principal)
		w.inProgress.End(task)
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

	// 9. Keep the value within the bounds, and store it in the table if no move was
	// left out.
	bestValue = w.objective.within(bestValue, low, high)
	if frame.except != engine.NoMove {
		return bestValue
	}
	w.table.Store(key, transposition.Entry{Move: bestMove, Value: int16(bestValue), Depth: int8(depth), Bound: bound})
	return bestValue
}

// evaluate returns the estimate of a node, in less time if it is far outside the window from low
// to high.
func (w *worker) evaluate(n *evaluation.Node, low, high int32) int32 {
	far := int32(cmp.Or(w.techniques.FarEstimate, infinity))
	return n.EvaluateNear(w.memory, low-far, high+far)
}

// bounds returns sound bounds on the final margin of a position that is searched to a
// depth, in squares for the side to move.
func (w *worker) bounds(p *engine.Position, depth int) (low, high int) {
	low, high = -noMargin, noMargin
	if ply := w.techniques.BoundedPly; ply > 0 && p.Ply() >= ply {
		low, high = w.solver.Bounds(p, w.techniques.PackingSteps, w.techniques.PackingSquares)
	}
	if least := w.techniques.ProvenDepth; least > 0 && depth >= least && w.attention == nil {
		provenLow, provenHigh := w.solver.Table.Bounds(p)
		low, high = max(low, provenLow), min(high, provenHigh)
	}
	return low, high
}

// searchNext returns the value of the next frame's position, searched to depth, for
// the side to move at ply. In the rule set woods that side moves again after it has
// placed the Cathedral.
func (w *worker) searchNext(ply, depth int, alpha, beta int32, principal bool) int32 {
	if w.sameSideNext(ply) {
		return w.search(ply+1, depth, alpha, beta, principal)
	}
	return -w.search(ply+1, depth, -beta, -alpha, principal)
}

// sameSideNext reports whether the side to move at ply also moves at the next ply.
func (w *worker) sameSideNext(ply int) bool {
	return w.frames[ply].node.Position().Side() == w.frames[ply+1].node.Position().Side()
}

// searchMove returns the value of the i-th move at ply, which was played into the
// next frame, for the side that made it. The first move gets the full window; the
// others, until they turn out better, that of scout.
func (w *worker) searchMove(ply, depth, i int, alpha, beta int32, principal bool) int32 {
	if i > 0 {
		if value := w.scout(ply, depth, i, alpha, principal); value <= alpha || value >= beta {
			return value
		}
	}
	return w.searchNext(ply, depth-1, alpha, beta, principal)
}

// scout is like searchMove, but returns a bound on the value, by a null window above alpha. It
// reduces the depth of late moves until they turn out better.
func (w *worker) scout(ply, depth, i int, alpha int32, principal bool) int32 {
	reduced := w.techniques.reduction(depth, i, principal)
	value := w.searchNext(ply, depth-1-reduced, alpha, alpha+1, false)
	if value > alpha && reduced > 0 {
		value = w.searchNext(ply, depth-1, alpha, alpha+1, false)
	}
	return value
}
