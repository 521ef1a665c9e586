package search

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// closing finds the placements of a position that may enclose something within
// some squares: those that touch a wall of the side to move, lie beside these
// squares and not on the side's territory. It works on whole placement maps, which
// cost little more than one placement.
type closing struct {
	position *engine.Position
	gains    engine.Gains // within the squares
	// The placements that are legal; of these, those that touch no wall of the side,
	// those that lie apart from the squares, and those on the side's territory.
	legal             *engine.Maps
	free, apart, home engine.Maps
	owned             bool // whether the side has territory: else home is empty
}

// find finds them. It refers to the position and its features, which must not
// change meanwhile.
func (c *closing) find(p *engine.Position, f *evaluation.Features, within engine.Bitboard) {
	side := p.Side()
	open, territory := p.Open(side), p.Territory(side)
	c.position, c.legal, c.gains = p, &f.Maps[side], p.Gains(within)
	engine.PlacementMaps(open.AndNot(p.Buildings(side).Grow()), side, &c.free)
	engine.PlacementMaps(open.AndNot(within.Grow()), side, &c.apart)
	if owned := !territory.IsEmpty(); owned || c.owned {
		engine.PlacementMaps(territory, side, &c.home)
		c.owned = owned
	}
}

// at returns the anchors of those placements that have the side's shape of an index.
func (c *closing) at(i int) engine.Bitboard {
	return c.legal.At(i).AndNot(c.free.At(i)).AndNot(c.apart.At(i)).AndNot(c.home.At(i))
}

// winning appends the placements that win so many squares or more.
func (c *closing) winning(moves []engine.Move, least int) []engine.Move {
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
