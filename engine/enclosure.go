package engine

import "math/bits"

// Enclosures. After a side has built, take its own buildings away: what remains
// falls into regions connected through sides and corners. A region without a
// foreign piece becomes the side's territory; one with exactly one loses the
// piece and becomes territory as well; one with two or more, or with a piece
// that was once spared, stays as it is.
//
// A side is settled when settling would change nothing. That holds after each
// of its moves that settles, and the other side's buildings cannot end it: they
// only add foreign pieces to regions that have two, since a region with none
// is territory, which they may not enter. So only three things leave something
// to do that the next building did not itself enclose: a first building, which
// settles nothing; a capture by the other side, which takes away walls or a
// foreign piece; and a position text, which may say anything. Then unsettled
// is set and all regions are judged. Otherwise only the regions that touch the
// new building can have changed, and only if it cut one of them apart.

// mayEnclose reports whether the building may have cut a region apart: whether
// the side's walls touch its rim in two separate places, or shut its notch. The
// board's edge is wall. A false answer is certain; the test counts the runs of
// wall squares around the building, a wall square more beginning a run and two
// neighbours joining theirs.
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

// MayEnclose reports whether the side to move may settle anything by the legal
// placement. A false answer is certain; a true one is often wrong, but costs a
// search far less than playing the move.
func (p *Position) MayEnclose(m Move) bool {
	return p.rules.settlesAt(int(p.ply)) &&
		(p.unsettled[p.side] || m.surroundings().mayEnclose(p.buildings[p.side]))
}

// Lone returns the squares of a side's buildings that touch no other building of
// the side and not the Cathedral, and were not spared. Only such a building can
// ever be captured while what stands around it stays: pieces that touch share
// every region.
func (p *Position) Lone(side Side) Bitboard { return p.lone[side].AndNot(p.spared) }

// join takes those of a side's buildings out of the lone ones that a new piece
// touches, and reports whether the piece touches none of the side's at all, nor the
// Cathedral. The piece must not be among them yet.
func (p *Position) join(side Side, piece Move) bool {
	around := piece.Squares().Grow() // not its rim: what stands in a castle's notch touches it as well
	// Lone buildings do not touch each other, so that each is connected with itself alone.
	if touched := around.And(p.lone[side]); !touched.IsEmpty() {
		p.lone[side] = p.lone[side].AndNot(touched.FloodWithin(p.lone[side]))
		return false
	}
	return !around.Intersects(p.buildings[side].Or(p.cathedral))
}

// findLone finds the lone buildings of both sides anew.
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

// settle judges the side's enclosures after it has placed a building; a sparing
// move leaves standing, for good, what it would capture. All regions are judged
// on the same board: what is taken out of one is in no other, so that settling as
// they come changes no later judgement.
func (p *Position) settle(side Side, built Move) {
	walls := p.buildings[side]
	passable := AllSquares().AndNot(walls)
	foreign := p.buildings[side.Opponent()].Or(p.cathedral)
	var seeds Bitboard // squares whose regions are still to be judged
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

// region floods the side's region around a start. It returns the squares seen,
// the only foreign piece among them if there is one, and whether the region is
// the side's to settle; where it is not, the flood ends as soon as that is known.
func (p *Position) region(side Side, start, passable, foreign Bitboard) (region Bitboard, piece Move, closed bool) {
	region = start
	var only Bitboard // the squares of the one foreign piece seen
	for {
		if seen := region.And(foreign); !seen.IsEmpty() {
			if seen.Count() > Cathedral.Size() {
				return region, piece, false // no one piece covers so much
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

// PieceAt returns the side's building, or the Cathedral, that stands on a square,
// NoMove where neither does.
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

// remove takes a captured piece off the board: the Cathedral for good, a
// building into its owner's hand. Its going may settle enclosures of the owner
// that no new building of his makes.
func (p *Position) remove(piece Move, owner Side) {
	p.unsettled[owner] = true
	p.key ^= piece.key(owner)
	if piece == p.cathedralPiece {
		p.cathedralPiece = NoMove
		p.cathedral = Bitboard{}
		p.findLone() // what touched nothing but the Cathedral is lone now
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

// spare marks a piece that is never to be captured.
func (p *Position) spare(piece Move) {
	squares := piece.Squares()
	p.spared = p.spared.Or(squares)
	p.key ^= sparedKey(squares.First())
}

// Settlement is what a placement settles for the side that makes it.
type Settlement struct {
	Claimed  Bitboard // squares that become the side's territory, those of captured pieces among them
	Captured []Move   // the pieces removed, or spared by a sparing move
}

// Settlement returns what a legal placement would settle. Squares that are the
// side's territory already are not counted as claimed.
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
