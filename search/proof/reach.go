package proof

import "cathedral/engine"

// Who can still build where. Late in a game most of what stands can no longer be
// captured, and each side has ground that the other cannot enter.
//
// Call a square out of a side's reach when no building that may ever
// come to its hand covers it anywhere on squares that may ever be open to it. Join
// to a side's buildings and the Cathedral all empty squares that are out of the
// enemy's reach. As the enemy never builds there, what touches in this set, by side
// or corner, stays in one region of the enemy's. Call a part of the set safe that
// holds two pieces, or one that was spared: the enemy can neither capture these
// pieces nor claim the part. Pieces in other parts are exposed.
//
// What may come to a side's hand is what is in it, and its exposed buildings. What
// may be open to it is what is empty, what exposed pieces stand on, and all that is
// not the enemy's territory in one of the enemy's safe parts. An exposed Cathedral
// makes no part safe, whoever it is exposed to. So the reach depends on what is
// safe, which depends on the reach. The search for both begins with everything safe,
// and what turns out exposed makes the reach larger, until nothing more does. Then
// no move of the game can be the first to break any of this.

// reach tells where the sides of a position can still build.
type reach struct {
	position  *engine.Position
	squares   [2]engine.Bitboard // that the side may yet cover
	safe      [2]engine.Bitboard // parts of the city that are the side's for good
	exposed   [2]engine.Bitboard // the side's buildings that may yet be captured
	cathedral engine.Bitboard    // the squares of the Cathedral, none when it is exposed
	hands     [2]engine.Hand     // the buildings that the side has or may get back
}

// findReach finds out where the sides can still build. It reports false, and the
// reach means nothing, if more than mostExposed squares of a side's buildings are
// exposed, or the Cathedral is still to come.
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

// open returns the squares that may ever be open to a side.
func (r *reach) open(side engine.Side) engine.Bitboard {
	p, enemy := r.position, side.Opponent()
	standing := p.Buildings(side).Or(p.Buildings(enemy)).AndNot(r.exposed[side]).AndNot(r.exposed[enemy]).Or(r.cathedral)
	return engine.AllSquares().AndNot(standing).AndNot(p.Territory(enemy).And(r.safe[enemy]))
}

// fillable returns the squares that a side may yet cover with the buildings that are
// in its hand now.
func (r *reach) fillable(side engine.Side) engine.Bitboard {
	if r.exposed[side].IsEmpty() {
		return r.squares[side]
	}
	return engine.Coverage(r.open(side), side, r.position.Hand(side))
}

// home returns the safe territory of a side that its buildings close, so that nothing
// which it builds there can wall off anything. A position text may have territory that is
// open to the rest of the city.
func (r *reach) home(side engine.Side) engine.Bitboard {
	p := r.position
	own := p.Territory(side).And(r.safe[side])
	if own.IsEmpty() {
		return own
	}
	passable := engine.AllSquares().AndNot(p.Buildings(side))
	return own.AndNot(passable.AndNot(p.Territory(side)).FloodWithin(passable))
}

// secure finds the side's safe parts anew, and reports whether everything that was
// taken for safe still is.
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

// holdsTwo reports whether there are two pieces on the squares, or one that was
// spared.
func holdsTwo(p *engine.Position, side engine.Side, pieces engine.Bitboard) bool {
	if pieces.IsEmpty() {
		return false
	}
	first := p.PieceAt(side, pieces.First()).Squares()
	return pieces != first || p.Spared().Intersects(first)
}
