package certificate

import "cathedral/engine"

// ground is what the walls of a position are worth for the rest of the game: which
// squares each side keeps, whatever happens. A position in which the Cathedral is still
// to come has none.
type ground struct {
	safe    [2]engine.Bitboard // each side's safe ground
	exposed [2]engine.Bitboard // squares of each side's exposed buildings
	open    [2]engine.Bitboard // squares that may ever be open to each side
	covered [2]engine.Bitboard // squares that each side may ever cover
}

// find computes the ground of a position. It begins with all walls and all territory and
// gives up, again and again, what the enemy might still capture or take. A set that has
// once become smaller never grows again, so this comes to an end.
func (g *ground) find(p *engine.Position) {
	sides := [2]engine.Side{engine.Light, engine.Dark}
	cathedral := p.CathedralSquares() // none if it is exposed
	empty := p.Empty()
	var hand [2]engine.Hand               // what may ever be in it
	var standing, held [2]engine.Bitboard // buildings that are not exposed, and territory in safe ground
	for _, side := range sides {
		hand[side], standing[side], held[side] = p.Hand(side), p.Buildings(side), p.Territory(side)
		g.exposed[side] = engine.Bitboard{}
	}
	for changed := true; changed; {
		changed = false
		free := engine.AllSquares().AndNot(standing[engine.Light]).AndNot(standing[engine.Dark]).AndNot(cathedral)
		for _, side := range sides {
			g.open[side] = free.AndNot(held[side.Opponent()])
			g.covered[side] = engine.Coverage(g.open[side], side, hand[side])
		}
		walled := cathedral
		for _, side := range sides {
			walls := standing[side].Or(walled)
			area := walls.Or(empty.AndNot(g.covered[side.Opponent()]))
			safe, alone := parts(p, side, walls, area)
			g.safe[side] = safe
			if lost := held[side].AndNot(safe); !lost.IsEmpty() {
				held[side] = held[side].And(safe)
				changed = true
			}
			if alone.IsEmpty() {
				continue
			}
			changed = true
			cathedral = cathedral.AndNot(alone)
			lost := alone.And(standing[side])
			standing[side] = standing[side].AndNot(lost)
			g.exposed[side] = g.exposed[side].Or(lost)
			for !lost.IsEmpty() {
				piece := p.PieceAt(side, lost.First())
				hand[side] = hand[side].With(piece.Building())
				lost = lost.AndNot(piece.Squares())
			}
		}
	}
}

// parts divides an area of a side, which its walls are in, into connected parts. It
// returns those that are safe, because two pieces or a spared one hold them, and the
// walls that stand alone in others.
func parts(p *engine.Position, side engine.Side, walls, area engine.Bitboard) (safe, alone engine.Bitboard) {
	for walls := walls; !walls.IsEmpty(); {
		part := engine.Bitboard{}.With(walls.First()).FloodWithin(area)
		held := walls.And(part)
		walls = walls.AndNot(held)
		if isPiece(p, side, held) && !p.Spared().Intersects(held) {
			alone = alone.Or(held)
			continue
		}
		safe = safe.Or(part)
	}
	return safe, alone
}

// isPiece reports whether walls of a side are a single piece.
func isPiece(p *engine.Position, side engine.Side, walls engine.Bitboard) bool {
	return walls.Count() <= engine.Cathedral.Size() && p.PieceAt(side, walls.First()).Squares() == walls
}

// reach returns what the buildings in a side's hand can cover.
func (g *ground) reach(p *engine.Position, side engine.Side) engine.Bitboard {
	if g.exposed[side].IsEmpty() {
		return g.covered[side]
	}
	return engine.Coverage(g.open[side], side, p.Hand(side))
}
