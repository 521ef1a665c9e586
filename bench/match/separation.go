package match

import "cathedral/engine"

// A game is decided before its end when neither side can do anything to the other
// any more: then both only pack what they hold into squares of their own, and
// the score is that of the two best packings.

// packingNodes bounds the work of one packing: about ten milliseconds.
const packingNodes = 200_000

// proveSeparated returns the squares that the sides will have left unplaced under
// best play, for positions in which they cannot reach each other any more and both
// packings are small enough to be exact.
func proveSeparated(p *engine.Position) (light, dark int, proven bool) {
	if p.CathedralPending() || p.Ply() < 4 {
		return 0, 0, false
	}
	var reach [2]engine.Bitboard
	var packings [2]packing
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		packings[side].collect(p, side)
		reach[side] = packings[side].reach
	}
	if reach[engine.Light].Intersects(reach[engine.Dark]) ||
		!settled(p, engine.Light, &reach) || !settled(p, engine.Dark, &reach) {
		return 0, 0, false
	}
	var unplaced [2]int
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		packed, exact := packings[side].most(p.Open(side), p.Hand(side))
		if !exact {
			return 0, 0, false
		}
		unplaced[side] = p.Unplaced(side) - packed
	}
	return unplaced[engine.Light], unplaced[engine.Dark], true
}

// settled reports whether no building that the side can still place will settle
// anything that matters to the opponent. The side's walls will at most grow by
// the squares it can reach. What is left without those falls into parts that no
// wall will ever divide; a part with two foreign pieces, or with a spared one,
// can never be claimed. So every part that holds a foreign piece, a square that
// the opponent can build on or one of its territory has to be such a part.
func settled(p *engine.Position, side engine.Side, reach *[2]engine.Bitboard) bool {
	enemy := side.Opponent()
	undivided := engine.AllSquares().AndNot(p.Buildings(side)).AndNot(reach[side])
	foreign := p.Buildings(enemy).Or(p.CathedralSquares())
	matters := foreign.Or(reach[enemy]).Or(p.Territory(enemy))
	for !matters.IsEmpty() {
		part := engine.BoardOf(matters.First()).FloodWithin(undivided)
		if !part.Intersects(p.Spared()) && foreignPieces(p, enemy, part) < 2 {
			return false
		}
		matters = matters.AndNot(part)
	}
	return true
}

// foreignPieces counts the enemy's buildings, and the Cathedral, in a part of the
// board that holds them whole or not at all.
func foreignPieces(p *engine.Position, enemy engine.Side, part engine.Bitboard) int {
	count := 0
	for piece := range p.Pieces(enemy) {
		if part.Intersects(piece.Squares()) {
			count++
		}
	}
	if part.Intersects(p.CathedralSquares()) {
		count++
	}
	return count
}

// packing finds the most squares that the buildings of a hand can cover.
type packing struct {
	reach engine.Bitboard // all squares that any building of the hand can cover
	// from has the placements by their first square in reading order.
	from  map[engine.Square][]packed
	best  int
	nodes int
}

type packed struct {
	building engine.Building
	squares  engine.Bitboard
}

// collect finds all placements of what the side still holds.
func (k *packing) collect(p *engine.Position, side engine.Side) {
	k.from = map[engine.Square][]packed{}
	var maps engine.Maps
	p.Maps(side, &maps)
	hand := p.Hand(side)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !hand.Has(shape.Building()) {
			continue
		}
		for anchor := range maps.At(i).Squares() {
			squares := engine.NewMove(shape, anchor).Squares()
			k.reach = k.reach.Or(squares)
			k.from[squares.First()] = append(k.from[squares.First()], packed{shape.Building(), squares})
		}
	}
}

// most returns the most squares of the open ones that the hand can cover, and
// false where finding out takes too long.
func (k *packing) most(open engine.Bitboard, hand engine.Hand) (squares int, exact bool) {
	k.pack(open.And(k.reach), hand, hand.Squares(), 0)
	return k.best, k.nodes <= packingNodes
}

// pack decides about the first open square: what covers it, or that nothing does.
// The squares before it are decided.
func (k *packing) pack(open engine.Bitboard, hand engine.Hand, held, covered int) {
	k.best = max(k.best, covered)
	k.nodes++
	if k.nodes > packingNodes || open.IsEmpty() || covered+min(held, open.Count()) <= k.best {
		return
	}
	for _, place := range k.from[open.First()] {
		if hand.Has(place.building) && open.Contains(place.squares) {
			size := place.squares.Count()
			k.pack(open.AndNot(place.squares), hand.Without(place.building), held-size, covered+size)
		}
	}
	k.pack(open.WithoutFirst(), hand, held, covered)
}
