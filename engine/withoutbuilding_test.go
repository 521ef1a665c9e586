package engine_test

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestABuildingTakenAwayWasNeverThere takes back the last building of random games, if it has settled
// nothing. Then the position is that after a pass.
func TestABuildingTakenAwayWasNeverThere(t *testing.T) {
	compared, marked := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(60, 1)), 60, func(before, p *engine.Position, m engine.Move) {
		if before == nil || m == engine.NoMove || m == engine.Pass || before.PlacesCathedral() || m.Spares() {
			return
		}
		if s := before.Settlement(m); !s.Claimed.IsEmpty() || len(s.Captured) > 0 {
			return
		}
		side := before.Side()
		want, got := before.Play(engine.Pass), *p
		compared++
		if m.Squares().Intersects(before.Territory(side)) {
			marked++
			m = m.Sparing()
		}
		if !got.LeaveOut(side, m) || got.String() != want.String() || got.Key() != want.Key() || got.SecondKey() != want.SecondKey() {
			t.Fatalf("%s without %s is %s", p, m, got)
		}
		if key := p.KeyWithout(side, m); key != want.Key() {
			t.Fatalf("%s without %s: the key is %x, not %x", p, m, key, want.Key())
		}
		for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
			if got.Unsettled(side) != want.Unsettled(side) || got.Lone(side) != want.Lone(side) {
				t.Fatalf("%s without %s: %s is unsettled: %v, lone: %v", p, m, side, got.Unsettled(side), got.Lone(side))
			}
		}
	})
	if compared < 500 || marked < 20 {
		t.Errorf("only %d buildings were taken away, %d of them from territory", compared, marked)
	}
}
