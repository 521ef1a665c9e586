package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// MaxPly is the deepest ply below the root that killers are kept for. Games are over
// after 31 plies or so; each capture may add some.
const MaxPly = 96

// History is what one thread has learned of moves elsewhere in the tree: how often a
// placement was best, whatever the position, and which moves were best last at a ply
// (killers).
type History struct {
	scores  [2][]int32 // by side and plain move
	killers [MaxPly + 1][2]engine.Move
}

// plainMoves is more than the largest plain move.
const plainMoves = 1 << 13

// NewHistory returns a history that has learned nothing.
func NewHistory() *History {
	h := &History{}
	for side := range h.scores {
		h.scores[side] = make([]int32, plainMoves)
	}
	return h
}

// Age makes room for what the next search will find out.
func (h *History) Age() {
	for side := range h.scores {
		for i := range h.scores[side] {
			h.scores[side][i] /= 2
		}
	}
	clear(h.killers[:])
}

// What the history counts for beside the rank, in its unit: thousandths of a natural
// logarithm of odds.
const (
	// killerWorth is added to the rank of a killer.
	killerWorth = 3_000
	// historyLimit is the most that the history adds to a rank, or takes from it.
	historyLimit = 4_000
	// historyQuickness is how much a best move gains for a ply searched below it,
	// squared: the larger it is, the sooner old scores are forgotten.
	historyQuickness = 16
)

// Remember tells the history which move of a node was so good that the rest need not
// be looked at, after a search of a depth in plies, and which were tried before it.
func (h *History) Remember(n *evaluation.Node, depth int, tried []Ranked, best engine.Move) {
	if best == engine.Pass {
		return
	}
	killers := &h.killers[n.Ply()]
	if killers[0] != best {
		killers[0], killers[1] = best, killers[0]
	}
	scores := h.scores[n.Position().Side()]
	bonus := int32(min(depth*depth, 64)) * historyQuickness
	adjust(&scores[best.Plain()], bonus)
	for _, other := range tried {
		if other.move != best && other.move != engine.Pass {
			adjust(&scores[other.move.Plain()], -bonus/4)
		}
	}
}

// adjust moves a score towards its limit by a share of the bonus that shrinks as it
// comes near.
func adjust(score *int32, bonus int32) {
	*score += bonus - *score*max(bonus, -bonus)/historyLimit
}
