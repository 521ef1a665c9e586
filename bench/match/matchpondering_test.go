package match

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/player"
)

// The engine plays the first legal move, expects the first legal reply, and reports what comes out
// of turn as an error, which would be a warning.
func TestPonderingFollowsTheGame(t *testing.T) {
	for _, test := range []struct {
		opponent     string
		hits, misses bool // whether there are any
	}{{"same", true, false}, {"random", false, true}, {"soon over", false, false}} {
		ours := bad("never", "")
		ours.Name, ours.Ponder = "ponderer", true
		opponent := good()
		switch test.opponent {
		case "soon over": // while the ponderer thinks in its time
			opponent = bad("go", "illegal")
		case "same":
			opponent = bad("never", "")
			opponent.Name = "other"
		}
		plan := testPlan(4, ours, opponent)
		plan.RandomPlies = 2
		if test.opponent == "soon over" {
			plan.Games = 1
		}
		folder := t.TempDir()
		plan.Log = player.LogFolder(folder)
		got, summary := collect(t, plan)
		if test.opponent != "soon over" && summary.Faults > 0 || len(summary.Warnings) > 0 {
			t.Errorf("%s: %+v, %+v", test.opponent, summary, got.finished)
		}
		text := benchtest.Read(t, filepath.Join(folder, "ponderer-1.log"))
		hits, misses := strings.Count(text, "> ponderhit"), strings.Count(text, "> stop")
		if (hits > 10) != test.hits || (misses > 10) != test.misses {
			t.Errorf("against %s: %d hits, %d misses", test.opponent, hits, misses)
		}
	}
}
