package search

import "cathedral/engine"

// Packing asks how many squares of a region one side can cover with the buildings
// of a hand when nobody disturbs it. A region is packed square by square in
// reading order: the first square left is covered by some building that starts
// there, or stays empty for good. What is left over recurs along many ways and is
// remembered.

// effort is how much one question may take before it is answered with bounds.
type effort struct {
	exposed int  // where more squares of a side's buildings are, bounds are not asked for
	steps   int  // calls of pack that find no answer remembered
	squares int  // larger regions are not tried at all
	retry   bool // what was given up before is tried again: parts of it may be known now
}

// proofEffort is what a proof may spend on a question. No region is too large.
func proofEffort() effort { return effort{exposed: 10, steps: 4_000, squares: 100, retry: true} }

// quickEffort is what a search that only estimates may spend on a question.
func quickEffort() effort { return effort{steps: 12, squares: 10} }

// packer answers packing questions. It keeps its answers between searches: they
// depend on nothing else.
type packer struct {
	memory []packed
	left   int  // steps left for the question being answered
	retry  bool // whether questions that were given up are asked again
	taken  int  // steps since they were last asked for
}

// packed is a remembered answer.
type packed struct {
	region engine.Bitboard
	hand   engine.Hand
	side   engine.Side
	known  bool
	whole  bool  // there is no better packing; else the effort did not suffice
	most   int16 // squares covered by the best packing found
}

// packerMemory is the number of answers remembered.
const packerMemory = 1 << 14

func newPacker() *packer { return &packer{memory: make([]packed, packerMemory)} }

// most returns how many squares of the region the side can cover: the answer lies
// from low to high, which are equal unless the effort did not suffice.
func (k *packer) most(region engine.Bitboard, side engine.Side, hand engine.Hand, effort effort) (low, high int) {
	high = min(region.Count(), hand.Squares())
	if region.Count() > effort.squares {
		return 0, high
	}
	k.left, k.retry = effort.steps, effort.retry
	most, whole := k.pack(region, side, hand)
	if whole {
		return most, most
	}
	*k.slot(region, side, hand) = packed{region, hand, side, true, false, int16(most)}
	return most, high
}

// stepsOfNode is how many steps of packing take about as long as a node of the search.
const stepsOfNode = 8

// takeSteps returns how many steps were taken since it was last called.
func (k *packer) takeSteps() int {
	taken := k.taken
	k.taken = 0
	return taken
}

// slot returns where the answer to a question is remembered.
func (k *packer) slot(region engine.Bitboard, side engine.Side, hand engine.Hand) *packed {
	return &k.memory[(region.Hash()^uint64(hand)*0x9e3779b97f4a7c15^uint64(side))%packerMemory]
}

// pack returns the most squares found to be covered, and whether there can be no
// better.
func (k *packer) pack(region engine.Bitboard, side engine.Side, hand engine.Hand) (int, bool) {
	if hand.IsEmpty() || region.IsEmpty() {
		return 0, true
	}
	limit := min(region.Count(), hand.Squares())
	slot := k.slot(region, side, hand)
	if slot.known && slot.region == region && slot.hand == hand && slot.side == side && (slot.whole || !k.retry) {
		return int(slot.most), slot.whole
	}
	if k.left == 0 {
		return 0, false
	}
	k.left--
	k.taken++
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
		*slot = packed{region, hand, side, true, true, int16(best)}
	}
	return best, whole
}
