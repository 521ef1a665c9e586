package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestEachMoveIsPickedOnce picks all moves of random positions, after any legal
// move as the first, which the list may have left out.
func TestEachMoveIsPickedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 1))
	w := newWorker()
	w.control = &control{}
	leftOut := 0
	enginetest.Walk(random, 36, func(_, p *engine.Position, _ engine.Move) {
		legal := p.Moves(nil)
		if p.PlacesCathedral() || !p.CanPlace(p.Side()) {
			return
		}
		w.frames[0].node.Start(p)
		limit := 1 + random.IntN(40)
		w.frames[0].moves = w.frames[0].moves[:0]
		w.generate(0, limit)
		listed := map[engine.Move]bool{}
		for _, scored := range w.frames[0].moves {
			listed[scored.move] = true
		}
		first := legal[random.IntN(len(legal))]
		if !listed[first] {
			leftOut++
			listed[first] = true
		}
		w.frames[0].moves = w.frames[0].moves[:0]
		for i := 0; ; i++ {
			m := w.pick(0, i, limit, first)
			if m == engine.NoMove {
				break
			}
			if !listed[m] || i == 0 && m != first {
				t.Fatalf("%s: pick %d is %s", p.String(), i, m)
			}
			delete(listed, m)
		}
		if len(listed) > 0 {
			t.Fatalf("%s: %d moves are never picked", p.String(), len(listed))
		}
	})
	if leftOut < 20 {
		t.Errorf("only %d first moves were not on the list", leftOut)
	}
}
