package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// Once it is known who wins, the values of the moves are margins, and the table has those
// of a search for the margin.
func TestTheMarginCountsOnceItIsKnownWhoWins(t *testing.T) {
	var searcher Searcher
	worker := func(objective Objective) *worker {
		return searcher.prepare(&control{}, Options{Objective: objective, Techniques: defaultTechniques()}, nil)[0]
	}
	want := worker(Margin).salt
	w := worker(WinFirst)
	if w.salt == want {
		t.Error("the objectives share values in the table")
	}
	roots := []rootMove{{value: winBase + 300}, {value: 50}, {value: -winBase - 200}, {value: -infinity}}
	for range 2 { // once more changes nothing
		w.pursueMargin(roots)
		var values []int32
		for i := range roots {
			values = append(values, roots[i].value)
		}
		if !slices.Equal(values, []int32{300, 50, -200, -infinity}) {
			t.Errorf("the values are %v", values)
		}
		if w.objective != Margin || w.salt != want {
			t.Errorf("objective %s, salt %x, want %x", w.objective, w.salt, want)
		}
	}
}

// A search that has proven who wins pursues the margin, and others do not.
func TestASearchForAMoveGoesOnWithTheMargin(t *testing.T) {
	decided, open := 0, 0
	enginetest.Walk(rand.New(rand.NewPCG(54, 1)), 12, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 16 || p.Ply() > 18 {
			return
		}
		s, err := New(1)
		enginetest.Must(t, err)
		known := false
		s.Search(t.Context(), p, Limits{Nodes: 2_000}, DefaultOptions(), func(info Info) {
			known = known || info.Score.Final && info.Score.Bound != Exact
		})
		pursued := s.workers[0].objective == Margin
		if pursued && !known || known && !pursued {
			t.Errorf("%s: decided %t, the margin is pursued: %t", p.String(), known, pursued)
		}
		if known {
			decided++
		} else {
			open++
		}
	})
	if decided < 5 || open < 5 {
		t.Errorf("%d searches told who wins, %d did not", decided, open)
	}
}
