package match

import (
	"strings"
	"testing"

	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
)

func TestNoOpeningIsPlayedTwiceUnlessThatIsAskedFor(t *testing.T) {
	book, err := opening.Read(strings.NewReader("CAnF5 CSnE8\nCAnF5 TAnA1\nCAnE5\n"), engine.Rules{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	distinct := func(plan Plan) (different, random int) {
		positions := map[uint64]bool{}
		plan.Seed = 3
		plan.chooseOpenings()
		again := plan
		again.chooseOpenings()
		for round := range 30 {
			begin, same := plan.opening(round), again.opening(round)
			if begin.String() != same.String() {
				t.Errorf("round %d begins with %s and with %s", round, begin.String(), same.String())
			}
			position := begin.Position()
			positions[position.Key()] = true
			if begin.Random > 0 {
				random++
			}
		}
		return len(positions), random
	}
	for name, test := range map[string]struct {
		plan              Plan
		different, random int
	}{
		"fresh":        {Plan{Openings: book.Openings}, 30, 27},
		"in order":     {Plan{Openings: book.Openings, InOrder: true, OpeningsStart: 1}, 30, 27},
		"shuffled":     {Plan{Openings: book.Openings, OpeningsStart: 2}, 30, 27},
		"a list twice": {Plan{Openings: append(book.Openings[:3:3], book.Openings...)}, 30, 27},
		"repeated":     {Plan{Openings: book.Openings, OpeningsEnd: opening.Repeat}, 3, 0},
		"random plies": {Plan{RandomPlies: 2}, 30, 0},
		"none":         {Plan{}, 1, 0},
	} {
		if different, random := distinct(test.plan); different != test.different || random != test.random {
			t.Errorf("%s: %d different openings in 30 rounds, %d with random plies, want %d and %d", name, different, random, test.different, test.random)
		}
	}
}

func TestTheMatchSaysWhatFollowsWhenTheOpeningsAreUsedUp(t *testing.T) {
	book, err := opening.Read(strings.NewReader("CAnF5 CSnE8\nCAnF5 TAnA1\n"), engine.Rules{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for end, want := range map[opening.End]struct {
		games  int
		notice string
	}{
		"":             {10, "random plies are then added"},
		opening.Repeat: {10, "played again"},
		opening.Stop:   {4, "the match ends there and not after 10"},
	} {
		plan := testPlan(10, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
		plan.Openings, plan.OpeningsEnd = book.Openings, end
		got, summary := collect(t, plan)
		if summary.Played != want.games || summary.Games != want.games || len(got.notices) != 1 || !strings.Contains(got.notices[0], want.notice) {
			t.Errorf("%q: %+v with the notices %q", end, summary, got.notices)
		}
		random := 0
		for _, game := range got.finished {
			for _, move := range game.Record.Moves {
				if move.Comment == opening.RandomComment {
					random++
				}
			}
		}
		if want := map[opening.End]int{"": 6 * 2}[end]; random != want {
			t.Errorf("%q: %d moves are recorded as random, want %d", end, random, want)
		}
	}
}
