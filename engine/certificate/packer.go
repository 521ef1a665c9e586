package certificate

import (
	"math/bits"

	"cathedral/engine"
)

// packer answers packing questions: whether a hand can cover some number of squares of
// a region with buildings that do not overlap. It tries everything, but for what bounds
// and earlier answers rule out.
type packer struct {
	meter  *meter
	gaveUp bool // at the limit of the meter; answers mean nothing then
	memory packingMemory
}

// canCover reports whether a side can cover that many squares of the region, or more,
// with buildings of the hand.
func (k *packer) canCover(region engine.Bitboard, side engine.Side, hand engine.Hand, squares int) bool {
	switch {
	case squares <= 0:
		return true
	case region.Count() < squares || hand.Squares() < squares:
		return false
	case !k.meter.step():
		k.gaveUp = true
	}
	if k.gaveUp {
		return true
	}
	// Buildings that fit nowhere and squares that no building covers only disguise
	// how little is possible.
	var maps engine.Maps
	engine.PlacementMaps(region, side, &maps)
	hand, rarest := fitting(&maps, hand)
	if hand.Squares() < squares {
		return false
	}
	region = engine.Coverage(region, side, hand)
	if region.Count() < squares {
		return false
	}
	q := packingQuestion{region, hand, uint8(side), uint8(squares)}
	if k.memory.impossible(q) {
		return false
	}
	var found bool
	if hand.Squares() >= region.Count() {
		found = k.trySquare(region, side, hand, squares)
	} else {
		found = k.tryBuilding(rarest, &maps, region, side, hand, squares)
	}
	if !found {
		k.memory.remember(q)
	}
	return found
}

// trySquare tries all that may be done with a square that has no square of its part
// before it: each building that begins on it, or nothing.
func (k *packer) trySquare(region engine.Bitboard, side engine.Side, hand engine.Hand, squares int) bool {
	part, most := smallestPart(region, side, hand)
	if most < squares {
		return false
	}
	square := part.First()
	for b := range hand.LargestFirst() {
		for i := range engine.ShapesOf(b) {
			m := engine.SideShape(side, i).StartingAt(square)
			if m != engine.NoMove && region.Contains(m.Squares()) &&
				k.canCover(region.AndNot(m.Squares()), side, hand.Without(b), squares-b.Size()) {
				return true
			}
		}
	}
	return k.canCover(region.Without(square), side, hand, squares)
}

// tryBuilding tries all that may be done with a building: each place for one copy of
// it, or leaving it out with its copies. The maps are those of the region.
func (k *packer) tryBuilding(b engine.Building, maps *engine.Maps, region engine.Bitboard, side engine.Side, hand engine.Hand, squares int) bool {
	for i := range engine.ShapesOf(b) {
		for places := maps.At(i); !places.IsEmpty(); places = places.WithoutFirst() {
			m := engine.NewMove(engine.SideShape(side, i), places.First())
			if k.canCover(region.AndNot(m.Squares()), side, hand.Without(b), squares-b.Size()) {
				return true
			}
		}
	}
	return k.canCover(region, side, hand.WithoutAll(b), squares)
}

// fitting returns the buildings of the hand that fit into the region with these maps, each
// by itself, and the one of them that has the fewest places.
func fitting(maps *engine.Maps, hand engine.Hand) (fit engine.Hand, rarest engine.Building) {
	fewest := 0
	for b := range hand.LargestFirst() {
		places := maps.Places(b)
		if places == 0 {
			hand = hand.WithoutAll(b)
			continue
		}
		if fewest == 0 || places < fewest {
			fewest, rarest = places, b
		}
	}
	return hand, rarest
}

// smallestPart returns the smallest of the parts that the region falls into, and a bound
// on the squares that the hand can cover of all parts, if each had the hand for itself.
// Buildings cover squares that are connected through sides, so each lies in one part.
func smallestPart(region engine.Bitboard, side engine.Side, hand engine.Hand) (smallest engine.Bitboard, most int) {
	for rest := region; !rest.IsEmpty(); {
		part := engine.Bitboard{}.With(rest.First())
		for grown := part.GrowOrthogonally().And(rest); grown != part; grown = part.GrowOrthogonally().And(rest) {
			part = grown
		}
		fit := hand
		if part != region {
			var maps engine.Maps
			engine.PlacementMaps(part, side, &maps)
			fit, _ = fitting(&maps, hand)
		}
		most += largestSum(fit, part.Count())
		rest = rest.AndNot(part)
		if smallest.IsEmpty() || part.Count() < smallest.Count() {
			smallest = part
		}
	}
	return smallest, most
}

// largestSum returns the largest number of squares, but not above the limit, that some
// buildings of the hand have together.
func largestSum(hand engine.Hand, limit int) int {
	sums := uint64(1) // the bit of each number that is possible
	for b := range hand.LargestFirst() {
		for range hand.Count(b) {
			sums |= sums << b.Size()
		}
	}
	if limit < 63 {
		sums &= 1<<(limit+1) - 1
	}
	return bits.Len64(sums) - 1
}
