package certificate

import "cathedral/engine"

// bound reads a packing and checks that the winner reaches the margin with it, whatever the loser covers. If it
// closes, its first placement is a closing, whose squares are returned.
func (c *checker) bound(depth int, at int64, closes bool) (closing engine.Bitboard, err error) {
	f := c.frames[depth]
	p, loser := &f.position, c.winner.Opponent()
	count, err := c.in.byte()
	switch {
	case err != nil:
		return closing, c.broken(depth, at, err)
	case p.CathedralPending():
		return closing, c.fault(depth, at, "a bound, but the Cathedral is still to come")
	}
	g := f.findGround()
	hand := p.Hand(c.winner)
	free := g.safe[c.winner].And(p.Open(c.winner))
	packed := 0
	for i := range count {
		at := c.in.offset()
		m, err := c.in.move()
		if err != nil {
			return closing, c.broken(depth, at, err)
		}
		if closes && i == 0 {
			closing = m.Squares()
			free = free.Or(closing.And(p.Open(c.winner)))
		}
		switch {
		case m.Building() == engine.Cathedral || m.Spares() || !owns(c.winner, m.Shape()):
			return closing, c.fault(depth, at, "the packing has %s, which places no building of %s", m, c.winner)
		case !hand.Has(m.Building()):
			return closing, c.fault(depth, at, "the packing has %s, but no %s is left in the hand", m, m.Building())
		case !free.Contains(m.Squares()):
			return closing, c.fault(depth, at, "the packing has %s, but %s is not free safe ground of %s", m, m.Squares().AndNot(free).First(), c.winner)
		}
		hand = hand.Without(m.Building())
		free = free.AndNot(m.Squares())
		packed += m.Building().Size()
	}
	if closes && !closing.Grow().Intersects(g.safe[c.winner]) {
		return closing, c.fault(depth, at, "no closing that touches safe ground of %s", c.winner)
	}
	most := packed - g.exposed[c.winner].Count() + p.Margin(c.winner) - c.margin
	if most < 0 {
		return closing, c.fault(depth, at, "the bound lacks %d squares, even if %s covers nothing", -most, loser)
	}
	covers := c.packer.canCover(g.reach(p, loser).AndNot(closing), loser, p.Hand(loser), most+1)
	switch {
	case c.packer.gaveUp:
		return closing, ErrLimit
	case covers:
		return closing, c.fault(depth, at, "the bound allows %s to cover %d squares, but more may be covered", loser, most)
	}
	return closing, nil
}

// closings reads closings, each with a packing. They are placements of the winner beside its safe
// ground, each of which decides by a bound. No placement of the loser's may spoil all of them.
func (c *checker) closings(depth int, at int64) (z zone, err error) {
	f := c.frames[depth]
	p, loser := &f.position, c.winner.Opponent()
	count, err := c.in.number()
	switch {
	case err != nil:
		return z, c.broken(depth, at, err)
	case p.Side() != loser:
		return z, c.fault(depth, at, "closings of %s, who is to move", c.winner)
	case count == 0 || !settled(p):
		return z, c.fault(depth, at, "there are no closings, or a side is unsettled, the ply below 3, or captures are optional")
	}
	f.answered = shapeSquares{}
	for range count {
		closing, err := c.bound(depth, c.in.offset(), true)
		if err != nil {
			return z, err
		}
		z.built = z.built.Or(closing)
		f.answered.addPlacements(p.Open(loser).AndNot(closing), loser)
	}
	c.moves, _ = f.replies.setLegal(p, c.moves)
	if m := f.replies.first(&f.answered); m != engine.NoMove {
		return z, c.fault(depth, at, "%s spoils every closing", m)
	}
	return z, nil
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
