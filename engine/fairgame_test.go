package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"cathedral/engine"
)

func TestFairGamesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]engine.FairGame{
		"any": {}, "4.5": {HalfSquares: 9}, "-1": {HalfSquares: -2}, "inn-or-bridge": {First: engine.InnOrBridge},
		"inn-or-bridge+0.5": {First: engine.InnOrBridge, HalfSquares: 1}, "stable-2": {First: engine.OnlyStable, HalfSquares: -4},
	} {
		if fair, err := engine.ParseFairGame(text); fair != want || err != nil || want.String() != text {
			t.Errorf("%q is %+v, %v, and %+v is written %q", text, fair, err, want, want.String())
		}
		coded, err := json.Marshal(want)
		var back engine.FairGame
		if err != nil || json.Unmarshal(coded, &back) != nil || back != want {
			t.Errorf("%s comes back as %+v from %s, %v", text, back, coded, err)
		}
	}
	for text, want := range map[string]string{"+4.50": "", "+4.0": "4", "0": "any", "any+3": "3", "stable+0": "stable"} {
		if fair, err := engine.ParseFairGame(text); want == "" != (err != nil) || err == nil && fair.String() != want {
			t.Errorf("%q is %s, %v, want %q", text, fair, err, want)
		}
	}
	for _, text := range []string{"", "+", ".5", "4.", "4.25", "--1", "+-1", "48", "stable1", "stable+", "Stable", "1e1", "4.5 ", "inn"} {
		if fair, err := engine.ParseFairGame(text); err == nil || !strings.Contains(err.Error(), "inn-or-bridge") || fair != (engine.FairGame{}) {
			t.Errorf("%q is read as %+v, %v", text, fair, err)
		}
	}
}

func TestAFairGameSaysItsRule(t *testing.T) {
	for text, want := range map[string]string{
		"any":               "Dark begins with any building.",
		"inn-or-bridge+0.5": "Dark begins with an inn or a bridge; Light has 0.5 in advance.",
		"stable-1":          "Dark begins with a stable; Dark has 1 in advance.",
	} {
		if fair, _ := engine.ParseFairGame(text); fair.Rule() != want {
			t.Errorf("%s: %q, want %q", text, fair.Rule(), want)
		}
	}
}

// Only Dark's first building is restricted, under all rules.
func TestAFairGameRestrictsDarksFirstBuilding(t *testing.T) {
	for _, set := range engine.RuleSets() {
		restricted := 0
		position := engine.Start(engine.Rules{Set: set})
		for position.Ply() < 6 {
			isFirst := position.Side() == engine.Dark && position.Unplaced(engine.Dark) == engine.SideSquares
			for _, first := range engine.FirstBuildings() {
				fair := engine.FairGame{First: first}
				sizes := map[int]bool{}
				for _, move := range position.Moves(nil) {
					if fair.Allows(&position, move) {
						sizes[move.Building().Size()] = true
					}
				}
				if is := fair.Restricts(&position); is != (isFirst && first != engine.AnyBuilding) || is && len(sizes) != 1 {
					t.Errorf("%s, ply %d: %s restricts %t and leaves the sizes %v", set, position.Ply(), first, is, sizes)
				} else if is {
					restricted++
				}
			}
			moves := position.Moves(nil)
			position = position.Play(moves[len(moves)/2])
		}
		if restricted != len(engine.FirstBuildings())-1 {
			t.Errorf("%s: %d restrictions", set, restricted)
		}
	}
}

func TestSquaresInAdvanceDecideWhoWins(t *testing.T) {
	for _, test := range []struct {
		half, margin int
		want         engine.Outcome
	}{
		{0, 0, engine.Draw}, {0, 1, engine.LightWins}, {0, -1, engine.DarkWins}, {9, -4, engine.LightWins},
		{9, -5, engine.DarkWins}, {8, -4, engine.Draw}, {-1, 0, engine.DarkWins},
	} {
		if got := (engine.FairGame{HalfSquares: test.half}).OutcomeOf(test.margin); got != test.want {
			t.Errorf("%d halves and a margin of %d: %s, want %s", test.half, test.margin, got, test.want)
		}
	}
	if start := engine.Start(engine.Rules{}); (engine.FairGame{HalfSquares: 9}).Outcome(&start) != engine.Undecided {
		t.Error("the start is decided")
	}
}

func TestTheMarginHasTheSquaresInAdvance(t *testing.T) {
	start := engine.Start(engine.Rules{})
	for half, want := range map[int]float64{0: 0, 9: 4.5, -3: -1.5} {
		fair := engine.FairGame{HalfSquares: half}
		if fair.Margin(&start) != want || fair.Squares() != want {
			t.Errorf("%d halves: a margin of %g, %g in advance", half, fair.Margin(&start), fair.Squares())
		}
	}
	moves := start.Moves(nil)
	cathedral := start.Play(moves[0])
	for _, move := range cathedral.Moves(nil) {
		if next := cathedral.Play(move); move.Building() == engine.Stable {
			if margin := (engine.FairGame{HalfSquares: -2}).Margin(&next); margin != -3 {
				t.Errorf("after a stable of Dark, with one square more, the margin is %g", margin)
			}
			return
		}
	}
}

// Every text that is read is written as one that means the same.
func FuzzParseFairGame(f *testing.F) {
	for _, text := range []string{"any", "4.5", "inn-or-bridge+0.5", "stable-47.5", "any-0", "+00.0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fair, err := engine.ParseFairGame(text)
		if err != nil {
			return
		}
		if again, err := engine.ParseFairGame(fair.String()); again != fair || err != nil {
			t.Errorf("%q is %+v, which is written %q and read as %+v, %v", text, fair, fair.String(), again, err)
		}
	})
}
