package certificate

import (
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// twinTree holds positions with all that may be played from them.
type twinTree struct {
	nodes map[enginetest.TwinKey]*twinNode
	order []*twinNode // each after those that follow it
	left  int         // positions until it gives up
}

// twinNode is a position with its margins under best play.
type twinNode struct {
	game     *naive.Game
	position engine.Position // the same, for the checker
	moves    []engine.Move
	next     []*twinNode // after each of the moves
	margins  [2]int      // of each side
}

// at returns the node of a position, or nil if the tree gave up.
func (tree *twinTree) at(game *naive.Game, p engine.Position) *twinNode {
	key := enginetest.TwinKey{Text: game.String(), Key: p.Key()}
	if known := tree.nodes[key]; known != nil || tree.left == 0 {
		return known
	}
	tree.left--
	n := &twinNode{game: game, position: p}
	for _, move := range game.Moves() {
		m, err := engine.ParseMove(move.String(), n.side())
		if err != nil {
			panic(err)
		}
		next := tree.at(game.Play(move), p.Play(m))
		if next == nil {
			return nil
		}
		n.moves, n.next = append(n.moves, m), append(n.next, next)
	}
	n.judge()
	tree.nodes[key] = n
	tree.order = append(tree.order, n)
	return n
}

// judge finds the margins from those of the next positions.
func (n *twinNode) judge() {
	side := n.side()
	best := n.unplaced(side.Opponent()) - n.unplaced(side)
	for i, next := range n.next {
		if i == 0 || next.margins[side] > best {
			best = next.margins[side]
		}
	}
	n.margins[side], n.margins[side.Opponent()] = best, -best
}

func (n *twinNode) side() engine.Side { return enginetest.EngineSide(n.game.Side()) }

func (n *twinNode) unplaced(side engine.Side) int {
	return n.game.UnplacedSquares(enginetest.NaiveOwner(side))
}

// places reports whether the side to move can place something.
func (n *twinNode) places() bool { return len(n.moves) > 0 && n.moves[0] != engine.Pass }

// waited returns the node after a wait, or nil if the tree gave up.
func (tree *twinTree) waited(n *twinNode) *twinNode {
	return tree.at(n.game.Play(naive.Move{}), n.position.Play(engine.Pass))
}

// below returns all nodes of a tree.
func (n *twinNode) below(list []*twinNode, seen map[*twinNode]bool) []*twinNode {
	if seen[n] {
		return list
	}
	seen[n] = true
	list = append(list, n)
	for _, next := range n.next {
		list = next.below(list, seen)
	}
	return list
}

// treeSize counts the positions of a game tree up to a limit.
func treeSize(p *engine.Position, seen map[uint64]bool, limit int) {
	if len(seen) >= limit || seen[p.Key()] {
		return
	}
	seen[p.Key()] = true
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		treeSize(&next, seen, limit)
	}
}
