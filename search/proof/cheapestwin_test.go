package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/ordering"
)

// TestAMoveThatBoundsProveIsTheCheapestWin asks late positions for the greatest margin that bounds
// prove after one of the moves compared.
func TestAMoveThatBoundsProveIsTheCheapestWin(t *testing.T) {
	s := NewSolver(ordering.NewHistory(), func(int, int) bool { return true })
	s.Allow(1 << 62)
	s.Table = NewTable(1)
	packer := newPacker(littleMemory)
	asked, later, undecided := 0, 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(30, 1)), 30, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || !p.CanPlace(p.Side()) {
			return
		}
		s.start(p)
		frame := &s.frames[0]
		frame.picker.Begin(s.ranker, &frame.node, engine.NoMove, false, ordering.All)
		var compared []engine.Move
		var least []int
		for range movesCompared {
			m := frame.picker.Next()
			if m == engine.NoMove {
				break
			}
			after := p.Play(m)
			g, known := packer.gains(&after, proofEffort())
			if !known {
				return
			}
			compared = append(compared, m)
			least = append(least, after.Margin(p.Side())+g.least[p.Side()]-g.most[p.Side().Opponent()])
		}
		need := slices.Max(least)
		frame.picker.Begin(s.ranker, &frame.node, engine.NoMove, false, ordering.All)
		m, _, decided := s.cheapestWin(0, need)
		if asked++; !decided { // with the few steps of a comparison
			undecided++
			return
		}
		at := slices.Index(compared, m)
		if at < 0 || least[at] < need {
			t.Fatalf("%v %s: bounds decide that %s wins %d, and prove that %v win %d", p.Rules(), p.String(), m, need, compared, least)
		}
		if played := p.Play(m); s.frames[1].node.Position().Key() != played.Key() {
			t.Fatalf("%s: %s, which bounds decide, has not been played", p.String(), m)
		}
		if at > 0 {
			later++
		}
	})
	if asked < 200 || later < 50 || undecided > asked/20 {
		t.Errorf("%d questions, not the first move in %d, undecided %d", asked, later, undecided)
	}
}
