package match

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
)

// fairPlan returns the plan of a match of fair games, and their openings.
func fairPlan(t *testing.T, text string) Plan {
	t.Helper()
	plan := testPlan(20, player.Specification{Name: "A", Command: "greedy"}, player.Specification{Name: "B", Command: "largest"})
	var err error
	if plan.Fair, err = engine.ParseFairGame(text); err != nil {
		t.Fatal(err)
	}
	if plan.Openings, err = opening.Fair(plan.Fair, plan.Rules); err != nil {
		t.Fatal(err)
	}
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	return plan
}

// Players who know nothing of a fair game play it: the openings have Dark's first building, the
// records have the tag, and the squares in advance decide who won.
func TestFairGamesArePlayedAndRecorded(t *testing.T) {
	plan := fairPlan(t, "inn-or-bridge+7.5")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for round, game := range benchtest.Rounds(t, plan.Record) {
		positions := game.Positions()
		margin := positions[len(positions)-1].Margin(engine.Light)
		if first := game.Moves[1].Move.Building(); first.Size() != 3 || game.Tag("Fair") != "inn-or-bridge+7.5" {
			t.Errorf("round %s begins with %s and has the tag %q", round, first, game.Tag("Fair"))
		}
		if want := map[bool]string{true: "1-0", false: "0-1"}[margin >= -7]; game.Result != want {
			t.Errorf("round %s: the margin is %d and the result %s", round, margin, game.Result)
		}
		if margin < 0 && margin >= -7 {
			changed++
		}
	}
	if changed == 0 {
		t.Error("the squares in advance changed no result")
	}
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Errorf("the record is not continued: %v", err)
	}
	plan.Fair.HalfSquares = 0
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), `Fair is "inn-or-bridge+7.5"`) {
		t.Errorf("the record is continued as another game: %v", err)
	}
}

func TestPlansOfFairGamesAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"":                           func(*Plan) {},
		"do not count the squares":   func(p *Plan) { p.Adjudication.Draw = &DrawRule{Moves: 2} },
		"needs openings":             func(p *Plan) { p.Openings = nil },
		"does not show such a begin": func(p *Plan) { p.Openings[3].Moves = p.Openings[3].Moves[:1] },
		"Dark begins with an inn":    func(p *Plan) { p.Openings, _ = opening.Default(p.Rules) },
	} {
		plan := fairPlan(t, "inn-or-bridge+0.5")
		change(&plan)
		if err := plan.Check(); want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestEachPlaceOfTheCathedralHasFairOpenings(t *testing.T) {
	for _, first := range engine.FirstBuildings() {
		fair := engine.FairGame{First: first}
		openings, err := opening.Fair(fair, engine.Rules{})
		if err != nil || opening.CheckFair(fair, openings) != nil {
			t.Fatalf("%s: %v, %v", first, err, opening.CheckFair(fair, openings))
		}
		places := map[engine.Move]bool{}
		for _, begin := range openings {
			places[begin.Moves[0]] = true
			if len(begin.Moves) != 2 {
				t.Errorf("%s: %s", first, begin.String())
			}
		}
		if len(places) != len(engine.CathedralPlacements()) {
			t.Errorf("%s: %d places of the Cathedral", first, len(places))
		}
	}
	if openings, err := opening.Fair(engine.FairGame{}, engine.Rules{Set: engine.Woods}); err == nil {
		t.Errorf("woods has %d openings", len(openings))
	}
}
