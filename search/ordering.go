package search

import "cathedral/engine"

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

// generate fills the frame's list with the legal moves and ranks them.
func (w *worker) generate(ply int) {
	frame := &w.frames[ply]
	p := &frame.position
	frame.list = p.Moves(frame.list[:0])
	frame.moves = frame.moves[:0]
	w.spend(len(frame.list) / movesOfNode)
	history := w.history[p.Side()]
	judged := !p.PlacesCathedral()
	if judged {
		w.ranker.prepare(p, &frame.features, frame.last, &defaultRankWeights)
	}
	for _, m := range frame.list {
		score := int32(0)
		if m != engine.Pass {
			score = history[m.Plain()]
			if judged {
				score += w.ranker.rank(m)
			}
		}
		if m == frame.killers[0] || m == frame.killers[1] {
			score += killerWorth
		}
		frame.moves = append(frame.moves, scoredMove{m, score})
	}
}

// selectAfter is the number of moves that are picked from the whole list one by
// one, which mostly is enough, before the moves up to the limit are set apart.
const selectAfter = 3

// pick returns the move of index i that a node looks at, NoMove after the last:
// the known one first where it is legal, then the others by rank. The node asks
// for one index after the other, with frame.moves empty before the first; the
// list is filled when it is needed. The moves up to limit, which mostly are all
// that is asked for, are set apart from the rest first.
func (w *worker) pick(ply, i, limit int, known engine.Move) engine.Move {
	frame := &w.frames[ply]
	if i == 0 && known != engine.NoMove && frame.position.IsLegal(known) {
		return known
	}
	if len(frame.moves) == 0 {
		w.generate(ply)
		if i == 1 {
			bringToFront(frame.moves, known)
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

// bringToFront exchanges the move with the first of the list.
func bringToFront(moves []scoredMove, m engine.Move) {
	for i := range moves {
		if moves[i].move == m {
			moves[0], moves[i] = moves[i], moves[0]
			return
		}
	}
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
	history := w.history[frame.position.Side()]
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
