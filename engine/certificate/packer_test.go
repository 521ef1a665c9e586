package certificate

import (
	"testing"

	"cathedral/engine"
)

// mostCovered returns the most squares of the region that buildings of the hand can
// cover, by trying everything.
func mostCovered(region engine.Bitboard, side engine.Side, hand engine.Hand) int {
	for b := range hand.LargestFirst() {
		rest := hand.Without(b)
		most := mostCovered(region, side, rest)
		for i := range engine.ShapesOf(b) {
			for square := range engine.AllSquares().Squares() {
				m := engine.NewMove(engine.SideShape(side, i), square)
				if m.IsPlacement() && region.Contains(m.Squares()) {
					most = max(most, b.Size()+mostCovered(region.AndNot(m.Squares()), side, rest))
				}
			}
		}
		return most
	}
	return 0
}

// The answers are those of trying everything, also when the packer remembers others.
func TestPacker(t *testing.T) {
	random := newRandom()
	meter := newMeter(Limits{})
	k := packer{meter: &meter}
	for range 250 {
		var region engine.Bitboard
		for range 3 + random.IntN(6) {
			m := engine.NewMove(engine.Shape(1+random.IntN(engine.NumShapes)), engine.NewSquare(random.IntN(6), random.IntN(6)))
			if region.Count()+m.Squares().Count() <= 24 {
				region = region.Or(m.Squares())
			}
		}
		var hand engine.Hand
		for range 1 + random.IntN(6) {
			if b := engine.Building(random.IntN(engine.NumBuildings)); hand.Count(b) < b.Copies() {
				hand = hand.With(b)
			}
		}
		side := engine.Side(random.IntN(2))
		most := mostCovered(region, side, hand)
		for squares := most - 1; squares <= most+2; squares++ {
			if got := k.canCover(region, side, hand, squares); got != (squares <= most) {
				t.Fatalf("%v of %s: %v: covering %d squares is possible: %v, but the most is %d", hand, side, region, squares, got, most)
			}
		}
	}
	if meter.steps == 0 || len(k.memory.questions) == 0 {
		t.Error("no question was hard")
	}
}

func TestPackerGivesUp(t *testing.T) {
	meter := newMeter(Limits{Steps: 3})
	k := packer{meter: &meter}
	p := engine.Start(engine.Rules{})
	k.canCover(engine.InnerSquares(2), engine.Light, p.Hand(engine.Light), 36)
	if !k.gaveUp || meter.steps != 3 {
		t.Errorf("gave up: %v after %d steps, want after 3", k.gaveUp, meter.steps)
	}
}
