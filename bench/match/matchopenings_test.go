package match

import (
	"strings"
	"testing"

	"cathedral/bench/match/opening"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestNoOpeningIsPlayedTwiceUnlessThatIsAskedFor(t *testing.T) {
	book, err := opening.Read(strings.NewReader("CAnF5 CSnE8\nCAnF5 TAnA1\nCAnE5\n"), engine.Rules{}, 0)
	enginetest.Must(t, err)
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
