package certificate

import (
	"math"
	"slices"

	"cathedral/engine"
)

// arguer makes proofs that a side wins a number of squares. It knows from the tree what
// is true, and asks the checker what the waits in a proof answer.
type arguer struct {
	*inferences
	tree          *twinTree
	winner        engine.Side
	least         int
	known         map[*twinNode]*proof
	bounds, waits int    // how often to try them, in quarters
	small         bool   // the winner takes as few squares as possible
	near          bool   // the winner builds near its safe ground
	mix           uint32 // which of equal moves the winner prefers, in all positions
}

func (i *inferences) newArguer(tree *twinTree, winner engine.Side, least int) *arguer {
	return &arguer{
		inferences: i, tree: tree, winner: winner, least: least, known: map[*twinNode]*proof{},
		bounds: i.random.IntN(5), waits: i.random.IntN(5), small: i.random.IntN(2) == 0, near: i.random.IntN(2) == 0, mix: i.random.Uint32() | 1,
	}
}

// argue returns a proof for a position in which the winner does win.
func (a *arguer) argue(n *twinNode) *proof {
	if a.known[n] == nil {
		a.known[n] = a.choose(n)
	}
	return a.known[n]
}

func (a *arguer) choose(n *twinNode) *proof {
	if a.random.IntN(4) < a.bounds {
		if packing := a.pack(n, a.winner); a.acceptsBound(n, a.winner, a.least, packing) {
			return &proof{kind: nodeBound, moves: packing}
		}
	}
	switch {
	case len(n.moves) == 0:
		return &proof{kind: nodeEnd}
	case n.moves[0] == engine.Pass:
		a.counts["passes in proofs"]++
		return &proof{kind: nodePass, after: []*proof{a.argue(n.next[0])}}
	case n.side() == a.winner:
		return a.move(n, a.winning(n, nil))
	}
	return a.replies(n)
}

// winning returns the index of a move that wins and is none of the others, or -1.
func (a *arguer) winning(n *twinNode, others []int) int {
	found, lowest := -1, uint32(math.MaxUint32)
	var near engine.Bitboard
	if a.near {
		var g ground
		g.find(&n.position)
		near = g.safe[a.winner].Grow()
	}
	for i, m := range n.moves {
		if n.next[i].margins[a.winner] < a.least || slices.Contains(others, i) {
			continue
		}
		cost := uint32(m) * a.mix >> 8
		if a.small {
			cost |= uint32(m.Squares().Count()+n.next[i].position.Territory(a.winner).Count()) << 24
		}
		if a.near && !near.Intersects(m.Squares()) {
			cost |= 1 << 31
		}
		if cost < lowest {
			found, lowest = i, cost
		}
	}
	return found
}

// move argues with the move of an index.
func (a *arguer) move(n *twinNode, i int) *proof {
	if !n.next[i].position.Buildings(a.winner.Opponent()).Contains(n.position.Buildings(a.winner.Opponent())) {
		a.counts["captures by the winner"]++
	}
	return &proof{kind: nodeMove, moves: n.moves[i : i+1], after: []*proof{a.argue(n.next[i])}}
}

// replies argues with a wait, where the checker takes it, and with replies to all moves
// that it does not answer.
func (a *arguer) replies(n *twinNode) *proof {
	found := &proof{kind: nodeReplies}
	var answered *shapeSquares
	if a.random.IntN(4) < a.waits {
		waited := a.tree.waited(n)
		if waited != nil && waited.places() && waited.margins[a.winner] >= a.least {
			waits := []*proof{a.argue(waited)}
			if answered = a.answered(n, a.winner, a.least, waits); answered != nil {
				found.waits = waits
				a.counts["waits in proofs"]++
			}
		}
	}
	if n.position.Unsettled(n.side()) {
		a.counts["unsettled losers in proofs"]++
	}
	for i, m := range n.moves {
		if isAnswered(answered, m) {
			continue
		}
		if !n.next[i].position.Buildings(a.winner).Contains(n.position.Buildings(a.winner)) {
			a.counts["captures by the loser"]++
		}
		found.moves, found.after = append(found.moves, m), append(found.after, a.argue(n.next[i]))
	}
	return found
}

func isAnswered(answered *shapeSquares, m engine.Move) bool {
	return answered != nil && answered[m.Shape()].Has(place(m))
}
