package evaluation

import "cathedral/engine"

// Node is a position in a search tree, with its evaluation. Each part of the
// evaluation is computed when it is first asked for, and only once. A node refers to
// the node that it was played from, which must not change while this one is in use.
type Node struct {
	position engine.Position
	before   *Node // the node before the last move, nil at the root
	last     engine.Move
	ply      int // moves since the root
	counted  bool
	gained   [2]bool   // by side: whether features has gains
	known    estimates // set by EvaluateNear; complete if this node needed full
	features Features
	listed   [2]bool // by side: whether enclosures are known
	summed   bool
	sums     perspectives // of the network

	enclosures [2][]engine.Enclosure // by side; their memory serves one position after the other
}

// Start makes n the root of a tree at p. last is the move that led to p, or NoMove
// if it is not known.
func (n *Node) Start(p *engine.Position, last engine.Move) {
	n.position = *p
	n.before, n.last, n.ply = nil, last, 0
	n.forget()
}

// Play makes n the node that the legal move m leads to from before.
func (n *Node) Play(before *Node, m engine.Move) {
	before.position.PlayInto(&n.position, m)
	n.before, n.last, n.ply = before, m, before.ply+1
	n.forget()
}

func (n *Node) forget() {
	n.counted, n.gained, n.listed, n.summed, n.known = false, [2]bool{}, [2]bool{}, false, estimates{}
}

// Position returns the node's position, which must not be changed.
func (n *Node) Position() *engine.Position { return &n.position }

// Last returns the move that led to the node, or NoMove if it is not known.
func (n *Node) Last() engine.Move { return n.last }

// Ply returns the number of moves from the root to the node.
func (n *Node) Ply() int { return n.ply }

// Features returns the features of the position. They belong to the node. The gains among
// the counts are zero before they are asked for.
func (n *Node) Features() *Features {
	if !n.counted {
		n.counted = true
		n.features.count(&n.position, n.before)
	}
	return &n.features
}

// WithGains returns Features with the gains of both sides, which take longer.
func (n *Node) WithGains() *Features {
	n.countGains(engine.Light)
	n.countGains(engine.Dark)
	return &n.features
}

// Evaluate returns the estimated final margin for the side to move, in hundredths of
// a square.
func (n *Node) Evaluate() int32 {
	n.WithGains()
	return n.estimate()
}

// EvaluateNear returns what Evaluate does, or a rough estimate without the gains of the side that
// waits, which take the longest. The rough one serves while it is outside the window from low to
// high; after a call that needed more, Evaluate's is returned. EvaluateNear reads the position's
// estimates from memory, and adds those that it computes.
func (n *Node) EvaluateNear(memory *Memory, low, high int32) int32 {
	if n.known.complete {
		return int32(n.known.full)
	}
	key := n.position.Key()
	kept := memory.at(key)
	if kept.key != key {
		side := n.position.Side()
		n.countGains(side)
		*kept = estimates{
			key: key, rough: int16(n.estimate()),
			canPlace: n.features.CanPlace[side], bestGain: int8(n.features.Counts[side][bestGain]),
		}
	}
	n.known = *kept
	n.known.complete = false // for this node
	if rough := int32(kept.rough); rough <= low || rough >= high {
		return rough
	}
	if !kept.complete {
		kept.full, kept.complete = int16(n.Evaluate()), true
	}
	n.known = *kept
	return int32(n.known.full)
}

// CanPlace reports whether the side to move has a legal placement of a building. EvaluateNear must
// have been called.
func (n *Node) CanPlace() bool { return n.known.canPlace }

// BestGain returns the most squares that the side to move can win with its next building, or
// 25 if it is more. EvaluateNear must have been called.
func (n *Node) BestGain() int { return int(n.known.bestGain) }

// estimate returns the estimate with the gains of the side to move and those that are known of
// the other.
func (n *Node) estimate() int32 {
	side := n.position.Side()
	return phases.sum(n.Features(), side) + defaultNetwork.value(n.networkSums(), &n.features, side, n.gained[side.Opponent()])
}

// networkSums returns the sums of the network.
func (n *Node) networkSums() *perspectives {
	switch {
	case n.summed:
	case n.before == nil:
		n.sums.start(defaultNetwork, n)
	default:
		n.sums.follow(defaultNetwork, n.before.networkSums(), n.before, n)
	}
	n.summed = true
	return &n.sums
}
