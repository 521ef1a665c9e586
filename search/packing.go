package search

import "cathedral/engine"

// Packing asks how many squares of a region one side can cover with the buildings
// of a hand when nobody disturbs it. A region is packed square by square in
// reading order: the first square left is covered by some building that starts
// there, or stays empty for good. What is left over recurs along many ways and is
// remembered.

// packingEffort is how many steps one question may take before it is answered
// with bounds.
const packingEffort = 4_000

// packer answers packing questions. It keeps its answers between searches: they
// depend on nothing else.
type packer struct {
	memory []packed
	steps  int // left for the question being answered
}

// packed is a remembered answer.
type packed struct {
	region engine.Bitboard
	hand   engine.Hand
	side   engine.Side
	known  bool
	most   int16
}

// packerMemory is the number of answers remembered.
const packerMemory = 1 << 15

func newPacker() *packer { return &packer{memory: make([]packed, packerMemory)} }

// most returns how many squares of the region the side can cover: the answer lies
// from low to high, which are equal unless the effort did not suffice.
func (k *packer) most(region engine.Bitboard, side engine.Side, hand engine.Hand) (low, high int) {
	k.steps = packingEffort
	most, whole := k.pack(region, side, hand)
	if whole {
		return most, most
	}
	return most, min(region.Count(), hand.Squares())
}

// pack returns the most squares found to be covered, and whether there can be no
// better.
func (k *packer) pack(region engine.Bitboard, side engine.Side, hand engine.Hand) (int, bool) {
	if hand.IsEmpty() || region.IsEmpty() {
		return 0, true
	}
	limit := min(region.Count(), hand.Squares())
	slot := &k.memory[(region.Hash()^uint64(hand)*0x9e3779b97f4a7c15)%packerMemory]
	if slot.known && slot.region == region && slot.hand == hand && slot.side == side {
		return int(slot.most), true
	}
	k.steps--
	if k.steps < 0 {
		return 0, false
	}
	first := region.First()
	best, whole := 0, true
	for b := engine.Academy; best < limit; b-- {
		if hand.Has(b) {
			for i, end := engine.ShapeRange(b); i < end && best < limit; i++ {
				m := engine.SideShape(side, i).StartingAt(first)
				if m == engine.NoMove || !region.Contains(m.Squares()) {
					continue
				}
				covered, all := k.pack(region.AndNot(m.Squares()), side, hand.Without(b))
				best = max(best, covered+b.Size())
				whole = whole && all
			}
		}
		if b == engine.Tavern {
			break
		}
	}
	if best < limit && best < region.Count()-1 {
		covered, all := k.pack(region.WithoutFirst(), side, hand)
		best = max(best, covered)
		whole = whole && all
	}
	whole = whole || best == limit
	if whole {
		*slot = packed{region, hand, side, true, int16(best)}
	}
	return best, whole
}
