package engine

import "iter"

// Position is a game at one moment: the board, both hands, the side to move, and the
// rules. It is a value of about 220 bytes. Playing a move copies it, so nothing has
// to be undone. Positions with equal texts and rules have equal keys, but may differ
// under == if equal buildings were placed in another order.
//
// Invariants: buildings, Cathedral and territory are disjoint, and so are both
// territories; spared and lone hold whole pieces; the hands and the placed pieces
// make up what the sides own.
type Position struct {
	buildings      [2]Bitboard // squares that each side has built on
	territory      [2]Bitboard // empty squares that are each side's
	cathedral      Bitboard
	spared         Bitboard    // squares of pieces that can never be captured
	lone           [2]Bitboard // squares of each side's buildings that touch no other piece, see Lone
	key            uint64
	hands          [2]Hand
	placed         [2][pieceSlots]Move // where each building stands, NoMove while in the hand
	cathedralPiece Move                // where the Cathedral stands, NoMove while it does not
	ply            uint16
	side           Side
	rules          Rules
	// unsettled is set for a side that may have enclosures besides those that its
	// next building makes: see settle.
	unsettled [2]bool
}

// pieceSlots is the number of buildings that a side owns. The copies of a building
// have neighboring slots.
const pieceSlots = 14

// firstSlot is the slot of the first copy of each building.
var firstSlot = makeFirstSlots()

func makeFirstSlots() [NumBuildings]int {
	var slots [NumBuildings]int
	next := 0
	for b := Tavern; b < Cathedral; b++ {
		slots[b] = next
		next += b.Copies()
	}
	return slots
}

// Start returns the position in which a game by these rules begins.
func Start(rules Rules) Position {
	p := Position{
		hands:     [2]Hand{fullHand(), fullHand()},
		side:      rules.SideAt(0),
		rules:     rules,
		unsettled: [2]bool{true, true},
	}
	p.key = rulesKey(rules) ^ plyKey(0)
	return p
}

// Rules returns the rules that the position is played by.
func (p *Position) Rules() Rules { return p.rules }

// Side returns the side to move.
func (p *Position) Side() Side { return p.side }

// Ply returns the number of placements, the Cathedral's included, and passes so far.
func (p *Position) Ply() int { return int(p.ply) }

// Key returns a hash of the position's text and rules.
func (p *Position) Key() uint64 { return p.key }

// Hand returns the buildings that a side has not placed.
func (p *Position) Hand(side Side) Hand { return p.hands[side] }

// Unplaced returns the number of squares that a side's unplaced buildings would
// cover. At the end of the game, the side with fewer wins.
func (p *Position) Unplaced(side Side) int { return SideSquares - p.buildings[side].Count() }

// Buildings returns the squares that a side has built on.
func (p *Position) Buildings(side Side) Bitboard { return p.buildings[side] }

// Territory returns the empty squares that are a side's.
func (p *Position) Territory(side Side) Bitboard { return p.territory[side] }

// CathedralSquares returns the squares of the Cathedral, or none if it is not on the
// board.
func (p *Position) CathedralSquares() Bitboard { return p.cathedral }

// CathedralPending reports whether the Cathedral has still to be placed.
func (p *Position) CathedralPending() bool { return int(p.ply) <= p.rules.CathedralPly() }

// PlacesCathedral reports whether the side to move has to place the Cathedral.
func (p *Position) PlacesCathedral() bool { return int(p.ply) == p.rules.CathedralPly() }

// Spared returns the squares of the pieces that were spared and can never be
// captured.
func (p *Position) Spared() Bitboard { return p.spared }

// Empty returns the squares without a piece, whether they are territory or not.
func (p *Position) Empty() Bitboard {
	return AllSquares().AndNot(p.buildings[Light]).AndNot(p.buildings[Dark]).AndNot(p.cathedral)
}

// Open returns the squares that a side may build on: empty, and not the other
// side's territory.
func (p *Position) Open(side Side) Bitboard {
	return p.Empty().AndNot(p.territory[side.Opponent()])
}

// Pieces yields a side's buildings on the board, in the order of the kinds.
func (p *Position) Pieces(side Side) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for _, piece := range p.placed[side] {
			if piece != NoMove && !yield(piece) {
				return
			}
		}
	}
}

// CathedralPiece returns the placement of the Cathedral, or NoMove if it is not on
// the board.
func (p *Position) CathedralPiece() Move { return p.cathedralPiece }

// plyAfter returns the ply that follows another; see MaxPly.
func plyAfter(ply uint16) uint16 {
	if ply == MaxPly {
		return MaxPly - 1
	}
	return ply + 1
}

// Play returns the position after m, which must be legal: [Position.Check] says whether it
// is, and after an illegal move the position means nothing. [Position.PlayInto] is the form
// for inner loops.
func (p *Position) Play(m Move) Position {
	var next Position
	p.PlayInto(&next, m)
	return next
}

// PlayInto writes the position after the legal move m to next, which must not be p itself.
// Like Play it does not check the move. It allocates nothing.
func (p *Position) PlayInto(next *Position, m Move) {
	*next = *p
	next.ply = plyAfter(p.ply)
	next.key ^= plyKey(int(p.ply)) ^ plyKey(int(next.ply))
	next.side = p.rules.SideAt(int(next.ply))
	if m == Pass {
		return
	}
	squares := m.Squares()
	if p.PlacesCathedral() {
		next.cathedralPiece = m
		next.cathedral = squares
		next.join(Light, m)
		next.join(Dark, m)
		next.unmark(Light, squares)
		next.unmark(Dark, squares)
		next.key ^= m.key(Light)
		return
	}
	side := p.side
	building := m.Building()
	next.hands[side] = next.hands[side].Without(building)
	slot := firstSlot[building]
	if next.placed[side][slot] != NoMove {
		slot++
	}
	next.placed[side][slot] = m.Plain()
	if next.join(side, m) {
		next.lone[side] = next.lone[side].Or(squares)
	}
	next.buildings[side] = next.buildings[side].Or(squares)
	next.unmark(side, squares)
	next.key ^= m.key(side)
	if p.rules.settlesAt(int(p.ply)) {
		next.settle(side, m)
	}
}

// unmark takes squares out of a side's territory.
func (p *Position) unmark(side Side, squares Bitboard) {
	marked := p.territory[side].And(squares)
	if marked.IsEmpty() {
		return
	}
	p.territory[side] = p.territory[side].AndNot(marked)
	p.key ^= territoryKeys(side, marked)
}

// mark makes squares the side's territory. They may be the opponent's.
func (p *Position) mark(side Side, squares Bitboard) {
	p.unmark(side.Opponent(), squares)
	added := squares.AndNot(p.territory[side])
	p.territory[side] = p.territory[side].Or(added)
	p.key ^= territoryKeys(side, added)
}

func territoryKeys(side Side, squares Bitboard) uint64 {
	var key uint64
	for ; !squares.IsEmpty(); squares = squares.WithoutFirst() {
		key ^= territoryKey(side, squares.First())
	}
	return key
}
