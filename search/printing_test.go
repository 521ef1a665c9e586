package search

import (
	"testing"
	"time"

	"cathedral/engine"
)

func TestWhatIsPrintedIsForPeople(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Score{Centi: 271}.String(), "+2.71"},
		{Score{Centi: -5, Bound: UpperBound}.String(), "at most -0.05"},
		{Score{Centi: 300, Final: true}.String(), "+3, proven"},
		{Score{Final: true}.String(), "+0, proven"},
		{Score{Centi: 100, Final: true, Bound: LowerBound}.String(), "at least +1, proven"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestASearchWhoseTimeIsOverEndsAtOnce(t *testing.T) {
	position := engine.Start(engine.Rules{})
	for _, limits := range []Limits{
		{MoveTime: -time.Hour}, {Clock: &Clock{Remaining: -time.Hour, Increment: -time.Hour, MovesToGo: -1}}, {Depth: -1},
	} {
		var searcher Searcher
		result := searcher.Search(t.Context(), &position, limits, DefaultOptions(), nil)
		if !position.IsLegal(result.Best) || result.Info.Depth > 1 || result.Info.Nodes > 10_000 {
			t.Errorf("%+v: %s at depth %d after %d nodes", limits, result.Best, result.Info.Depth, result.Info.Nodes)
		}
	}
}
