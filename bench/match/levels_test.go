package match

import (
	"fmt"
	"testing"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/strength"
)

// levelPlayer returns the built-in engine at a level.
func levelPlayer(level strength.Level) player.Specification {
	return player.Specification{
		Name: level.Name, Command: "builtin:engine",
		Options: []player.Option{{Name: "Hash", Value: "1"}, {Name: "UCI_LimitStrength", Value: "true"}, {Name: "UCI_Elo", Value: fmt.Sprint(level.Elo)}},
		Control: player.TimeControl{Nodes: 1_000_000}, Margin: time.Hour,
	}
}

// pointsOf plays a match from the built-in openings, two games of each, and returns the
// share of the points that the first player gets. Seeds decide all games, so that it
// is the same on every machine.
func pointsOf(t *testing.T, games int, first, second player.Specification) float64 {
	t.Helper()
	plan := testPlan(games, first, second)
	plan.Concurrency = 2
	plan.Openings = mustDefaultOpenings(t, engine.Rules{})
	points := 0.0
	summary, err := Run(t.Context(), plan, func(event Event) {
		finished, isGame := event.(Finished)
		if !isGame {
			return
		}
		switch {
		case finished.Record.Result == "1/2-1/2":
			points += 0.5
		case finished.Record.Result == "1-0" && finished.Record.Tag("White") == first.Name,
			finished.Record.Result == "0-1" && finished.Record.Tag("Black") == first.Name:
			points++
		}
	})
	if err != nil || summary.Faults != 0 || summary.Played != games {
		t.Fatalf("%s against %s: %+v, %v", first.Name, second.Name, summary, err)
	}
	return points / float64(games)
}

func TestLevelsBeatThoseBelow(t *testing.T) { levelsBeatThoseBelow(t, 6, 3, 16) }

func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	enginetest.Night(t)
	levelsBeatThoseBelow(t, 8, 1, 60)
}

// levelsBeatThoseBelow plays the levels above that for a first game, up to a number of them, against
// those some steps below. Neighbours are to score about two thirds.
func levelsBeatThoseBelow(t *testing.T, count, step, games int) {
	levels := strength.Levels()[1 : 2+count]
	for i := step; i <= count; i += step {
		high, low := levels[i], levels[i-step]
		if points := pointsOf(t, games, levelPlayer(high), levelPlayer(low)); points <= 0.55 {
			t.Errorf("%s gets %.1f %% of the points against %s, want more than 55", high.Name, 100*points, low.Name)
		}
	}
}

func TestRandomPlayBeatsTheLevelForAChildAboutHalfOfTheTime(t *testing.T) {
	const games = 60
	child := strength.Levels()[0]
	random := player.Specification{Name: "random", Command: "random"}
	points := pointsOf(t, games, levelPlayer(child), random)
	t.Logf("%s gets %.1f %% of the points in %d games", child.Name, 100*points, games)
	if points < 0.4 || points > 0.6 {
		t.Errorf("%s gets %.1f %% of the points against random, want 40 to 60", child.Name, 100*points)
	}
}

func TestTheLevelForAFirstGameBeatsLargestButNotAlways(t *testing.T) {
	largest := player.Specification{Name: "largest", Command: "largest"}
	if points := pointsOf(t, 200, levelPlayer(strength.AtElo(strength.FirstGame)), largest); points < 0.5 || points > 0.75 {
		t.Errorf("the level for a first game gets %.1f %% of the points against largest, want 50 to 75", 100*points)
	}
}
