package certificate

import "cathedral/engine"

// replies reads the waits and replies of the loser and the nodes after them.
func (c *checker) replies(depth int, at int64, judged bool) (zone, error) {
	f := c.frames[depth]
	p, loser := &f.position, c.winner.Opponent()
	if p.Side() != loser {
		return zone{}, c.fault(depth, at, "replies of %s, but %s is to move", loser, p.Side())
	}
	var canPlace bool
	if c.moves, canPlace = f.replies.setLegal(p, c.moves); !canPlace {
		return zone{}, c.fault(depth, at, "replies of %s, who can place nothing", loser)
	}
	all, answered, err := c.waits(depth)
	if err != nil {
		return zone{}, err
	}
	at = c.in.offset()
	count, err := c.in.number()
	if err != nil {
		return zone{}, c.broken(depth, at, err)
	}
	for range count {
		at := c.in.offset()
		m, err := c.in.move()
		if err != nil {
			return zone{}, c.broken(depth, at, err)
		}
		if !f.replies.take(m) {
			if err := p.Check(m); err != nil {
				return zone{}, c.fault(depth, at, "the reply %s is not legal: %v", m, err)
			}
			return zone{}, c.fault(depth, at, "the reply %s appears twice", m)
		}
		z, err := c.after(Turn(m), depth, judged)
		if err != nil {
			return zone{}, err
		}
		all = all.or(z)
	}
	if m := f.replies.first(answered); m != engine.NoMove {
		return zone{}, c.fault(depth, c.in.offset(), "%s is neither among the replies nor answered by a wait", m)
	}
	if judged && p.Unsettled(loser) {
		all.built = engine.AllSquares()
	}
	return all, nil
}

// waits reads the waits of the loser and the nodes after them. It returns their zone and
// what they answer, which is nil if there are none.
func (c *checker) waits(depth int) (zone, *shapeSquares, error) {
	f := c.frames[depth]
	p, loser := &f.position, c.winner.Opponent()
	at := c.in.offset()
	count, err := c.in.number()
	if err != nil {
		return zone{}, nil, c.broken(depth, at, err)
	}
	if count == 0 {
		return zone{}, nil, nil
	}
	switch {
	case p.CathedralPending():
		return zone{}, nil, c.fault(depth, at, "a wait, but the Cathedral is still to come")
	case p.Unsettled(loser):
		return zone{}, nil, c.fault(depth, at, "a wait, but %s is unsettled", loser)
	case !p.CanPlace(c.winner):
		return zone{}, nil, c.fault(depth, at, "a wait, but %s can place nothing", c.winner)
	}
	f.answered = shapeSquares{}
	var all zone
	for range count {
		at := c.in.offset()
		z, err := c.after(Wait, depth, true)
		if err != nil {
			return zone{}, nil, err
		}
		all = all.or(z)
		disturbance := z.disturbance(p, c.winner, f.findGround())
		if c.routes != nil {
			c.routes.disturbances[at] = disturbance
		}
		f.answered.addPlacements(p.Open(loser).AndNot(disturbance), loser)
	}
	return all, &f.answered, nil
}
