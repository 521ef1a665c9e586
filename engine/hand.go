package engine

// Hand is the set of a side's unplaced buildings: two bits a kind, which hold
// the number of copies.
type Hand uint32

// FullHand returns the hand that each side starts with.
func FullHand() Hand {
	var h Hand
	for b := Tavern; b < Cathedral; b++ {
		h |= Hand(b.Copies()) << (2 * b)
	}
	return h
}

// Count returns how many copies of a building are in the hand.
func (h Hand) Count(b Building) int { return int(h>>(2*b)) & 3 }

// Has reports whether a copy of the building is in the hand.
func (h Hand) Has(b Building) bool { return h>>(2*b)&3 != 0 }

// Squares returns how many squares the buildings in the hand would cover.
func (h Hand) Squares() int {
	squares := 0
	for b := Tavern; b < Cathedral; b++ {
		squares += h.Count(b) * b.Size()
	}
	return squares
}

// IsEmpty reports whether everything is placed.
func (h Hand) IsEmpty() bool { return h == 0 }

// With returns the hand with one more copy of the building.
func (h Hand) With(b Building) Hand { return h + 1<<(2*b) }

// Without returns the hand with one copy less of the building, of which it must
// hold one.
func (h Hand) Without(b Building) Hand { return h - 1<<(2*b) }

// WithoutAll returns the hand with no copy of the building.
func (h Hand) WithoutAll(b Building) Hand { return h &^ (3 << (2 * b)) }
