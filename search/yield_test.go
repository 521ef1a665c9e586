package search_test

import (
	"context"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

// A search calls Yield all the time, and ends when its context does during a call.
func TestASearchEndsWhenItIsStoppedInYield(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	ctx, stop := context.WithCancel(t.Context())
	const until = 50
	calls := 0
	limits := search.Limits{Infinite: true, Yield: func() {
		if calls++; calls == until {
			stop()
		}
	}}
	if result := s.Search(ctx, &p, limits, search.DefaultOptions(), nil); !p.IsLegal(result.Best) {
		t.Errorf("found %s", result.Best)
	}
	if calls < until {
		t.Errorf("%d calls, want %d at least", calls, until)
	}
}

// A search that yields finds the same, and so does one with Verdict but without Solve.
func TestYieldAndVerdictAloneChangeNothing(t *testing.T) {
	p := engine.Start(engine.Rules{})
	plain := find(newSearcher(t), &p, search.Limits{Nodes: 5000})
	for _, limits := range []search.Limits{{Nodes: 5000, Yield: func() {}}, {Nodes: 5000, Verdict: true}} {
		if got := find(newSearcher(t), &p, limits); plain.Best != got.Best || plain.Info.Nodes != got.Info.Nodes || plain.Info.Score != got.Info.Score {
			t.Errorf("found %+v, and with %+v %+v", plain, limits, got)
		}
	}
}
