package proof

import (
	"slices"

	"cathedral/engine"
)

// The bounds of bounds.go give all contested ground to the enemy of the side that waits. But if that side could
// close some of it in several ways, the enemy's next building spoils only those that it covers a square of.
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

// closing is a closing, which wins with packed squares of the side's own ground besides.
type closing struct {
	move    engine.Move
	squares engine.Bitboard // of the move
	packed  int
}

// The effort spent on closings. E201.
const (
	// Up to securedTries placements fail; see forkTries. They may cost the enemy securedCost squares more than
	// they cover.
	securedTries = 12
	securedCost  = 1
	// pairedClosings is the number of closings whose pairs with later ones are looked at.
	pairedClosings = 4
)

// secured reports whether the enemy of the side to move at ply has closings with which it wins need squares,
// whatever is placed next. It returns some: few, since large zones are disturbed more often. They are valid until the
// next call. The reach of the frame must be known. Closings of the side to move itself take more time than they save.
func (s *Solver) secured(ply, need int) []closing {
	frame := &s.frames[ply]
	p := frame.node.Position()
	if !p.Settled() {
		return nil
	}
	closings := s.closed[:0]
	defer func() { s.closed = closings }()
	for m, packed := range s.closings(p, &frame.reach, p.Side().Opponent(), need, engine.Bitboard{}, securedTries, securedCost) {
		c := closing{m, m.Squares(), packed}
		for i, first := range closings[:min(len(closings), pairedClosings)] {
			if !slices.ContainsFunc(s.spoilers[i], c.squares.Intersects) {
				return []closing{first, c}
			}
		}
		if i := len(closings); i < pairedClosings {
			s.spoilers[i] = appendPlacementsOn(s.spoilers[i][:0], p, c.squares)
		}
		closings = append(closings, c)
	}
	if len(closings) < 3 {
		return nil
	}
	return s.securedBySeveral(closings)
}

// securedBySeveral returns those closings that no single placement of the side to move spoils, if there are
// such. s.spoilers has the placements that spoil the first.
func (s *Solver) securedBySeveral(closings []closing) []closing {
	chosen, left := []closing{closings[0]}, slices.Clone(s.spoilers[0])
	for _, c := range closings[1:] {
		before := len(left)
		left = slices.DeleteFunc(left, func(b engine.Bitboard) bool { return !b.Intersects(c.squares) })
		if len(left) < before {
			chosen = append(chosen, c)
		}
		if len(left) == 0 {
			return fewest(chosen, s.spoilers[0])
		}
	}
	return nil
}

// fewest drops closings after the first as long as no placement in spoilFirst, which has those that spoil the
// first, spoils all that are left.
func fewest(closings []closing, spoilFirst []engine.Bitboard) []closing {
	for i := 1; i < len(closings); i++ {
		rest := slices.Delete(slices.Clone(closings), i, i+1)
		if !slices.ContainsFunc(spoilFirst, func(b engine.Bitboard) bool {
			return !slices.ContainsFunc(rest, func(c closing) bool { return !b.Intersects(c.squares) })
		}) {
			closings, i = rest, i-1
		}
	}
	return closings
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
