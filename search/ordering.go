package search

import (
	"slices"

	"cathedral/engine"
)

// Move ordering: the moves of a node by their rank (ranking.go), and by how often
// the same placement was best elsewhere in the tree.

// scoredMove is a move with its rank among the others; higher goes first.
type scoredMove struct {
	move  engine.Move
	score int32
}

// What the search itself found out counts beside the rank, in its units.
const (
	killerWorth      = 3_000
	historyLimit     = 4_000
	historyQuickness = 16
)

// movesOfNode is how many moves are ranked in about the time of a node.
const movesOfNode = 32

// generate fills the frame's moves with the legal ones and their ranks. It may
// leave out some that rank behind as many as are wanted, see ranker.rank.
func (w *worker) generate(ply, wanted int) {
	frame := &w.frames[ply]
	p := frame.node.Position()
	frame.moves = frame.moves[:0]
	if p.PlacesCathedral() {
		frame.list = p.Moves(frame.list[:0])
		for _, m := range frame.list {
			frame.moves = append(frame.moves, scoredMove{m, w.history[p.Side()][m]})
		}
	} else {
		w.ranker.prepare(p, frame.node.Features(), frame.last, w.history[p.Side()], defaultRankWorths)
		frame.moves = w.ranker.rank(frame.moves, wanted)
	}
	if len(frame.moves) == 0 && p.MustPass() {
		frame.moves = append(frame.moves, scoredMove{engine.Pass, 0})
	}
	for i := range frame.moves {
		if m := &frame.moves[i]; m.move == frame.killers[0] || m.move == frame.killers[1] {
			m.score += killerWorth
		}
	}
	w.spend(len(frame.moves) / movesOfNode)
}

// allMoves are more than any position has.
const allMoves = 1 << 30

// selectAfter is the number of moves that are picked from the whole list one by
// one, which mostly is enough, before the moves up to the limit are set apart.
const selectAfter = 3

// pick returns the move of index i that a node looks at, NoMove after the last:
// the first where there is one, then the others by rank. The node asks
// for one index after the other, with frame.moves empty before the first; the
// list is filled when it is needed. The moves up to limit, which mostly are all
// that is asked for, are set apart from the rest first.
func (w *worker) pick(ply, i, limit int, first engine.Move) engine.Move {
	frame := &w.frames[ply]
	if i == 0 && first != engine.NoMove {
		return first
	}
	if len(frame.moves) == 0 {
		w.generate(ply, limit)
		if i == 1 && len(frame.moves) > 0 {
			frame.moves = putFirst(frame.moves, first)
		}
	}
	if i >= len(frame.moves) {
		return engine.NoMove
	}
	candidates := frame.moves
	if i >= selectAfter && i < min(limit, len(candidates)) {
		if i == selectAfter {
			selectTop(candidates[i:], limit-i)
		}
		candidates = candidates[:min(limit, len(candidates))]
	}
	best(candidates, i)
	return frame.moves[i].move
}

// first returns the move that a node looks at before it lists them: the known one
// where it is legal, else, if quick is wanted, a killer that is; NoMove if there is none.
func (w *worker) first(ply int, known engine.Move, quick bool) engine.Move {
	frame := &w.frames[ply]
	if known != engine.NoMove && frame.node.Position().IsLegal(known) {
		return known
	}
	if quick {
		for _, m := range frame.killers {
			if m != engine.NoMove && frame.node.Position().IsLegal(m) {
				return m
			}
		}
	}
	return engine.NoMove
}

// putFirst makes a move the first of a list that is not empty, also where the list
// has left it out, and returns the list.
func putFirst(moves []scoredMove, m engine.Move) []scoredMove {
	at := slices.IndexFunc(moves, func(scored scoredMove) bool { return scored.move == m })
	if at < 0 {
		at = len(moves)
		moves = append(moves, scoredMove{move: m})
	}
	moves[0], moves[at] = moves[at], moves[0]
	return moves
}

// best moves the highest ranked move of those from index i on to i. Equal ranks
// keep the order of the list.
func best(moves []scoredMove, i int) {
	top := i
	for j := i + 1; j < len(moves); j++ {
		if moves[j].score > moves[top].score {
			top = j
		}
	}
	moves[i], moves[top] = moves[top], moves[i]
}

// selectTop moves the highest ranked moves to the front, so many as asked for and
// in no order, so that the rest need not be looked at again. It is Hoare's
// quickselect (Algorithm 65: find, 1961).
func selectTop(moves []scoredMove, count int) {
	for count > 0 && count < len(moves) {
		pivot := moves[len(moves)/2].score
		i, j := 0, len(moves)-1
		for i <= j {
			for moves[i].score > pivot {
				i++
			}
			for moves[j].score < pivot {
				j--
			}
			if i <= j {
				moves[i], moves[j] = moves[j], moves[i]
				i++
				j--
			}
		}
		switch {
		case count <= j:
			moves = moves[:j+1]
		case count >= i:
			moves, count = moves[i:], count-i
		default:
			return
		}
	}
}

// remember tells the history that a move was best among those tried before it.
func (w *worker) remember(ply, depth int, tried []scoredMove, m engine.Move) {
	frame := &w.frames[ply]
	if m == engine.Pass {
		return
	}
	if frame.killers[0] != m {
		frame.killers[0], frame.killers[1] = m, frame.killers[0]
	}
	history := w.history[frame.node.Position().Side()]
	bonus := int32(min(depth*depth, 64)) * historyQuickness
	adjust(&history[m.Plain()], bonus)
	for _, other := range tried {
		if other.move != m && other.move != engine.Pass {
			adjust(&history[other.move.Plain()], -bonus/4)
		}
	}
}

// adjust moves a history score towards its limit by a share of the bonus that
// shrinks as it comes near.
func adjust(score *int32, bonus int32) {
	*score += bonus - *score*max(bonus, -bonus)/historyLimit
}
