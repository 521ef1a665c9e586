package engine

// Gains tells what the placements of the side to move would win, without playing
// them. It is made for one position, where it asks once what all placements share.
type Gains struct {
	position *Position
	lone     Bitboard // foreign pieces that touch no other, and so may be captured
	// inside has the squares that a placement may cut off, outside those around
	// them: what is connected with outside stays as it is, whatever is built.
	inside, outside Bitboard
}

// Gains returns what tells of the gains of placements by enclosures that lie within
// some squares altogether: the fewer these are, the faster it is. It refers to the
// position, which must not change meanwhile.
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
	// The regions of all other foreign pieces have two of them, or a spared one, and
	// so have the squares around these, unless something is built there.
	joined := p.buildings[enemy].Or(p.cathedral).AndNot(lone)
	passable := AllSquares().AndNot(p.buildings[p.side])
	g.inside = within.And(passable).AndNot(joined.Grow())
	g.outside = g.inside.Grow().And(passable).AndNot(g.inside)
	return g
}

// Of returns how many squares a legal placement wins for the side to move beyond
// those it covers: the squares it claims, and those of the buildings it captures.
// It floods from outside, which mostly shows soon that nothing is cut off.
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

// worth returns how many squares a region wins that a placement has cut off.
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
