package search

import (
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestWhatIsPrintedIsForPeople(t *testing.T) {
	position := engine.Start(engine.Rules{})
	move, err := engine.ParseMove("CAnF5", position.Side())
	enginetest.Must(t, err)
	for _, test := range []struct{ got, want string }{
		{Score{Centi: 271}.String(), "+2.71"},
		{Score{Centi: -5, Bound: UpperBound}.String(), "at most -0.05"},
		{Score{Centi: 300, Final: true}.String(), "+3, proven"},
		{Score{Final: true}.String(), "+0, proven"},
		{Score{Centi: 100, Final: true, Bound: LowerBound}.String(), "at least +1, proven"},
		{Limits{}.String(), "no limit"},
		{Limits{Depth: -3, MoveTime: -time.Second}.String(), "depth 1, 0s for the move"},
		{Limits{Nodes: 1000, Clock: &Clock{Remaining: time.Minute, Increment: time.Second, MovesToGo: 3}}.String(),
			"1000 nodes, 1m0s on the clock, 1s more after each move, 3 moves to go"},
		{Limits{Solve: true, Moves: []engine.Move{move}}.String(), "among 1 moves, until the margin is proven"},
		{Limits{Solve: true, Verdict: true, PonderHit: make(chan struct{})}.String(), "until it is proven who wins, from the ponder hit on"},
		{Limits{Infinite: true}.String(), "until it is stopped"},
		{Info{Depth: 4, SelectiveDepth: 12, MultiPV: 1, Score: Score{Centi: 271}, Nodes: 1234, Time: 5 * time.Millisecond, PV: []engine.Move{move}}.String(),
			"depth 4/12, +2.71, 1234 nodes in 5ms: CAnF5"},
		{Info{Depth: 1, SelectiveDepth: 1, MultiPV: 2}.String(), "move 2, depth 1/1, +0.00, 0 nodes in 0s"},
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
			t.Errorf("%s: %s at depth %d after %d nodes", limits, result.Best, result.Info.Depth, result.Info.Nodes)
		}
	}
}
