package search

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/transposition"
)

// The solver finds the exact final margin of a position by searching all of it to
// the end, with sound bounds only. Its values are whole squares.

// solveSalt keeps what the solver knows apart from estimates in the table.
const solveSalt = 0xa0761d6478bd642f

// solvedDepth is the depth of the solver's entries, which the end of the game gave.
const solvedDepth = 127

// provenDepth is the depth that the history is told of a move that a proof found best.
const provenDepth = 4

// solve returns the final margin for the side to move of the position in the
// frame of a ply, exact between alpha and beta and else a bound. Where the
// search stops or the solver's effort is spent, the value means nothing.
func (w *worker) solve(ply, alpha, beta int) int {
	frame := &w.frames[ply]
	p := frame.node.Position()
	if w.effort >= w.solveLimit || ply >= ordering.MaxPly {
		w.gaveUp = true
	}
	if w.brokenOff() {
		return 0
	}

	// 1. What the table knows.
	key := p.Key() ^ solveSalt
	known, found := w.table.Probe(key)
	if found && known.Answers(int32(alpha), int32(beta)) {
		return int(known.Value)
	}

	// 2. The end of the game, or a forced pass.
	features := frame.node.Features()
	side := p.Side()
	if !features.CanPlace[side] && !p.PlacesCathedral() {
		if !features.CanPlace[side.Opponent()] {
			return finalMargin(p)
		}
		w.play(ply, engine.Pass)
		return w.solveNext(ply, alpha, beta)
	}

	// 3. What must come of it whatever is played.
	low, high, home := w.bounds(p, proofEffort())
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}

	// 4. The moves.
	picker := &frame.picker
	picker.Begin(w.ranker, &frame.node, known.Move, false, ordering.All)
	picker.List() // the effort of a proof counts all of them
	bestValue, bestMove, bound := -noBounds, engine.NoMove, UpperBound
	window := alpha
	idle := idling{home: home}
	if frame.node.Last() == engine.Pass {
		idle.home = engine.Bitboard{}
	}
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		i := picker.Index()
		if i > 0 && w.idles(ply, m, &idle, window) {
			bestValue = max(bestValue, idle.most)
			continue
		}
		w.play(ply, m)
		var value int
		if i == 0 {
			value = w.solveNext(ply, window, beta)
		} else {
			value = w.solveNext(ply, window, window+1)
			if value > window && value < beta {
				value = w.solveNext(ply, window, beta)
			}
		}
		if w.brokenOff() {
			return 0
		}
		if value > bestValue {
			bestValue, bestMove = value, m
			if value > window {
				window, bound = value, Exact
			}
			if value >= beta || value == high {
				break
			}
		}
	}
	switch {
	case bestValue >= beta:
		bound = LowerBound
		w.history.Remember(&frame.node, provenDepth, nil, bestMove)
	case bestValue == high:
		bound = Exact
	}
	w.table.Store(key, transposition.Entry{Move: bestMove, Value: int16(bestValue), Depth: solvedDepth, Bound: bound})
	return bestValue
}

// solveNext returns the margin of the position that a move of this ply led to, for
// the side that made the move.
func (w *worker) solveNext(ply, alpha, beta int) int {
	if w.sameSideNext(ply) {
		return w.solve(ply+1, alpha, beta)
	}
	return -w.solve(ply+1, -beta, -alpha)
}

// brokenOff reports whether a proof ended before it was whole.
func (w *worker) brokenOff() bool { return w.gaveUp || w.control.stopped.Load() }

// allow limits the effort of the proofs that follow.
func (w *worker) allow(effort uint64) { w.gaveUp, w.solveLimit = false, w.effort+effort }

// atLeast returns the index of the first root move that wins so many squares or more,
// -1 where none does, and whether the effort allowed sufficed to tell.
func (w *worker) atLeast(roots []rootMove, margin int) (first int, known bool) {
	idle := w.idlingAtRoot()
	for i := range roots {
		if i > 0 && w.idles(0, roots[i].move, &idle, margin-1) {
			continue
		}
		w.play(0, roots[i].move)
		value := w.solveNext(0, margin-1, margin)
		if w.brokenOff() {
			return 0, false
		}
		if value >= margin {
			return i, true
		}
	}
	return -1, true
}

// solveRoot proves the best of the root moves with the effort allowed and moves it to
// the front, with its line to the end of the game. It reports whether the effort
// sufficed.
func (w *worker) solveRoot(roots []rootMove) bool {
	bestIndex, bestValue := 0, -noBounds
	idle := w.idlingAtRoot()
	for i := range roots {
		if i > 0 && w.idles(0, roots[i].move, &idle, bestValue) {
			continue
		}
		w.play(0, roots[i].move)
		var value int
		if i == 0 {
			value = w.solveNext(0, -noBounds, noBounds)
		} else {
			value = w.solveNext(0, bestValue, bestValue+1)
			if value > bestValue {
				value = w.solveNext(0, bestValue, noBounds)
			}
		}
		if w.brokenOff() {
			return false
		}
		if value > bestValue {
			bestIndex, bestValue = i, value
		}
	}
	w.play(0, roots[bestIndex].move)
	next := -bestValue
	if w.sameSideNext(0) {
		next = bestValue
	}
	line, whole := w.solvedLine(1, next)
	if !whole {
		return false
	}
	toFront(roots, bestIndex)
	best := &roots[0]
	best.solved, best.value = true, int32(100*bestValue)
	best.line = append([]engine.Move{best.move}, line...)
	return true
}

// solvedLine returns best play to the end of the game from the position in the
// frame of a ply, whose value is known.
func (w *worker) solvedLine(ply, value int) ([]engine.Move, bool) {
	var line []engine.Move
	for ; ; ply++ {
		p := w.frames[ply].node.Position()
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return line, true
		}
		if known, found := w.table.Probe(p.Key() ^ solveSalt); found {
			if i := slices.Index(moves, known.Move); i > 0 {
				moves[0], moves[i] = moves[i], moves[0]
			}
		}
		kept := engine.NoMove
		for _, m := range moves {
			w.play(ply, m)
			if w.solveNext(ply, value-1, value) >= value {
				kept = m
				break
			}
			if w.brokenOff() {
				return nil, false
			}
		}
		if w.brokenOff() || kept == engine.NoMove {
			return nil, false
		}
		w.play(ply, kept)
		line = append(line, kept)
		if !w.sameSideNext(ply) {
			value = -value
		}
	}
}
