package proof

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

const gamesFolder = "../../bench/testdata"

// packedSquares is the largest region that the slow twin is asked to pack.
const packedSquares = 12

// littleEffort is about what a search that only estimates may spend on a question.
var littleEffort = effort{steps: 12, squares: 10}

// packReach asks how much of its reach each side can fill.
func packReach(p *engine.Position, most func(engine.Bitboard, engine.Side, engine.Hand)) {
	for side := range engine.Dark + 1 {
		region := engine.Coverage(p.Open(side), side, p.Hand(side))
		if region.Count() <= packedSquares {
			most(region, side, p.Hand(side))
		}
	}
}

// slowPack returns the most squares of a region that a side can cover.
func slowPack(region engine.Bitboard, side engine.Side, hand engine.Hand) int {
	if region.IsEmpty() {
		return 0
	}
	best := slowPack(region.WithoutFirst(), side, hand)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !hand.Has(shape.Building()) {
			continue
		}
		if m := shape.StartingAt(region.First()); m != engine.NoMove && region.Contains(m.Squares()) {
			b := shape.Building()
			best = max(best, b.Size()+slowPack(region.AndNot(m.Squares()), side, hand.Without(b)))
		}
	}
	return best
}

func TestSlowTwinPacksTheSame(t *testing.T) {
	packer := newPacker(littleMemory)
	asked := 0
	for _, p := range enginetest.GamePositions(t, gamesFolder, 14, engine.MaxPly) {
		for side := range engine.Dark + 1 {
			region := engine.Coverage(p.Open(side), side, p.Hand(side))
			if region.Count() > packedSquares {
				continue
			}
			asked++
			low, high := packer.most(region, side, p.Hand(side), proofEffort())
			if slow := slowPack(region, side, p.Hand(side)); low != slow || high != slow {
				t.Errorf("%s: %s packs from %d to %d squares, the twin %d", p.String(), side, low, high, slow)
			}
		}
	}
	if asked < 50 {
		t.Errorf("only %d regions", asked)
	}
	// Hands that leave room to spare are packed in another way.
	random := rand.New(rand.NewPCG(43, 1))
	for range 2000 {
		var region engine.Bitboard
		for range 8 + random.IntN(12) {
			region = region.With(engine.NewSquare(random.IntN(5), random.IntN(5)))
		}
		side, hand := engine.Side(random.IntN(2)), engine.Hand(0)
		for range 1 + random.IntN(4) {
			if b := engine.Tavern + engine.Building(random.IntN(int(engine.Cathedral-engine.Tavern))); hand.Count(b) < b.Copies() {
				hand = hand.With(b)
			}
		}
		want := slowPack(region, side, hand)
		for _, effort := range []effort{{steps: 1 + random.IntN(6), squares: 100}, proofEffort()} {
			low, high := packer.most(region, side, hand, effort)
			if low > want || high < want || low != high && effort.retry {
				t.Errorf("%v of %s, %v: packs from %d to %d squares, the twin %d", region, side, hand, low, high, want)
			}
		}
	}
}
