package engine

// Gains computes the squares that placements of the side to move would win, without
// playing them. It belongs to one position, and keeps what all placements there have
// in common.
type Gains struct {
	position *Position
	lone     Bitboard // foreign pieces that touch no other, and so may be captured
	// A placement may cut off squares of inside. The squares around inside are
	// outside: a region with one of them stays as it is, whatever is built.
	inside, outside Bitboard
}

// Gains returns a Gains for enclosures that lie inside within: the fewer squares, the
// faster. It refers to the position, which must not change while it is in use.
func (p *Position) Gains(within Bitboard) Gains {
	enemy := p.side.Opponent()
	lone := p.Lone(enemy)
	if p.cathedralPiece != NoMove && !p.cathedralPiece.Rim().Intersects(p.buildings[enemy]) && !p.spared.Intersects(p.cathedral) {
		lone = lone.Or(p.cathedral)
	}
	g := Gains{position: p, lone: lone}
	if !p.rules.settlesAt(int(p.ply)) {
		return g
	}
	// A region with any other foreign piece has two of them, or a spared one. So has
	// a region with a square that touches such a piece, unless that is built on.
	joined := p.buildings[enemy].Or(p.cathedral).AndNot(lone)
	passable := AllSquares().AndNot(p.buildings[p.side])
	g.inside = within.And(passable).AndNot(joined.Grow())
	g.outside = g.inside.Grow().And(passable).AndNot(g.inside)
	return g
}

// Of returns the number of squares that the legal placement m wins for the side to move
// beyond the squares that it covers: those it claims, and those of the buildings
// that it captures. It floods from outside, which mostly shows within a few steps
// that nothing is cut off.
func (g *Gains) Of(m Move) int {
	squares := m.Squares()
	inside := g.inside.AndNot(squares)
	cut := squares.Grow().And(inside) // squares that the placement may have cut off
	if g.position.unsettled[g.position.side] {
		cut = inside
	}
	reached := g.outside.AndNot(squares)
	for {
		grown := reached.Grow().And(inside)
		cut = cut.AndNot(grown)
		if cut.IsEmpty() {
			return 0
		}
		grown = grown.Grow().And(inside)
		if grown == reached {
			break
		}
		reached = grown
	}
	gain := 0
	for !cut.IsEmpty() {
		region := BoardOf(cut.First()).FloodWithin(inside)
		cut = cut.AndNot(region)
		gain += g.worth(region)
	}
	return gain
}

// worth returns the number of squares won by cutting off a region.
func (g *Gains) worth(region Bitboard) int {
	p := g.position
	gain := region.AndNot(p.territory[p.side]).Count()
	seen := region.And(g.lone)
	if seen.IsEmpty() {
		return gain
	}
	piece := p.PieceAt(p.side.Opponent(), seen.First())
	switch {
	case piece.Squares() != seen:
		return 0 // two pieces
	case piece != p.cathedralPiece:
		gain += piece.Building().Size()
	}
	return gain
}
