package evaluation

import (
	"math/bits"

	"cathedral/engine"
)

// countGains counts the features of what each side could win with its next building.
func (f *Features) countGains(p *engine.Position) {
	for side := range engine.Dark + 1 {
		best, many := gainsOf(p, side, &f.Maps[side])
		f.Counts[side][bestGain] = int32(min(best, maxGain))
		f.Counts[side][manyGains] = int32(bits.Len(uint(many)))
	}
}

// gainsOf returns the largest number of squares that one placement of side would win, and
// the number of placements that would win at least largeGain, if side were to move. legal
// are its placements.
func gainsOf(p *engine.Position, side engine.Side, legal *engine.Maps) (best, many int) {
	at := *p
	for at.Side() != side {
		at = at.Play(engine.Pass)
	}
	// A building that touches neither edge nor wall encloses nothing new.
	var apart engine.Maps
	if !at.Unsettled(side) {
		engine.PlacementMaps(at.Open(side).And(engine.InnerSquares(1)).AndNot(at.Buildings(side).Grow()), side, &apart)
	}
	gains := at.Gains(engine.AllSquares())
	for b := range at.Hand(side).LargestFirst() {
		for i := range engine.ShapesOf(b) {
			shape := engine.SideShape(side, i)
			for anchors := legal.At(i).AndNot(apart.At(i)); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
				gain := gains.Of(engine.NewMove(shape, anchors.First()))
				best = max(best, gain)
				if gain >= largeGain {
					many++
				}
			}
		}
	}
	return best, many
}
