package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// newTestWorker returns a worker that has all it needs but a position.
func newTestWorker(t testing.TB) *worker {
	t.Helper()
	s, err := New(16)
	if err != nil {
		t.Fatal(err)
	}
	w := s.prepare(&control{}, DefaultOptions())[0]
	w.allow(1 << 62)
	return w
}

// TestTheVerdictIsTheMarginsSign holds the proof of who wins against the proof of the
// margin, and so the move that it found, in all rules. Before, the moves are in
// whatever order they came; after, another move is brought to the front, which has to
// be proven or dropped.
func TestTheVerdictIsTheMarginsSign(t *testing.T) {
	w := newTestWorker(t)
	outcomes := map[int]int{}
	enginetest.Walk(rand.New(rand.NewPCG(42, 1)), 24, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 18 {
			return
		}
		proof := deepening{worker: w, roots: w.start(p, p.Moves(nil)), verdict: unknownVerdict()}
		w.solveRoot(proof.roots)
		margin := int(proof.roots[0].value) / 100

		w.table.Clear()
		d := deepening{worker: w, roots: w.start(p, p.Moves(nil)), verdict: unknownVerdict()}
		for range 2 {
			if !d.decide() {
				t.Fatalf("%s: nothing was decided", p.String())
			}
			toFront(d.roots, len(d.roots)-1)
		}
		d.takeProven()
		sign := min(max(margin, -1), 1)
		outcomes[sign]++
		if want := [3]verdict{{-noBounds, -1}, {0, 0}, {1, noBounds}}[sign+1]; d.verdict != want {
			t.Errorf("%v %s: the verdict is %v, the margin %d", p.Rules(), p.String(), d.verdict, margin)
		}
		next := p.Play(d.roots[0].move)
		w.frames[0].node.Start(&next, engine.NoMove)
		after := w.solve(0, -noBounds, noBounds)
		if next.Side() != p.Side() {
			after = -after
		}
		if sign >= 0 && min(after, 1) != sign {
			t.Errorf("%v %s: %s leads to %d, the best move to %d", p.Rules(), p.String(), d.roots[0].move, after, margin)
		}
	})
	for sign := -1; sign <= 1; sign++ {
		if outcomes[sign] < 10 {
			t.Errorf("only %d verdicts of %d", outcomes[sign], sign)
		}
	}
}
