package engine

// Gains computes the squares that placements of the side to move would win, without
// playing them. It belongs to one position, and keeps what all placements there have
// in common.
type Gains struct {
	position *Position
	side     Side
	// everywhere is set if any building may win squares that it does not touch.
	everywhere        bool
	passable, foreign Bitboard // without side's walls; the pieces that are not side's
	lone              Bitboard // foreign pieces that touch no other, and so may be captured
	// A placement may cut off squares of inside. The squares around inside are
	// outside: a region with one of them stays as it is, whatever is built.
	inside, outside Bitboard
	depth           depths // empty until it is needed
}

// Gains returns a Gains for the side to move. It refers to the position, which must not
// change while it is in use.
func (p *Position) Gains() Gains {
	if !p.rules.settlesAt(int(p.ply)) {
		return Gains{position: p, side: p.side}
	}
	g := p.gains(p.side)
	g.everywhere = p.unsettled[p.side]
	return g
}

// gains returns a Gains for side, whose next building settles its enclosures.
func (p *Position) gains(side Side) Gains {
	enemy := side.Opponent()
	lone := p.Lone(enemy)
	if p.cathedralPiece != NoMove && !p.cathedralPiece.Rim().Intersects(p.buildings[enemy]) && !p.spared.Intersects(p.cathedral) {
		lone = lone.Or(p.cathedral)
	}
	g := Gains{position: p, side: side, lone: lone}
	g.passable = AllSquares().AndNot(p.buildings[side])
	g.foreign = p.buildings[enemy].Or(p.cathedral)
	// A region with any other foreign piece has two of them, or a spared one. So has
	// a region with a square that touches such a piece, unless that is built on.
	joined := g.foreign.AndNot(lone)
	g.inside = g.passable.AndNot(joined.Grow())
	g.outside = g.passable.AndNot(g.inside)
	return g
}

// Of returns the number of squares that the legal placement m wins for the side to move
// beyond the squares that it covers: those it claims, and those of the buildings
// that it captures.
func (g *Gains) Of(m Move) int {
	gain, _ := g.of(m)
	return gain
}

// of returns the squares that m wins, and all squares of the regions that it settles. It
// floods from outside, which mostly shows within a few steps that nothing is cut off.
func (g *Gains) of(m Move) (gain int, won Bitboard) {
	squares := m.Squares()
	inside := g.inside.AndNot(squares)
	cut := squares.Grow().And(inside) // squares that the placement may have cut off
	if g.everywhere {
		cut = inside
	}
	reached := g.outside.AndNot(squares)
	for {
		grown := reached.Grow().And(inside)
		cut = cut.AndNot(grown)
		if cut.IsEmpty() {
			return 0, won
		}
		grown = grown.Grow().And(inside)
		if grown == reached {
			break
		}
		reached = grown
	}
	for !cut.IsEmpty() {
		region := BoardOf(cut.First()).FloodWithin(inside)
		cut = cut.AndNot(region)
		if worth := g.worth(region); worth > 0 {
			gain += worth
			won = won.Or(region)
		}
	}
	return gain, won
}

// depths has the squares that are more than none, one, two and more squares away from outside: each
// set contains the next. A flood that starts deep in a pocket ends soon.
type depths struct {
	count int
	sets  [maxDepth]Bitboard
}

const maxDepth = 12

// find prepares d. If nothing is outside, the foreign pieces are.
func (d *depths) find(g *Gains) {
	from := g.outside
	if from.IsEmpty() {
		from = g.foreign
	}
	for d.count = 0; d.count < maxDepth; d.count++ {
		left := g.passable.AndNot(from)
		if left.IsEmpty() {
			return
		}
		d.sets[d.count] = left
		from = from.Grow().And(g.passable)
	}
}

// beside returns what of does if a building wins only what it touches. It floods from the
// squares around the building, the deepest first.
func (g *Gains) beside(m Move) (gain int, won Bitboard) {
	depth := &g.depth
	if depth.count == 0 {
		depth.find(g)
	}
	squares := m.Squares()
	passable := g.passable.AndNot(squares)
	ring := squares.Grow().And(passable)
	open, wide := g.outside.AndNot(squares), g.outside.IsEmpty()
	rest := ring.AndNot(open)
	level := depth.count - 1
	for !rest.IsEmpty() {
		for level >= 0 && !rest.Intersects(depth.sets[level]) {
			level--
		}
		seed := rest
		if level >= 0 {
			seed = rest.And(depth.sets[level])
		}
		region := BoardOf(seed.First())
		for {
			grown := region.Grow().And(passable)
			if grown == region {
				if worth := g.worth(region); worth > 0 {
					gain += worth
					won = won.Or(region)
				}
				break
			}
			region = grown
			if region.Contains(ring) {
				return 0, Bitboard{}
			}
			if region.Intersects(open) || wide && region.And(g.foreign).Count() > Cathedral.Size() {
				open = open.Or(region)
				break
			}
		}
		rest = rest.AndNot(region)
	}
	return gain, won
}

// worth returns the number of squares won by cutting off a region.
func (g *Gains) worth(region Bitboard) int {
	p := g.position
	gain := region.AndNot(p.territory[g.side]).Count()
	seen := region.And(g.lone)
	if seen.IsEmpty() {
		return gain
	}
	piece := p.PieceAt(g.side.Opponent(), seen.First())
	switch {
	case piece.Squares() != seen:
		return 0 // two pieces
	case piece != p.cathedralPiece:
		gain += piece.Building().Size()
	}
	return gain
}
