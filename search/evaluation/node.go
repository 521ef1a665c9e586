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
	features Features
	summed   [2]bool
	sums     [2]hiddenSums // of the network, by perspective
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

func (n *Node) forget() { n.counted, n.summed = false, [2]bool{} }

// Position returns the node's position, which must not be changed.
func (n *Node) Position() *engine.Position { return &n.position }

// Last returns the move that led to the node, or NoMove if it is not known.
func (n *Node) Last() engine.Move { return n.last }

// Ply returns the number of moves from the root to the node.
func (n *Node) Ply() int { return n.ply }

// Features returns the features of the position. They belong to the node.
func (n *Node) Features() *Features {
	if !n.counted {
		n.counted = true
		n.features.count(&n.position)
	}
	return &n.features
}

// Evaluate returns the estimated final margin for the side to move, in hundredths of
// a square.
func (n *Node) Evaluate() int32 {
	return phases.sum(n.Features(), n.position.Side()) + n.network()
}

// network returns the network's part of the estimate.
func (n *Node) network() int32 {
	return defaultNetwork.value(n.sumsFor(n.position.Side()), n.Features().Built())
}

// sumsFor returns the sums of the network from side's perspective.
func (n *Node) sumsFor(side engine.Side) *hiddenSums {
	sums := &n.sums[side]
	if !n.summed[side] {
		n.summed[side] = true
		if n.before == nil {
			sums.start(defaultNetwork, side, &n.position)
		} else {
			sums.follow(defaultNetwork, side, n.before.sumsFor(side), &n.before.position, &n.position)
		}
	}
	return sums
}
