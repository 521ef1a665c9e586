package certificate

import "cathedral/engine"

// zone is what a wait is judged by: the squares that the proof of a node builds on or
// claims, and those of them that do not hang together with the winner's safe ground.
type zone struct {
	built, loose engine.Bitboard
}

func (z zone) or(o zone) zone {
	return zone{z.built.Or(o.built), z.loose.Or(o.loose)}
}

// disturbance returns the squares that disturb a wait: a move of the loser that covers
// none of them is answered by the wait. The position is the one in which the loser
// waits, and z is the zone of the proof that follows.
func (z zone) disturbance(p *engine.Position, winner engine.Side, g *ground) engine.Bitboard {
	if p.Ply() < 3 || p.Rules().OptionalCapture {
		if z.built == engine.AllSquares() {
			return engine.AllSquares()
		}
		return engine.AllSquares().AndNot(home(p, winner.Opponent(), g))
	}
	loser := winner.Opponent()
	near := g.safe[winner].Grow()
	passable := engine.AllSquares().AndNot(p.Buildings(loser).AndNot(g.exposed[loser])).AndNot(near)
	from := z.loose.Or(g.exposed[winner]).Or(p.Territory(winner))
	if cathedral := p.CathedralSquares(); !near.Intersects(cathedral) {
		from = from.Or(cathedral)
	}
	return z.built.Or(from.FloodWithin(passable).Grow())
}

// home returns the territory of a side that lies in its safe ground and that its
// buildings close off from everything else.
func home(p *engine.Position, side engine.Side, g *ground) engine.Bitboard {
	passable := engine.AllSquares().AndNot(p.Buildings(side))
	outside := passable.AndNot(p.Territory(side)).FloodWithin(passable)
	return p.Territory(side).And(g.safe[side]).AndNot(outside)
}

// without reads buildings of the loser's and a node about the position without them. Its proof is one of the
// position with them, too, because they do not disturb it.
func (c *checker) without(depth int, at int64) (zone, error) {
	p, less, loser := &c.frames[depth].position, &c.frame(depth+1).position, c.winner.Opponent()
	count, err := c.in.number()
	if err != nil {
		return zone{}, c.broken(depth, at, err)
	}
	*less = *p
	for range count {
		at := c.in.offset()
		m, err := c.in.move()
		if err != nil {
			return zone{}, c.broken(depth, at, err)
		}
		if !less.LeaveOut(loser, m) {
			return zone{}, c.fault(depth, at, "%s is left out, but %s has no such building, or it was spared", m.Plain(), loser)
		}
	}
	gone := p.Buildings(loser).AndNot(less.Buildings(loser))
	if gone.IsEmpty() || !settled(p) || !settled(less) {
		return zone{}, c.fault(depth, at, "no building is left out, or a side is unsettled, the ply below 3, or captures are optional")
	}
	z, err := c.after(LeaveOut, depth, true)
	if err != nil {
		return zone{}, err
	}
	if gone = gone.And(z.disturbance(less, c.winner, c.frames[depth+1].findGround())); !gone.IsEmpty() {
		return zone{}, c.fault(depth, at, "the building at %s is left out, but disturbs the proof", gone.First())
	}
	return z, nil
}

// settled reports whether closings may decide a position, and buildings be left out of it.
func settled(p *engine.Position) bool {
	return p.Ply() >= 3 && !p.Rules().OptionalCapture && p.Settled()
}
