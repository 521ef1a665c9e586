package engine

// Gains tells what the placements of the side to move would win, without playing
// them. It is made for one position, where it asks once what all placements share.
type Gains struct {
	position *Position
	walls    Bitboard // of the side to move
	lone     Bitboard // foreign pieces that touch no other, and so may be captured
	// hopeless has the squares of all other foreign pieces and those around them:
	// whatever is built, their regions have two such pieces or a spared one.
	hopeless Bitboard
}

// Gains returns what tells of the gains of placements. It refers to the position,
// which must not change meanwhile.
func (p *Position) Gains() Gains {
	enemy := p.side.Opponent()
	lone := p.Lone(enemy)
	if p.church != NoMove && !p.church.Rim().Intersects(p.buildings[enemy]) && !p.spared.Intersects(p.cathedral) {
		lone = lone.Or(p.cathedral)
	}
	walls := p.buildings[p.side]
	joined := p.buildings[enemy].Or(p.cathedral).AndNot(lone)
	return Gains{p, walls, lone, joined.Grow().AndNot(walls)}
}

// Within leaves out enclosures that do not lie within some squares altogether, which
// is faster.
func (g *Gains) Within(squares Bitboard) {
	g.hopeless = g.hopeless.Or(AllSquares().AndNot(squares))
}

// Of returns how many squares a legal placement wins for the side to move beyond
// those it covers: the squares it claims, and those of the buildings it captures.
func (g *Gains) Of(m Move) int {
	if !g.position.MayEnclose(m) {
		return 0
	}
	return g.OfEnclosing(m)
}

// OfEnclosing returns the same for a placement that may enclose something.
func (g *Gains) OfEnclosing(m Move) int {
	p := g.position
	squares := m.Squares()
	passable := AllSquares().AndNot(g.walls.Or(squares))
	seeds := squares.Grow().And(passable)
	if p.unsettled[p.side] {
		seeds = passable
	}
	gain := 0
	for seeds = seeds.AndNot(g.hopeless); !seeds.IsEmpty(); {
		region, closed := g.region(BoardOf(seeds.First()), passable)
		seeds = seeds.AndNot(region)
		if closed {
			gain += g.worth(region)
		}
	}
	return gain
}

// region floods a region of the side around a start, until it is whole or proves
// hopeless, and reports whether it is whole.
func (g *Gains) region(region, passable Bitboard) (Bitboard, bool) {
	for {
		if region.Intersects(g.hopeless) {
			return region, false
		}
		grown := region.Grow().And(passable).Grow().And(passable)
		if grown == region {
			return region, true
		}
		region = grown
	}
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
	case piece != p.church:
		gain += piece.Building().Size()
	}
	return gain
}
