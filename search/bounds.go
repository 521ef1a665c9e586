package search

import "cathedral/engine"

// Sound bounds on the final margin. Late in a game nothing can be captured any
// more, and each side has ground that the other cannot enter. Then a side places
// at least what packs into its own ground, and at most what packs into all it can
// reach; and a margin is bounded long before the last move.
//
// When nothing can be captured. Call a square out of a side's reach when none of
// the buildings in its hand can ever cover it: the reach on the squares open to
// the side now, since hands and open squares only shrink until the first
// capture. Join to a side's buildings and the Cathedral all empty squares that
// are out of the enemy's reach. The enemy never builds there, so what touches in
// this set, by side or corner, stays in one region of the enemy's. If every part
// of the set that holds a piece or territory of the side holds two pieces, the
// enemy can capture nothing and claim none of it: the first capture would have to
// come from a region with a single piece. If that is so for both sides, no first
// capture can ever come.

// noBounds are the margins that any game lies between.
const noBounds = 2 * engine.SideSquares

// reach is what a position says about where its sides can still build.
type reach struct {
	squares [2]engine.Bitboard // that the side may yet cover
	own     [2]engine.Bitboard // of these, those that are the side's for good
	settled bool               // whether nothing can be captured any more
}

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

// bounds returns what the final margin for the side to move lies between.
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
