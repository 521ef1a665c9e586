package engine

import (
	"iter"
	"math/bits"
)

// Maps holds the placement maps of one side: for each of its shapes, the anchors at
// which all squares of the shape are open. All maps together cost less than listing
// a few moves, so a question that the maps can answer should be put to them. The
// words of the maps are kept apart because the same straight code computes each
// half of the board.
type Maps struct{ lo, hi [SideShapes]uint64 }

// At returns the map of the side's i-th shape, which is SideShape(side, i).
func (m *Maps) At(i int) Bitboard { return Bitboard{m.lo[i], m.hi[i]} }

// SideShape returns the i-th of a side's shapes, from 0 to SideShapes-1, in the
// order of the buildings.
func SideShape(side Side, i int) Shape { return sideShapes[side][i] }

// ShapesOf yields the indexes of b's shapes among a side's shapes.
func ShapesOf(b Building) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := int(firstMap[b]); i < int(firstMap[b+1]); i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// firstMap is the index of each building's first shape among a side's shapes.
var firstMap = [NumBuildings + 1]uint8{0, 1, 3, 7, 9, 10, 14, 16, 20, 21, 25, 29}

// PlacementMaps writes to maps the placement maps of all of a side's shapes on the
// open squares, whether or not the building is in the side's hand. The open squares
// of a position are [Position.Open].
func PlacementMaps(open Bitboard, side Side, maps *Maps) {
	// Each row of a shape needs the open squares moved up by that row. Padding is
	// never open, and every shape has a square in its leftmost column, so nothing
	// that wraps around the end of a row survives.
	const up = wordBits - stride
	lowOne, lowTwo := open.lo>>stride|open.hi<<up, open.lo>>(2*stride)|open.hi<<(up-stride)
	wordMaps(open.lo, lowOne, lowTwo, side, &maps.lo)
	wordMaps(open.hi, open.hi>>stride, open.hi>>(2*stride), side, &maps.hi)
}

// wordMaps computes one word of the maps from the word's open squares (a0) and those
// one and two rows below (a1, a2). The letters b and c stand for the columns one and
// two to the right. A longer name stands for squares that must all be open: ab1 is
// columns a and b of row 1. squaresAt, which tries one shape at one anchor, is its slow twin.
func wordMaps(a0, a1, a2 uint64, side Side, maps *[SideShapes]uint64) {
	b0, c0 := a0>>1, a0>>2
	b1, c1 := a1>>1, a1>>2
	b2, c2 := a2>>1, a2>>2
	ab0, bc0 := a0&b0, b0&c0
	ab1, bc1 := a1&b1, b1&c1
	ab2, bc2 := a2&b2, b2&c2
	a01, b01 := a0&a1, b0&b1
	abc1 := ab1 & c1

	maps[0] = a0 // tavern
	maps[1] = a01
	maps[2] = ab0
	maps[3] = a0 & ab1 // inn
	maps[4] = ab0 & a1
	maps[5] = ab0 & b1
	maps[6] = b0 & ab1
	maps[7] = a01 & a2 // bridge
	maps[8] = ab0 & c0
	maps[9] = ab0 & ab1  // square
	maps[10] = b0 & abc1 // manor
	maps[11] = a01 & a2 & b1
	maps[12] = ab0 & bc0 & b1
	maps[13] = b01 & b2 & a1
	maps[16] = ab0 & bc1 & c2 // tower
	maps[17] = c0 & bc1 & ab2
	maps[18] = a0 & ab1 & bc2
	maps[19] = bc0 & ab1 & a2
	maps[20] = b0 & abc1 & b2 // infirmary
	maps[21] = a0 & c0 & abc1 // castle
	maps[22] = ab0 & a1 & ab2
	maps[23] = ab0 & bc0 & a1 & c1
	maps[24] = ab0 & b1 & ab2
	if side == Dark {
		maps[14] = ab0 & bc1 // abbey
		maps[15] = b01 & a1 & a2
		maps[25] = bc0 & ab1 & b2 // academy
		maps[26] = b0 & abc1 & c2
		maps[27] = b0 & bc1 & ab2
		maps[28] = a0 & abc1 & b2
	} else {
		maps[14] = bc0 & ab1
		maps[15] = a01 & b1 & b2
		maps[25] = ab0 & bc1 & b2
		maps[26] = c0 & abc1 & b2
		maps[27] = b0 & ab1 & bc2
		maps[28] = b0 & abc1 & a2
	}
}

// count returns the number of placements of the buildings in a hand.
func (m *Maps) count(hand Hand) int {
	total := 0
	for b := Tavern; b < Cathedral; b++ {
		if hand.Has(b) {
			total += m.Places(b)
		}
	}
	return total
}

// Places returns the number of placements of b.
func (m *Maps) Places(b Building) (places int) {
	for i := firstMap[b]; i < firstMap[b+1]; i++ {
		places += bits.OnesCount64(m.lo[i]) + bits.OnesCount64(m.hi[i])
	}
	return places
}

// any reports whether any building in the hand has a placement.
func (m *Maps) any(hand Hand) bool {
	for b := Tavern; b < Cathedral; b++ {
		if hand.Has(b) && m.Places(b) > 0 {
			return true
		}
	}
	return false
}

// Coverage returns the squares that the side's buildings in hand could cover on the
// open squares: the union of all placements.
func Coverage(open Bitboard, side Side, hand Hand) Bitboard {
	if hand.Has(Tavern) {
		return open
	}
	var maps Maps
	PlacementMaps(open, side, &maps)
	var covered Bitboard
	for b := Stable; b < Cathedral; b++ {
		if !hand.Has(b) {
			continue
		}
		for i := range ShapesOf(b) {
			anchors := maps.At(i)
			if anchors.IsEmpty() {
				continue
			}
			for _, at := range shapes[sideShapes[side][i]].squares {
				covered = covered.Or(anchors.moved(at))
			}
		}
	}
	return covered
}
