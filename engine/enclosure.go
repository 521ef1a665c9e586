package engine

import "math/bits"

// After a side has built, its walls, which are its own buildings, divide the rest of
// the board into regions connected through sides and corners. A region without a
// foreign piece becomes the side's territory. A region with exactly one loses the
// piece and becomes territory too. A region with two or more, or with a piece that
// was spared earlier, stays as it is.
//
// A side is settled when settling would change nothing. It is settled after each of
// its moves that settles, and the opponent's buildings do not change that. A region
// without foreign pieces is territory, which they may not enter. In any other region they
// only add to at least two pieces. Only three events leave more to
// settle than the next building itself encloses. A first building settles nothing. A
// capture by the opponent removes walls or a foreign piece. A position text may say
// anything. After these, unsettled is set and the next
// building settles all regions. Otherwise only the regions that touch the new
// building can have changed, and only if it cut one of them apart.

// mayEnclose reports whether the building may have cut a region apart: whether walls
// touch it in two separate places, or shut a castle's notch. The board's edge is
// wall. A false answer is certain. The number of separate places is the number of
// wall squares around the building less the number of neighboring pairs of them.
func (s *surroundings) mayEnclose(walls Bitboard) bool {
	touching := s.rim.And(walls)
	if touching.IsEmpty() {
		return s.outerRuns > 1 || walls.Contains(s.lid)
	}
	joins := bits.OnesCount64(touching.lo&(touching.lo>>1)) + bits.OnesCount64(touching.hi&(touching.hi>>1))
	runs := s.outerRuns + touching.Count() - joins -
		touching.And(touching.below()).Count() - touching.And(s.edge).Count()
	return runs > 1 || walls.Contains(s.lid)
}

// MayEnclose reports whether the legal placement m may settle anything for the side to
// move. A false answer is certain. A true answer is often wrong, but the test takes
// far less time than playing the move.
func (p *Position) MayEnclose(m Move) bool {
	return p.rules.settlesAt(int(p.ply)) &&
		(p.unsettled[p.side] || m.surroundings().mayEnclose(p.buildings[p.side]))
}

// Lone returns the squares of the side's buildings that were not spared and touch
// neither another building of the side nor the Cathedral. Only a lone building can be
// captured, because pieces that touch are always in the same region.
func (p *Position) Lone(side Side) Bitboard { return p.lone[side].AndNot(p.spared) }

// join removes the buildings that a new piece touches from the side's lone buildings.
// It reports whether the piece itself is lone: whether it touches neither a building
// of the side nor the Cathedral. The piece must not be on the board yet.
func (p *Position) join(side Side, piece Move) bool {
	around := piece.Squares().Grow() // a castle's Rim lacks the notch, where a building touches it too
	// Lone buildings do not touch each other, so a flood stays within one of them.
	if touched := around.And(p.lone[side]); !touched.IsEmpty() {
		p.lone[side] = p.lone[side].AndNot(touched.FloodWithin(p.lone[side]))
		return false
	}
	return !around.Intersects(p.buildings[side].Or(p.cathedral))
}

// findLone computes the lone buildings of both sides from the whole board.
func (p *Position) findLone() {
	for _, side := range [2]Side{Light, Dark} {
		p.lone[side] = Bitboard{}
		own := p.buildings[side].Or(p.cathedral)
		for piece := range p.Pieces(side) {
			if squares := piece.Squares(); !squares.Grow().AndNot(squares).Intersects(own) {
				p.lone[side] = p.lone[side].Or(squares)
			}
		}
	}
}

// settle settles the side's enclosures after it has built. A sparing move leaves what
// it would capture on the board for good. All regions are judged on the same board:
// a captured piece is in one region only, so settling them in turn comes to the
// same.
func (p *Position) settle(side Side, built Move) {
	walls := p.buildings[side]
	passable := AllSquares().AndNot(walls)
	foreign := p.buildings[side.Opponent()].Or(p.cathedral)
	var seeds Bitboard // squares of regions that are still to be judged
	switch {
	case p.unsettled[side]:
		seeds = passable
	case built.surroundings().mayEnclose(walls.AndNot(built.Squares())):
		seeds = built.Squares().Grow().AndNot(walls)
	}
	p.unsettled[side] = false
	for !seeds.IsEmpty() {
		region, piece, closed := p.region(side, BoardOf(seeds.First()), passable, foreign)
		seeds = seeds.AndNot(region)
		if !closed {
			continue
		}
		switch {
		case piece == NoMove:
			p.mark(side, region)
		case built.Spares():
			p.spare(piece)
		default:
			p.remove(piece, side.Opponent())
			p.mark(side, region)
		}
	}
}

