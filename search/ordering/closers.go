package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Closers finds the placements that may enclose something within a set of squares.
// Such a placement touches a wall of the side to move, lies in or beside the squares, and
// does not stand on the side's territory. It works on whole placement maps, which cost
// little more than one placement.
type Closers struct {
	position *engine.Position
	gains    engine.Gains // within the squares
	// The legal placements; those that touch no wall of the side; those that lie
	// apart from the squares; and those on the side's territory.
	legal             *engine.Maps
	free, apart, home engine.Maps
	owned             bool // whether the side has territory; if not, home is empty
}

// find finds the closers of n within the given squares. It refers to n, which must
// not change while the closers are in use.
func (c *Closers) find(n *evaluation.Node, within engine.Bitboard) {
	p := n.Position()
	side := p.Side()
	open, territory := p.Open(side), p.Territory(side)
	c.position, c.legal, c.gains = p, &n.Features().Maps[side], p.Gains(within)
	engine.PlacementMaps(open.AndNot(p.Buildings(side).Grow()), side, &c.free)
	engine.PlacementMaps(open.AndNot(within.Grow()), side, &c.apart)
	if owned := !territory.IsEmpty(); owned || c.owned {
		engine.PlacementMaps(territory, side, &c.home)
		c.owned = owned
	}
}

// at returns the anchors of the closers that have the side's i-th shape.
func (c *Closers) at(i int) engine.Bitboard {
	return c.legal.At(i).AndNot(c.free.At(i)).AndNot(c.apart.At(i)).AndNot(c.home.At(i))
}

// Winning appends to moves the closers of n that win least squares or more inside
// within.
func (c *Closers) Winning(moves []engine.Move, n *evaluation.Node, within engine.Bitboard, least int) []engine.Move {
	c.find(n, within)
	side, hand := c.position.Side(), c.position.Hand(c.position.Side())
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !hand.Has(shape.Building()) {
			continue
		}
		for anchors := c.at(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			if m := engine.NewMove(shape, anchors.First()); c.gains.Of(m) >= least {
				moves = append(moves, m)
			}
		}
	}
	return moves
}
