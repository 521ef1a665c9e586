package certificate

import "cathedral/engine"

// bound reads a packing and checks that the winner reaches the margin with it, whatever
// the loser covers.
func (c *checker) bound(depth int, at int64) error {
	f := c.frames[depth]
	p, loser := &f.position, c.winner.Opponent()
	count, err := c.in.byte()
	if err != nil {
		return c.broken(depth, at, err)
	}
	if p.CathedralPending() {
		return c.fault(depth, at, "a bound, but the Cathedral is still to come")
	}
	g := f.findGround()
	hand := p.Hand(c.winner)
	free := g.safe[c.winner].And(p.Open(c.winner))
	packed := 0
	for range count {
		at := c.in.offset()
		m, err := c.in.move()
		if err != nil {
			return c.broken(depth, at, err)
		}
		switch {
		case m.Building() == engine.Cathedral || m.Spares() || !owns(c.winner, m.Shape()):
			return c.fault(depth, at, "the packing has %s, which places no building of %s", m, c.winner)
		case !hand.Has(m.Building()):
			return c.fault(depth, at, "the packing has %s, but no %s is left in the hand", m, m.Building())
		case !free.Contains(m.Squares()):
			return c.fault(depth, at, "the packing has %s, but %s is not free safe ground of %s", m, m.Squares().AndNot(free).First(), c.winner)
		}
		hand = hand.Without(m.Building())
		free = free.AndNot(m.Squares())
		packed += m.Building().Size()
	}
	most := packed - g.exposed[c.winner].Count() + p.Margin(c.winner) - c.margin
	if most < 0 {
		return c.fault(depth, at, "the bound lacks %d squares, even if %s covers nothing", -most, loser)
	}
	covers := c.packer.canCover(g.reach(p, loser), loser, p.Hand(loser), most+1)
	switch {
	case c.packer.gaveUp:
		return ErrLimit
	case covers:
		return c.fault(depth, at, "the bound allows %s to cover %d squares, but more may be covered", loser, most)
	}
	return nil
}

// owns reports whether a shape is one of the side's.
func owns(side engine.Side, shape engine.Shape) bool {
	for i := range engine.ShapesOf(shape.Building()) {
		if engine.SideShape(side, i) == shape {
			return true
		}
	}
	return false
}