// Unsettled reports whether the side's next building settles anything that it does not
// touch: an enclosure that a capture has left behind, or that a position text describes.
func (p *Position) Unsettled(side Side) bool {
	if !p.unsettled[side] {
		return false
	}
	passable := AllSquares().AndNot(p.buildings[side])
	foreign := p.buildings[side.Opponent()].Or(p.cathedral)
	for seeds := passable.AndNot(p.territory[side]); !seeds.IsEmpty(); {
		region, _, closed := p.region(side, BoardOf(seeds.First()), passable, foreign)
		if closed {
			return true
		}
		seeds = seeds.AndNot(region)
	}
	return false
}

// Settled reports whether neither side is Unsettled.
func (p *Position) Settled() bool { return !p.Unsettled(Light) && !p.Unsettled(Dark) }

// region floods the side's region around start. It returns the squares it has seen,
// the only foreign piece among them, or NoMove, and whether the region is closed: the
// side's to settle. The flood ends as soon as the region is known not to be.
func (p *Position) region(side Side, start, passable, foreign Bitboard) (region Bitboard, piece Move, closed bool) {
	region = start
	var only Bitboard // the squares of the one foreign piece seen
	for {
		if seen := region.And(foreign); !seen.IsEmpty() {
			if seen.Count() > Cathedral.Size() {
				return region, piece, false // more than one piece
			}
			if piece == NoMove {
				piece = p.PieceAt(side.Opponent(), seen.First())
				only = piece.Squares()
			}
			if !only.Contains(seen) || p.spared.Intersects(only) {
				return region, piece, false
			}
		}
		grown := region.Grow().And(passable).Grow().And(passable)
		if grown == region {
			return region, piece, true
		}
		region = grown
	}
}

// PieceAt returns the side's building or the Cathedral on a square, or NoMove if
// neither stands there.
func (p *Position) PieceAt(side Side, square Square) Move {
	at := single(square)
	if p.cathedral.Intersects(at) {
		return p.cathedralPiece
	}
	for _, piece := range &p.placed[side] {
		if piece.Squares().Intersects(at) {
			return piece
		}
	}
	return NoMove
}

// remove takes a captured piece off the board: the Cathedral for good, a building
// into its owner's hand. That may leave the owner with enclosures that no new
// building of theirs makes.
func (p *Position) remove(piece Move, owner Side) {
	p.unsettled[owner] = true
	p.key ^= piece.key(owner)
	if piece == p.cathedralPiece {
		p.cathedralPiece = NoMove
		p.cathedral = Bitboard{}
		p.findLone() // a building that touched only the Cathedral is lone now
		return
	}
	building := piece.Building()
	p.buildings[owner] = p.buildings[owner].AndNot(piece.Squares())
	p.lone[owner] = p.lone[owner].AndNot(piece.Squares())
	p.hands[owner] = p.hands[owner].With(building)
	slot := firstSlot[building]
	if p.placed[owner][slot] != piece {
		slot++
	}
	p.placed[owner][slot] = NoMove
}

// spare marks a piece that can never be captured again.
func (p *Position) spare(piece Move) {
	squares := piece.Squares()
	p.spared = p.spared.Or(squares)
	p.key ^= sparedKey(squares.First())
}

// Settlement is the effect of a placement on the enclosures of the side that makes
// it.
type Settlement struct {
	Claimed  Bitboard // squares that become the side's territory, including those of captured pieces
	Captured []Move   // the pieces that are removed, or spared by a sparing move
}

// Settlement returns the effect of the legal placement m. Claimed leaves out squares that
// are the side's territory already. A pass has no effect.
func (p *Position) Settlement(m Move) Settlement {
	if m == Pass || m == NoMove {
		return Settlement{}
	}
	next := p.Play(m)
	side := p.side
	var s Settlement
	s.Claimed = next.territory[side].AndNot(p.territory[side])
	for piece := range p.Pieces(side.Opponent()) {
		if !next.buildings[side.Opponent()].Contains(piece.Squares()) || p.newlySpared(&next, piece) {
			s.Captured = append(s.Captured, piece)
		}
	}
	if p.cathedralPiece != NoMove && (next.cathedralPiece == NoMove || p.newlySpared(&next, p.cathedralPiece)) {
		s.Captured = append(s.Captured, p.cathedralPiece)
	}
	return s
}

func (p *Position) newlySpared(next *Position, piece Move) bool {
	return next.spared.AndNot(p.spared).Contains(piece.Squares())
}
