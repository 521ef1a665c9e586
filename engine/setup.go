package engine

import "fmt"

// Setup describes a position by what stands on the board, as people set one up by hand.
type Setup struct {
	Rules     Rules
	Side      Side      // to move
	Buildings [2][]Move // the buildings of each side; nil: none
	Cathedral Move      // NoMove if it does not stand
	Spared    Bitboard  // squares of the pieces that can never be captured
}

// Position returns the position, at the lowest ply at which the pieces can stand and the
// side is to move. What a side has walled off without a foreign piece inside is its
// territory, but one building alone claims nothing where the first one does not: what it
// walls off is settled with the next. The error says which piece cannot stand.
func (s *Setup) Position() (Position, error) {
	p := Position{hands: [2]Hand{fullHand(), fullHand()}, rules: s.Rules, unsettled: [2]bool{true, true}}
	pieces := 0
	p.ply = uint16(s.Rules.CathedralPly()) + 1 // after the Cathedral, for the checks
	for _, side := range []Side{Light, Dark} {
		p.side = side
		for _, piece := range s.Buildings[side] {
			if err := p.Check(piece); err != nil {
				return Position{}, err
			}
			p.build(piece)
			pieces++
		}
	}
	if s.Cathedral != NoMove {
		squares := s.Cathedral.Squares()
		if s.Cathedral.Building() != Cathedral || !s.Cathedral.IsPlacement() {
			return Position{}, fmt.Errorf("%s is not a placement of the Cathedral", s.Cathedral)
		}
		if !p.Empty().Contains(squares) {
			return Position{}, &IllegalMove{fault: occupied, Move: s.Cathedral, Square: squares.AndNot(p.Empty()).First()}
		}
		p.cathedral, p.cathedralPiece = squares, s.Cathedral
		pieces = max(pieces+1, s.Rules.CathedralPly()+1)
	}
	if spared := s.Spared.And(p.Empty()); !spared.IsEmpty() {
		return Position{}, fmt.Errorf("nothing that could be spared stands on %s", spared.First())
	}
	p.spared = s.Spared
	p.side = s.Side
	for p.ply = uint16(pieces); s.Rules.SideAt(int(p.ply)) != s.Side; {
		p.ply++
	}
	for _, side := range []Side{Light, Dark} {
		p.territory[side] = p.walledOff(side, len(s.Buildings[side]))
	}
	p.findLone()
	p.key = p.computeKey()
	return p, nil
}

// build puts a building of the side to move on the board, and settles nothing.
func (p *Position) build(piece Move) {
	building := piece.Building()
	slot := firstSlot[building]
	if p.placed[p.side][slot] != NoMove {
		slot++
	}
	p.placed[p.side][slot] = piece.Plain()
	p.hands[p.side] = p.hands[p.side].Without(building)
	p.buildings[p.side] = p.buildings[p.side].Or(piece.Squares())
}

// walledOff returns the empty squares in the side's regions without a foreign piece. A
// number of buildings that has not claimed anything yet has none.
func (p *Position) walledOff(side Side, buildings int) Bitboard {
	first := 0 // the ply of the side's first building
	for p.rules.SideAt(first) != side || first == p.rules.CathedralPly() {
		first++
	}
	if buildings == 0 || buildings == 1 && !p.rules.settlesAt(first) {
		return Bitboard{}
	}
	var all Bitboard
	passable := AllSquares().AndNot(p.buildings[side])
	foreign := p.buildings[side.Opponent()].Or(p.cathedral)
	for seeds := passable.AndNot(foreign); !seeds.IsEmpty(); {
		region, piece, closed := p.region(side, BoardOf(seeds.First()), passable, foreign)
		seeds = seeds.AndNot(region)
		if closed && piece == NoMove {
			all = all.Or(region)
		}
	}
	return all
}
