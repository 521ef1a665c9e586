package proof

import "cathedral/engine"

// Packing finds how many squares of a region one side can cover with the buildings of a hand
// if the other side does nothing. It begins with the largest number possible, and tries one
// square less until it finds a way. If the hand could fill the region, the search goes square
// by square in reading order: a building that starts on the first square covers it, or it
// stays empty. If the region has room to spare, the building with the fewest places goes
// first. The same remainders arise in many ways, so their answers are remembered.

// effort limits a question; beyond it, the answer is bounds.
type effort struct {
	exposed int  // if more squares of a side's buildings are exposed, nothing is packed
	steps   int  // calls of covers that find no answer remembered
	squares int  // larger regions are not tried at all
	retry   bool // questions given up before are tried again, since parts of the answers may be known by now
}

// proofEffort is the effort of a question in a proof. No region is too large. Fewer steps or
// exposed squares save time a node and lose more nodes: E77 and E78 in experiments.csv.
func proofEffort() effort { return effort{exposed: 10, steps: 4_000, squares: 100, retry: true} }

// packer answers packing questions. It keeps its answers between searches: they
// depend on nothing else.
type packer struct {
	memory []packed
	left   int // steps left for the question being answered
	taken  int // steps since they were last asked for
}

// packed is the remembered answer for a region and a hand.
type packed struct {
	region    engine.Bitboard
	hand      engine.Hand
	side      engine.Side
	known     bool
	gaveUp    bool // the effort did not suffice for the best packing
	low, high int8 // the squares that can be covered, and the most that may be
}

// How many answers are remembered, a power of two: in the bounds of an estimating search, and in
// proofs.
const (
	littleMemory = 1 << 12
	proofMemory  = 1 << 14
)

func newPacker(memory int) *packer { return &packer{memory: make([]packed, memory)} }

// most returns how many squares of the region the side can cover: the answer lies
// from low to high, which are equal unless the effort did not suffice.
func (k *packer) most(region engine.Bitboard, side engine.Side, hand engine.Hand, effort effort) (low, high int) {
	high = min(region.Count(), hand.Squares())
	if region.Count() > effort.squares {
		return 0, high
	}
	slot := k.slot(region, side, hand)
	if slot.is(region, side, hand) && (slot.low == slot.high || slot.gaveUp && !effort.retry) {
		return int(slot.low), int(slot.high)
	}
	fits := fitting(region, side, hand)
	high = min(high, fits.Squares())
	k.left = effort.steps
	sure := true
	for low = high; low > 0; low-- {
		covered, known := k.covers(region, side, fits, low)
		if covered {
			break
		}
		if sure = sure && known; sure {
			high--
		}
	}
	*slot = packed{region, hand, side, true, !sure, int8(low), int8(high)}
	return low, high
}

// canCover reports whether the side may be able to cover need squares of the region. A
// false answer is certain, a true one may only say that the steps did not suffice.
func (k *packer) canCover(region engine.Bitboard, side engine.Side, hand engine.Hand, need, steps int) bool {
	most := min(region.Count(), hand.Squares())
	if need <= 0 || need > most {
		return need <= 0
	}
	slot := k.slot(region, side, hand)
	if slot.is(region, side, hand) {
		if need <= int(slot.low) {
			return true
		}
		if need > int(slot.high) {
			return false
		}
	}
	k.left = steps
	covered, sure := k.covers(region, side, fitting(region, side, hand), need)
	switch {
	case covered:
		slot.open(region, side, hand, most)
		slot.low = int8(max(int(slot.low), need))
	case sure:
		slot.open(region, side, hand, most)
		slot.high = int8(min(int(slot.high), need-1))
	}
	return covered || !sure
}

// packing returns placements that cover at least need squares of the region, which must be
// possible. First it takes the largest buildings and their first places, which mostly
// suffices; then it checks after each placement that the rest can still be covered.
func (k *packer) packing(region engine.Bitboard, side engine.Side, hand engine.Hand, need int) []engine.Move {
	placements, covered := k.place(nil, region, side, hand, need, false)
	if !covered {
		k.left = unlimitedSteps
		placements, _ = k.place(nil, region, side, hand, need, true)
	}
	return placements
}

// place appends placements that cover need squares of region to others, and reports whether it
// found them. If sure is set, it takes only placements after which the rest can still be
// covered.
func (k *packer) place(others []engine.Move, region engine.Bitboard, side engine.Side, hand engine.Hand, need int, sure bool) ([]engine.Move, bool) {
	if need <= 0 {
		return others, true
	}
	var maps engine.Maps
	engine.PlacementMaps(region, side, &maps)
	for b := range hand.LargestFirst() {
		for i := range engine.ShapesOf(b) {
			for anchors := maps.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
				m := engine.NewMove(engine.SideShape(side, i), anchors.First())
				rest, hand, need := region.AndNot(m.Squares()), hand.Without(b), need-b.Size()
				if sure {
					if covered, _ := k.covers(rest, side, hand, need); !covered {
						continue
					}
				}
				return k.place(append(others, m), rest, side, hand, need, sure)
			}
		}
	}
	return others, false
}

