package search

import "cathedral/engine"

// Sound bounds on the final margin. Late in a game what stands can be captured no
// more, and each side has ground that the other cannot enter. Then a side can
// place at least what packs into its own ground, and at most what packs into all
// it can reach; and a margin is bounded long before the last move.
//
// When what stands is safe. Call a square out of a side's reach when none of the
// buildings in its hand covers it anywhere on the squares that are open to the
// side now. Join to a side's buildings and the Cathedral all empty squares that
// are out of the enemy's reach. As long as the enemy does not build there, what
// touches in this set, by side or corner, stays in one region of the enemy's. If
// every part of the set that holds a piece or territory of the side holds two
// pieces, or one that was spared, the enemy can capture none of these pieces and
// claim none of these parts. Let that be so for both sides. Then neither ever has
// a building to place that is not in its hand now, nor an open square that is not
// open now, so that its reach stays within what it is, and all of the above holds
// to the end of the game.
//
// Buildings still to come may be captured, where they are placed outside these
// parts. It does not matter: they return to the hand that they came from, so that
// what a side has placed at the end still packs into its reach; and a side that
// places all it can on its own ground loses none of it.

// noBounds is a margin, in squares, that no game ends beyond.
const noBounds = 2 * engine.SideSquares

// reach is what a position says about where its sides can still build.
type reach struct {
	squares [2]engine.Bitboard // that the side may yet cover
	own     [2]engine.Bitboard // of these, those that are the side's for good
	settled bool               // whether nothing that stands can be captured any more; if not, own is not filled in
}

// findReach finds out where the sides can still build.
func findReach(p *engine.Position) reach {
	var r reach
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		r.squares[side] = engine.Coverage(p.Open(side), side, p.Hand(side))
	}
	empty := p.Empty()
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		pieces := p.Buildings(side).Or(p.CathedralSquares())
		held := pieces.Or(empty.AndNot(r.squares[side.Opponent()]))
		stakes := pieces.Or(p.Territory(side))
		ground := engine.Bitboard{}
		for !stakes.IsEmpty() {
			part := engine.BoardOf(stakes.First()).FloodWithin(held)
			if !holdsTwo(p, side, part.And(pieces)) {
				return r
			}
			ground = ground.Or(part)
			stakes = stakes.AndNot(part)
		}
		r.own[side] = ground.And(r.squares[side])
	}
	r.settled = true
	return r
}

// holdsTwo reports whether there are two pieces on the squares, or one that was
// spared.
func holdsTwo(p *engine.Position, side engine.Side, pieces engine.Bitboard) bool {
	if pieces.IsEmpty() {
		return false
	}
	first := p.PieceAt(side, pieces.First()).Squares()
	return pieces != first || p.Spared().Intersects(first)
}

// bounds returns what the final margin for the side to move lies between, in
// squares, when both sides play their best from here on.
func (w *worker) bounds(p *engine.Position, effort effort) (low, high int) {
	r := findReach(p)
	if !r.settled {
		return -noBounds, noBounds
	}
	var least, most [2]int // squares that each side yet places
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		hand := p.Hand(side)
		least[side], most[side] = w.packer.most(r.squares[side], side, hand, effort)
		if r.own[side] != r.squares[side] {
			least[side], _ = w.packer.most(r.own[side], side, hand, effort)
		}
	}
	w.spend(w.packer.takeSteps() / stepsOfNode)
	side := p.Side()
	enemy := side.Opponent()
	margin := p.Margin(side)
	return margin + least[side] - most[enemy], margin + most[side] - least[enemy]
}
