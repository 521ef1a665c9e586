package proof

import "cathedral/engine"

// What each side can still build on. Late in a game most buildings can no longer be captured,
// and each side has ground that the other cannot enter.
//
// A square is out of a side's reach if no building that may ever come to the side's hand can
// cover it on squares that may ever be open to the side. Join to a side's buildings and the
// Cathedral all empty squares that are out of the enemy's reach. As the enemy never builds
// there, squares of this set that touch, by side or corner, stay in one region of the enemy's.
// Call a part of the set safe if it contains two pieces, or one that was spared: the enemy can
// neither capture these pieces nor claim the part. Pieces in other parts are exposed.
//
// A side may build with its hand and with its exposed buildings. Empty squares and the squares
// of exposed pieces may be open to it, except for the enemy's territory in the enemy's safe
// parts. A Cathedral that is exposed to either side makes no part safe. So the reach depends on
// the safe parts, and they depend on the reach. The computation begins with everything safe.
// Each piece that turns out to be exposed makes the reach larger, until nothing changes. Then
// no move of the game can be the first to break any of this.

// reach is where the sides of a position can still build.
type reach struct {
	position  *engine.Position
	squares   [2]engine.Bitboard // that the side may yet cover
	safe      [2]engine.Bitboard // parts of the city that are the side's for good
	exposed   [2]engine.Bitboard // the side's buildings that may yet be captured
	cathedral engine.Bitboard    // the squares of the Cathedral, none when it is exposed
	hands     [2]engine.Hand     // the buildings that the side has or may get back
}

// findReach returns the reach of p. It reports false, and the reach means nothing, if more
// than mostExposed squares of a side's buildings are exposed, or the Cathedral is not placed
// yet.
func findReach(p *engine.Position, mostExposed int) (r reach, known bool) {
	if p.CathedralPending() {
		return r, false
	}
	r = reach{position: p, cathedral: p.CathedralSquares()}
	for side := range r.hands {
		r.hands[side] = p.Hand(engine.Side(side))
		r.safe[side] = p.Territory(engine.Side(side))
	}
	for stable := false; !stable; {
		for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
			r.squares[side] = engine.Coverage(r.open(side), side, r.hands[side])
		}
		stable = true
		for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
			if !r.secure(side) {
				stable = false
			}
			if r.exposed[side].Count() > mostExposed {
				return r, false
			}
		}
	}
	return r, true
}

// open returns the squares that may ever be open to side.
func (r *reach) open(side engine.Side) engine.Bitboard {
	p, enemy := r.position, side.Opponent()
	standing := p.Buildings(side).Or(p.Buildings(enemy)).AndNot(r.exposed[side]).AndNot(r.exposed[enemy]).Or(r.cathedral)
	return engine.AllSquares().AndNot(standing).AndNot(p.Territory(enemy).And(r.safe[enemy]))
}

// fillable returns the squares that side may still cover with the buildings now in its hand.
func (r *reach) fillable(side engine.Side) engine.Bitboard {
	if r.exposed[side].IsEmpty() {
		return r.squares[side]
	}
	return engine.Coverage(r.open(side), side, r.position.Hand(side))
}

// home returns the safe territory of side that its buildings close: a building there cannot
// wall off anything. In a position text, territory may be open to the rest of the city.
func (r *reach) home(side engine.Side) engine.Bitboard {
	p := r.position
	own := p.Territory(side).And(r.safe[side])
	if own.IsEmpty() {
		return own
	}
	passable := engine.AllSquares().AndNot(p.Buildings(side))
	return own.AndNot(passable.AndNot(p.Territory(side)).FloodWithin(passable))
}

// secure computes side's safe parts again, and reports whether everything that was taken for
// safe still is.
func (r *reach) secure(side engine.Side) bool {
	p := r.position
	buildings := p.Buildings(side).AndNot(r.exposed[side])
	pieces, territory := buildings.Or(r.cathedral), p.Territory(side)
	held := pieces.Or(p.Empty().AndNot(r.squares[side.Opponent()]))
	stakes := pieces.Or(territory.And(held))
	stable, safe := true, engine.Bitboard{}
	for !stakes.IsEmpty() {
		part := engine.BoardOf(stakes.First()).FloodWithin(held)
		stakes = stakes.AndNot(part)
		if holdsTwo(p, side, part.And(pieces)) {
			safe = safe.Or(part)
			continue
		}
		if lone := part.And(buildings); !lone.IsEmpty() {
			r.exposed[side] = r.exposed[side].Or(lone)
			r.hands[side] = r.hands[side].With(p.PieceAt(side, lone.First()).Building())
			stable = false
		}
		if part.Intersects(r.cathedral) {
			r.cathedral = engine.Bitboard{}
			stable = false
		}
	}
	stable = stable && safe.Contains(r.safe[side].And(territory))
	r.safe[side] = safe
	return stable
}

// holdsTwo reports whether pieces contains the squares of two pieces, or of one that was
// spared.
func holdsTwo(p *engine.Position, side engine.Side, pieces engine.Bitboard) bool {
	if pieces.IsEmpty() {
		return false
	}
	first := p.PieceAt(side, pieces.First()).Squares()
	return pieces != first || p.Spared().Intersects(first)
}