// unlimitedSteps are more than any question takes.
const unlimitedSteps = 1 << 40

// fitting returns the buildings of hand that have a place in region.
func fitting(region engine.Bitboard, side engine.Side, hand engine.Hand) engine.Hand {
	var maps engine.Maps
	engine.PlacementMaps(region, side, &maps)
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		if hand.Has(b) && maps.Places(b) == 0 {
			hand = hand.WithoutAll(b)
		}
	}
	return hand
}

// stepsOfNode is the number of packing steps that take about as long as a node of the search.
const stepsOfNode = 8

// takeSteps returns how many steps were taken since it was last called.
func (k *packer) takeSteps() int {
	taken := k.taken
	k.taken = 0
	return taken
}

// slot returns the place in memory for the answer to a question.
func (k *packer) slot(region engine.Bitboard, side engine.Side, hand engine.Hand) *packed {
	return &k.memory[(region.Hash()^uint64(hand)*0x9e3779b97f4a7c15^uint64(side))&uint64(len(k.memory)-1)]
}

// is reports whether the slot is that of a question.
func (s *packed) is(region engine.Bitboard, side engine.Side, hand engine.Hand) bool {
	return s.known && s.region == region && s.hand == hand && s.side == side
}

// open makes the slot that of a question, unless it is. No packing covers more than most
// squares.
func (s *packed) open(region engine.Bitboard, side engine.Side, hand engine.Hand, most int) {
	if !s.is(region, side, hand) {
		*s = packed{region: region, hand: hand, side: side, known: true, high: int8(most)}
	}
}

// covers reports whether the side can cover need squares of the region. If it is not
// sure, the effort did not suffice to find a way.
func (k *packer) covers(region engine.Bitboard, side engine.Side, hand engine.Hand, need int) (covered, sure bool) {
	if need <= 0 {
		return true, true
	}
	count := region.Count()
	most := min(count, hand.Squares())
	if need > most {
		return false, true
	}
	if lost := region.Isolated().Count() - hand.Count(engine.Tavern); lost > count-need {
		return false, true
	}
	slot := k.slot(region, side, hand)
	if slot.is(region, side, hand) {
		if need <= int(slot.low) {
			return true, true
		}
		if need > int(slot.high) {
			return false, true
		}
	}
	if k.left == 0 {
		return false, false
	}
	k.left--
	k.taken++
	if most < count {
		covered, sure = k.coversByBuilding(region, side, hand, need)
	} else {
		covered, sure = k.coversBySquare(region, side, hand, need)
	}
	if covered {
		slot.open(region, side, hand, most)
		slot.low = int8(max(int(slot.low), need))
		return true, true
	}
	if sure {
		slot.open(region, side, hand, most)
		slot.high = int8(min(int(slot.high), need-1))
	}
	return false, sure
}

// coversBySquare is covers by trying all buildings on the first square.
func (k *packer) coversBySquare(region engine.Bitboard, side engine.Side, hand engine.Hand, need int) (covered, sure bool) {
	sure = true
	first := region.First()
	for b := range hand.LargestFirst() {
		for i := range engine.ShapesOf(b) {
			m := engine.SideShape(side, i).StartingAt(first)
			if m == engine.NoMove || !region.Contains(m.Squares()) {
				continue
			}
			found, all := k.covers(region.AndNot(m.Squares()), side, hand.Without(b), need-b.Size())
			if found {
				return true, true
			}
			sure = sure && all
		}
	}
	if region.Count() > need {
		found, all := k.covers(region.WithoutFirst(), side, hand, need)
		return found, sure && all
	}
	return false, sure
}

// coversByBuilding is covers by trying all places of the building that has the fewest. The
// region has more squares than the hand could cover.
func (k *packer) coversByBuilding(region engine.Bitboard, side engine.Side, hand engine.Hand, need int) (covered, sure bool) {
	var maps engine.Maps
	engine.PlacementMaps(region, side, &maps)
	scarce, fewest := engine.Tavern, 1<<30 // a tavern always finds a place in the end
	for b := engine.Tavern; b < engine.Cathedral; b++ {
		if !hand.Has(b) {
			continue
		}
		if places := maps.Places(b); places == 0 {
			hand = hand.WithoutAll(b)
		} else if places <= fewest && b != engine.Tavern {
			scarce, fewest = b, places
		}
	}
	most := hand.Squares()
	if need > most {
		return false, true
	}
	if scarce == engine.Tavern {
		return true, true
	}
	sure = true
	rest := hand.Without(scarce)
	for i := range engine.ShapesOf(scarce) {
		shape := engine.SideShape(side, i)
		for anchors := maps.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			m := engine.NewMove(shape, anchors.First())
			found, all := k.covers(region.AndNot(m.Squares()), side, rest, need-scarce.Size())
			if found {
				return true, true
			}
			sure = sure && all
		}
	}
	if need <= most-scarce.Size() {
		found, all := k.covers(region, side, rest, need)
		return found, sure && all
	}
	return false, sure
}
