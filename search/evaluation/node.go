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
	gained   bool // features has gains
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

func (n *Node) forget() { n.counted, n.gained, n.listed, n.summed = false, false, [2]bool{}, false }

// Position returns the node's position, which must not be changed.
func (n *Node) Position() *engine.Position { return &n.position }

// Last returns the move that led to the node, or NoMove if it is not known.
func (n *Node) Last() engine.Move { return n.last }

// Ply returns the number of moves from the root to the node.
func (n *Node) Ply() int { return n.ply }

// Features returns the features of the position. They belong to the node. The gains among
// the counts are zero unless WithGains or Evaluate has been called.
func (n *Node) Features() *Features {
	if !n.counted {
		n.counted = true
		n.features.count(&n.position, n.before)
	}
	return &n.features
}

// WithGains returns Features with gains, which take longer.
func (n *Node) WithGains() *Features {
	f := n.Features()
	if !n.gained {
		n.gained = true
		n.countGains()
	}
	return f
}

// Evaluate returns the estimated final margin for the side to move, in hundredths of
// a square.
func (n *Node) Evaluate() int32 {
	return phases.sum(n.WithGains(), n.position.Side()) + n.network()
}

// network returns the network's part of the estimate.
func (n *Node) network() int32 {
	return defaultNetwork.value(n.networkSums(), n.WithGains(), n.position.Side())
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
