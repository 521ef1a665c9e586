package proof

import (
	"slices"

	"cathedral/engine"
)

// The bounds of bounds.go give all contested ground to the enemy. But a side that is to move can close
// some of it first, and one that waits can do so if it has several closings, since the enemy's next
// building spoils only those that it covers a square of.
//
// A closing is a placement beside safe ground after which bounds decide. It can be neither captured nor cut
// off, as it is in one part with that ground. No region that the enemy claims holds its squares, or it would
// hold that ground too. So if no building of the enemy's covers a square of each closing, one remains. The
// side places it and packs the rest of its hand into its own ground as before, and the enemy never builds on
// its squares.
//
// The closings are the zone of such a leaf, and none of them is loose. Buildings that do not disturb the proof
// stand on none of their squares, and what the enemy claims with those holds no square beside safe ground, as
// zone.go shows. What the enemy cannot spoil with all of its open squares and its hand, it cannot spoil with fewer.

const (
	// securedTries is the number of placements that are tried as closings. E201.
	securedTries = 100
	// pairedClosings is the number of closings whose pairs with others are looked at.
	pairedClosings = 10
)

// secured reports whether side has closings with which it wins need squares from the position of the frame of
// ply, whatever its enemy places next, and returns their squares: few, since large zones are disturbed more
// often. The reach of the frame must be known.
func (s *Solver) secured(ply int, side engine.Side, need int) (squares engine.Bitboard, found bool) {
	frame := &s.frames[ply]
	p := frame.node.Position()
	if p.Unsettled(engine.Light) || p.Unsettled(engine.Dark) {
		return squares, false
	}
	closings := s.closed[:0]
	defer func() { s.closed = closings }()
	for m := range s.closings(p, &frame.reach, side, need, engine.Bitboard{}, securedTries) {
		if p.Side() == side {
			return m.Squares(), true
		}
		closings = append(closings, m.Squares())
	}
	if len(closings) < 2 {
		return squares, false
	}
	if squares, found = s.securedByTwo(p, closings); found {
		return squares, true
	}
	return s.securedBySeveral(p, closings)
}

// securedByTwo returns the squares of two closings, as few as possible, that no placement of the side to
// move spoils both of.
func (s *Solver) securedByTwo(p *engine.Position, closings []engine.Bitboard) (squares engine.Bitboard, found bool) {
	least := 1 << 30
	for i, first := range closings[:min(len(closings), pairedClosings)] {
		if first.Count() >= least {
			break // the smallest come first
		}
		s.spoilers = appendPlacementsOn(s.spoilers[:0], p, first)
		for _, second := range closings[i+1:] {
			both := first.Or(second)
			if n := both.Count(); n < least && !slices.ContainsFunc(s.spoilers, second.Intersects) {
				squares, least = both, n
			}
		}
	}
	return squares, least < 1<<30
}

// securedBySeveral returns the squares of closings that no placement of the side to move spoils all of.
func (s *Solver) securedBySeveral(p *engine.Position, closings []engine.Bitboard) (squares engine.Bitboard, found bool) {
	s.spoilers = appendPlacementsOn(s.spoilers[:0], p, closings[0])
	chosen, left := []engine.Bitboard{closings[0]}, slices.Clone(s.spoilers)
	for _, c := range closings[1:] {
		before := len(left)
		left = slices.DeleteFunc(left, func(b engine.Bitboard) bool { return !b.Intersects(c) })
		if len(left) < before {
			chosen = append(chosen, c)
		}
		if len(left) == 0 {
			return fewest(chosen, s.spoilers), true
		}
	}
	return squares, false
}

// fewest returns the squares of the first and of as few others of closings as are needed, so that
// no placement that spoils the first spoils all.
func fewest(closings, spoilFirst []engine.Bitboard) (all engine.Bitboard) {
	for i := 1; i < len(closings); i++ {
		rest := slices.Delete(slices.Clone(closings), i, i+1)
		if !slices.ContainsFunc(spoilFirst, func(b engine.Bitboard) bool {
			return !slices.ContainsFunc(rest, func(c engine.Bitboard) bool { return !b.Intersects(c) })
		}) {
			closings, i = rest, i-1
		}
	}
	for _, squares := range closings {
		all = all.Or(squares)
	}
	return all
}

// appendPlacementsOn appends to list the squares of each placement of the side to move that covers one of
// squares.
func appendPlacementsOn(list []engine.Bitboard, p *engine.Position, squares engine.Bitboard) []engine.Bitboard {
	near := squares.Grow().Grow() // holds the anchors: no building is longer than three squares
	side := p.Side()
	var maps engine.Maps
	engine.PlacementMaps(p.Open(side), side, &maps)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !p.Hand(side).Has(shape.Building()) {
			continue
		}
		for anchors := maps.At(i).And(near); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			if on := engine.NewMove(shape, anchors.First()).Squares(); on.Intersects(squares) {
				list = append(list, on)
			}
		}
	}
	return list
}
