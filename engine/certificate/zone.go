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
