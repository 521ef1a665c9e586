package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cathedral/bench/farm"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
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
	enginetest.Must(t, err)
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
		_, given, err := readGameResult(payload)
		enginetest.Must(t, err)
		given.Comment, given.Moves[0].Variations = "a comment", []record.Variation{{Moves: given.Moves[:1]}}
		given.SetTag("White", "somebody")
		made, err := plan.accept(fixtures[i], given, "")
		if err != nil || made.Tag("Round") != fixtures[i].String() || len(made.Moves) != len(given.Moves) {
			t.Fatalf("an honest result is refused: %v", err)
		}
		if made.Tag("White") == "somebody" || made.Comment != "" || made.Moves[0].Variations != nil {
			t.Errorf("the worker has written more than its game: %+v", made)
		}
	}
	var honest gameResult
	enginetest.Must(t, json.Unmarshal(results[0], &honest))
	game, err := honest.game()
	enginetest.Must(t, err)
	cut := func(text string, moves int) string { // after some moves
		at := strings.Index(text, fmt.Sprintf("%d. ", moves/2+1))
		return text[:at] + game.Result + "\n\n"
	}
	tag := func(name, value string) func(string) string {
		return func(text string) string {
			return regexp.MustCompile(`\[`+name+` ".*"\]`).ReplaceAllString(text, `[`+name+` "`+value+`"]`)
		}
	}
	both := func(changes ...func(string) string) func(string) string {
		return func(text string) string {
			for _, change := range changes {
				text = change(text)
			}
			return text
		}
	}
	result := func(result string) func(string) string {
		return func(text string) string { return strings.ReplaceAll(text, game.Result, result) }
	}
	other := map[string]string{"1-0": "0-1", "0-1": "1-0"}[game.Result]
	for want, change := range map[string]func(string) string{
		"not a game":            func(string) string { return "" },
		`"XX" is not a move`:    func(text string) string { return strings.Replace(text, "2. ", "2. XX ", 1) },
		"is not over":           func(text string) string { return cut(text, 8) },
		"another opening":       func(text string) string { return tag("Termination", "crash")(tag("Score", "?")(cut(text, 2))) },
		"other rules":           func(text string) string { return "[OptionalCapture \"true\"]\n" + text },
		"a draw by a fault":     both(result("1/2-1/2"), tag("Termination", "crash")),
		"has not ended":         both(result("*"), tag("Termination", "crash")),
		"the result is":         result(other),
		"the score is":          tag("Score", "40-40"),
		`no rule "proven"`:      both(tag("Termination", "adjudication"), tag("Adjudication", "proven")),
		"1.1: it has not ended": tag("Termination", "sabotage"),
		" it has not ended":     tag("Termination", "unterminated"),
	} {
		payload, err := json.Marshal(gameResult{Record: change(honest.Record)})
		enginetest.Must(t, err)
		_, given, err := readGameResult(payload)
		if err == nil {
			_, err = plan.accept(fixtures[0], given, "")
		}
		if !errors.As(err, new(*farm.RefusedError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want a refusal with %q in it", err, want)
		}
	}
	if _, _, err := readGameResult(json.RawMessage(`{"record":7}`)); !errors.As(err, new(*farm.RefusedError)) {
		t.Errorf("a text that is not a result is read: %v", err)
	}
}

// No result stops the runner.
func FuzzGameResult(f *testing.F) {
	plan := testPlan(2, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.chooseOpenings()
	plan.identify()
	for _, text := range []string{
		"[Round \"1.1\"]\n[Result \"0-1\"]\n[Termination \"crash\"]\n[Cause \"x\"]\n\n1. CAnB1 0-1\n\n",
		"[Round \"1.1\"]\n[Termination \"normal\"]\n[Duration \"-1s\"]\n[TimeScale \"NaN\"]\n\n*\n\n",
		"[Round \"1.1\"]\n[Result \"0-1\"]\n[Termination \"crash\"]\n[Cause \"" + strings.Repeat("\u202e", 20_000) + "\"]\n\n1. CAnB1 0-1\n\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		payload, err := json.Marshal(gameResult{Record: text})
		enginetest.Must(t, err)
		_, given, err := readGameResult(payload)
		if err != nil {
			return
		}
		made, err := plan.accept(fixture{player: [2]int{0, 1}}, given, "")
		if err != nil {
			return
		}
		if _, err := made.Text(); err != nil {
			t.Errorf("an accepted game cannot be written: %v", err)
		}
	})
}
