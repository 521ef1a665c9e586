package engine

import (
	"iter"
	"math/bits"
	"strings"
)

// Hand is the set of a side's unplaced buildings. Two bits for each kind, the
// tavern's lowest, hold the number of copies.
type Hand uint32

// fullHand returns the hand that each side starts with.
func fullHand() Hand {
	var h Hand
	for b := Tavern; b < Cathedral; b++ {
		h |= Hand(b.Copies()) << (2 * b)
	}
	return h
}

// Count returns the number of copies of b in the hand.
func (h Hand) Count(b Building) int { return int(h>>(2*b)) & 3 }

// Has reports whether a copy of b is in the hand.
func (h Hand) Has(b Building) bool { return h>>(2*b)&3 != 0 }

// Squares returns the number of squares that the buildings in the hand would cover.
func (h Hand) Squares() int {
	return int(handSquares[h&(1<<smallBits-1)]) + int(handSquares[1<<smallBits+h>>smallBits])
}

// smallBits is the number of bits of a hand that hold the six smaller kinds of building.
const smallBits = 12

// handSquares has the squares of each hand of the smaller buildings and then, by the higher bits,
// those of each hand of the others.
var handSquares = makeHandSquares()

func makeHandSquares() *[1<<smallBits + 1<<(2*NumBuildings-smallBits)]uint8 {
	table := new([1<<smallBits + 1<<(2*NumBuildings-smallBits)]uint8)
	for i := range table {
		h := Hand(i)
		if i >= 1<<smallBits {
			h = Hand(i-1<<smallBits) << smallBits
		}
		for b := Tavern; b < Cathedral; b++ {
			table[i] += uint8(h.Count(b) * b.Size())
		}
	}
	return table
}

// LargestFirst yields the kinds of building in the hand, each once, from the academy
// down to the tavern.
func (h Hand) LargestFirst() iter.Seq[Building] {
	return func(yield func(Building) bool) {
		for rest := h; rest != 0; {
			b := Building(bits.Len32(uint32(rest))-1) / 2
			if !yield(b) {
				return
			}
			rest = rest.WithoutAll(b)
		}
	}
}

// String returns the codes of the buildings, the largest first and each copy by
// itself, such as "AC IN IN TA", or "none" for the empty hand.
func (h Hand) String() string {
	if h.IsEmpty() {
		return "none"
	}
	var codes []string
	for b := range h.LargestFirst() {
		for range h.Count(b) {
			codes = append(codes, b.Code())
		}
	}
	return strings.Join(codes, " ")
}

// IsEmpty reports whether the hand holds no building.
func (h Hand) IsEmpty() bool { return h == 0 }

// With returns the hand with one more copy of b.
func (h Hand) With(b Building) Hand { return h + 1<<(2*b) }

// Without returns the hand with one copy less of b. It must hold one.
func (h Hand) Without(b Building) Hand { return h - 1<<(2*b) }

// WithoutAll returns the hand with no copy of b.
func (h Hand) WithoutAll(b Building) Hand { return h &^ (3 << (2 * b)) }
