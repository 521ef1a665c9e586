package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// MaxPly is the deepest ply below the root that has killers. A game has about 31
// plies; each capture may add a few.
const MaxPly = 96

// History is what one thread has learned about moves elsewhere in the tree: how
// often a placement was best, in any position, and which moves were the last best
// ones at each ply (killers).
type History struct {
	scores  [2][]int32 // by side and plain move
	killers [MaxPly + 1][2]engine.Move
}

// plainMoves is larger than any plain move.
const plainMoves = 1 << 13

// NewHistory returns an empty history.
func NewHistory() *History {
	h := &History{}
	for side := range h.scores {
		h.scores[side] = make([]int32, plainMoves)
	}
	return h
}

// Age prepares for the next search: it halves the scores and forgets the killers.
func (h *History) Age() {
	for side := range h.scores {
		for i := range h.scores[side] {
			h.scores[side][i] /= 2
		}
	}
	clear(h.killers[:])
}

// The weight of the history beside the rank, in the rank's unit: thousandths of the
// logarithm of odds.
const (
	// killerWorth is added to the rank of a killer.
	killerWorth = 3_000
	// historyLimit is the most that the history adds to a rank or subtracts from it.
	historyLimit = 4_000
	// historyQuickness is the score that a best move gains, times the square of the
	// depth in plies. A larger number forgets old scores sooner.
	historyQuickness = 16
)

// Remember records that best, searched to depth plies, was good enough to cut off
// the search of n, and that tried were tried before it in vain.
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

// adjust adds bonus to score, less the closer score is to its limit.
func adjust(score *int32, bonus int32) {
	*score += bonus - *score*max(bonus, -bonus)/historyLimit
}
