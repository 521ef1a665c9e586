package match

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"cathedral/bench/jobs"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/record"
)

// playedPair returns a plan of two games, their fixtures, and their results as a worker
// delivers them.
func playedPair(t *testing.T) (Plan, []fixture, []json.RawMessage) {
	t.Helper()
	plan := testPlan(2, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.RandomPlies = 3
	plan.chooseOpenings()
	plan.identify()
	schedule := newSchedule(2, false, 2)
	fixtures := schedule.fixtures()
	worker := plan.newLocalWorker(nil, nil)
	defer worker.Close()
	payload, err := json.Marshal(plan.job(fixtures).Payload)
	if err != nil {
		t.Fatal(err)
	}
	var results []json.RawMessage
	if err := worker.Work(t.Context(), payload, func(result any) error {
		text, err := json.Marshal(result)
		results = append(results, text)
		return err
	}); err != nil || len(results) != 2 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	return plan, fixtures, results
}

func TestResultsThatContradictTheRulesOrThePlanAreRefused(t *testing.T) {
	plan, fixtures, results := playedPair(t)
	for i, payload := range results {
		game, err := readGameResult(payload)
		if err != nil {
			t.Fatal(err)
		}
		made, err := game.record(&plan, fixtures[i])
		if err != nil || made.Tag("Round") != fixtures[i].String() || len(made.Moves) != len(game.Moves) {
			t.Fatalf("an honest result is refused: %v", err)
		}
	}
	for want, change := range map[string]func(*gameResult){
		"move 5":      func(g *gameResult) { g.Moves[4] = g.Moves[3] },
		"is not over": func(g *gameResult) { g.Moves, g.Comments = g.Moves[:8], g.Comments[:8] },
		"another opening": func(g *gameResult) {
			g.Moves, g.Comments = g.Moves[:2], g.Comments[:2]
			g.Termination = record.Crash
		},
		"a draw by a fault":     func(g *gameResult) { g.Termination, g.Outcome = record.Crash, engine.Draw },
		"comments on":           func(g *gameResult) { g.Comments = nil },
		"has not ended":         func(g *gameResult) { g.Outcome = engine.Undecided },
		"the result is":         func(g *gameResult) { g.Outcome = engine.LightWins + engine.DarkWins - g.Outcome },
		"the score is":          func(g *gameResult) { g.Light += 3 },
		`no rule "proven"`:      func(g *gameResult) { g.Termination, g.Rule = record.Adjudication, record.ProvenScore },
		"not a termination":     func(g *gameResult) { g.Termination = "sabotage" },
		"1.1: it has not ended": func(g *gameResult) { g.Termination = record.Unterminated },
	} {
		game, err := readGameResult(results[0])
		if err != nil {
			t.Fatal(err)
		}
		change(game)
		_, err = game.record(&plan, fixtures[0])
		if refused := (*jobs.RefusedError)(nil); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want a refusal with %q in it", err, want)
		}
	}
	if _, err := readGameResult(json.RawMessage(`{"round":7}`)); err == nil {
		t.Error("a text that is not a result is read")
	}
}

// No result stops the runner.
func FuzzGameResult(f *testing.F) {
	plan := testPlan(2, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.chooseOpenings()
	plan.identify()
	f.Add(`{"round":"1.1","moves":["CAnB1"],"comments":[""],"outcome":1,"termination":"crash","cause":"x"}`)
	f.Add(`{"round":"1.1","moves":[],"comments":[],"outcome":9,"termination":"normal","duration":-1}`)
	f.Fuzz(func(t *testing.T, payload string) {
		game, err := readGameResult(json.RawMessage(payload))
		if err != nil {
			return
		}
		made, err := game.record(&plan, fixture{player: [2]int{0, 1}})
		if err != nil {
			return
		}
		var text strings.Builder
		if err := made.Write(&text); err != nil {
			t.Errorf("an accepted game cannot be written: %v", err)
		}
	})
}
