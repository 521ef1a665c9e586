package match

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestVerdictsNameTheTrueCause(t *testing.T) {
	t.Parallel()
	tests := []struct {
		stage, fault string
		want         record.Termination
		cause        string // in the cause
	}{
		{"go", "crash", record.Crash, "exit status 3 (bestmove was awaited); last words"},
		{"go", "half-crash", record.Crash, `exit status 4 (bestmove was awaited), in the middle of the line "bestmo"`},
		{"go", "signal", record.Crash, "signal: killed"},
		{"go", "close", record.Crash, "closed its pipes without ending"},
		{"go", "fork-crash", record.Crash, "exit status 5"},
		{"go", "hang", record.Silence, "did not answer within 1.000 s of its time"},
		{"go", "shout", record.Silence, `nor did it obey stop; the last line that was not understood is "BESTMOVE CAnB1"`},
		{"go", "fork-hang", record.Silence, "did not answer"},
		{"go", "half", record.Silence, `left the line "bestmo" without an end`},
		{"go", "flood", record.IllegalMove, "broken output: more than 1000000 lines"},
		{"go", "late", record.TimeForfeit, "s too long"},
		{"go", "binary", record.IllegalMove, "broken output: a control character"},
		{"go", "endless", record.IllegalMove, "broken output: a line of more than 65536 bytes"},
		{"go", "nothing", record.IllegalMove, "broken output: a bestmove without a move"},
		{"go", "illegal", record.IllegalMove, "illegal move: CAnB2: the Cathedral cannot be placed now"},
		{"go", "same", record.IllegalMove, "illegal move: it only repeated its last answer, bestmove "},
		{"go", "misspelt", record.IllegalMove, `"QUEEN" is not a move`},
		{"go", "twice", record.IllegalMove, "CAnB2"},
		{"position", "crash", record.Crash, "exit status 3"},
		{"position", "hang", record.Silence, "did not answer"},
		{"position", "binary", record.IllegalMove, "broken output"},
		{"uginewgame", "crash", record.Crash, "exit status 3 (readyok was awaited)"},
		{"uginewgame", "hang", record.Silence, "gave no readyok within"},
		{"uginewgame", "flood", record.Silence, "no readyok within"},
		{"isready", "crash", record.Crash, "readyok was awaited"},
		{"isready", "half", record.Silence, `left the line "bestmo" without an end`},
	}
	for _, test := range tests {
		t.Run(test.stage+" "+test.fault, func(t *testing.T) {
			if test.fault == "flood" {
				enginetest.Long(t)
			}
			t.Parallel()
			ours := bad(test.stage, test.fault)
			if test.fault == "flood" && test.stage == "go" {
				ours.Control = player.TimeControl{Nodes: 1} // so that lines and not time run out
			}
			games := 2
			if test.stage == "uginewgame" || test.stage == "isready" {
				games = 3 // the second time is in a later game
				ours.Margin = time.Minute
			}
			plan := testPlan(games, ours, good())
			switch { // a busy machine is not silence
			case test.want != record.Silence:
				plan.grace = 20 * time.Second
			case test.stage == "uginewgame": // while the other engine has to answer too
				plan.grace = 5 * time.Second
			}
			got, summary := collect(t, plan)
			if summary.Played != games {
				t.Fatalf("%d games were played, want %d: the match goes on", summary.Played, games)
			}
			faults := 0
			for _, game := range got.finished {
				if game.Fault < 0 {
					continue
				}
				faults++
				gameRecord := game.Record
				loser := map[string]string{"0-1": "White", "1-0": "Black"}[gameRecord.Result]
				if game.Fault != 0 || gameRecord.Tag(loser) != "bad" {
					t.Errorf("round %s: %s lost (%s)", gameRecord.Tag("Round"), gameRecord.Tag(loser), game.Cause)
				}
				if got := gameRecord.Tag("Termination"); got != string(test.want) {
					t.Errorf("termination %q, want %q (%s)", got, test.want, game.Cause)
				}
				if test.fault == "flood" && strings.Contains(game.Cause, "without an end") {
					t.Errorf("%q of an engine that was still writing", game.Cause)
				}
				if !strings.Contains(game.Cause, test.cause) || !strings.Contains(game.Cause, "(bad)") {
					t.Errorf("the cause is %q, want %q in it", game.Cause, test.cause)
				}
				if gameRecord.Tag("Cause") != game.Cause {
					t.Errorf("the record has the cause %q, the report %q", gameRecord.Tag("Cause"), game.Cause)
				}
			}
			if faults == 0 {
				t.Error("no game was lost by a fault")
			}
			if summary.Faults != faults {
				t.Errorf("%d faults were counted, want %d", summary.Faults, faults)
			}
		})
	}
}

func TestHungEngineCostsItsClockAndLessThanThreeSeconds(t *testing.T) {
	t.Parallel()
	plan := testPlan(1, good(), bad("go", "hang"))
	plan.grace, plan.RandomPlies = 0, 3
	got, summary := collect(t, plan)
	// Its time is 1 s less what earlier moves took of it.
	cause := regexp.MustCompile(`did not answer within 2\.500 s of its time \((0\.[0-9]{3}|1\.000) s\)`)
	if summary.Faults != 1 || !cause.MatchString(got.finished[0].Cause) {
		t.Errorf("%+v", got.finished)
	}
}

func TestHarmlessOdditiesAreCountedOnce(t *testing.T) {
	t.Parallel()
	tests := []struct{ stage, fault, kind string }{
		{"quit", "hang", "ignored quit"},
		{"quit", "crash", "did not end in order"},
		{"go", "complain", "reports an error"},
		{"go", "again", "repeats its bestmove"},
		{"never", "echo", "repeats its bestmove"},
		{"go", "mate", "score that does not count"},
		{"go", "huge", "score that does not count"},
		{"ugi", "odd-option", "option that cannot be read"},
		{"go", "false-line", ""},
		{"go", "flood-errors", ""},
	}
	for _, test := range tests {
		t.Run(test.stage+" "+test.fault, func(t *testing.T) {
			t.Parallel()
			got, summary := collect(t, testPlan(2, bad(test.stage, test.fault), good()))
			if summary.Faults != 0 || summary.Played != 2 {
				t.Fatalf("%d faults in %d games, want none in 2: %+v", summary.Faults, summary.Played, got.finished)
			}
			if test.kind == "" {
				return
			}
			if len(got.warnings) != 1 || got.warnings[0].Kind != test.kind || got.warnings[0].Player != "bad" {
				t.Errorf("warnings %+v, want one of %q", got.warnings, test.kind)
			}
			if len(summary.Warnings) != 1 || summary.Warnings[0].Count < 1 {
				t.Errorf("the summary has the warnings %+v", summary.Warnings)
			}
		})
	}
}

func TestAnEngineThatCannotStartEndsTheMatchBeforeItBegins(t *testing.T) {
	for _, test := range []struct {
		player player.Specification
		want   string
	}{
		{bad("start", "crash"), "crashed: exit status 3"},
		{bad("ugi", "binary"), "broken output"},
		{player.Specification{Name: "bad", Command: "./there-is-no-such-program", Control: player.TimeControl{Nodes: 1}}, "no such file"},
		{withOption(bad("ugi", "odd-option"), "scale", "1"), `a limit that is not a whole number of 64 bits: "option name Scale `},
		{withOption(bad("never", ""), "Colour", "red"), `no option "Colour"; it has Hash, Clear Hash, Ponder, Log File`},
		{player.Specification{Name: "bad", Command: "builtin:engine", Control: player.TimeControl{Nodes: 1}, Options: []player.Option{{Name: "Hash", Value: "x"}}}, "Hash"},
	} {
		_, err := Run(t.Context(), testPlan(2, test.player, good()), nil)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "bad: ") {
			t.Errorf("error %v, want one of bad with %q", err, test.want)
		}
	}
}

func withOption(s player.Specification, name, value string) player.Specification {
	s.Options = append(slices.Clone(s.Options), player.Option{Name: name, Value: value})
	return s
}

func TestAnEngineThatCannotBeRestartedLosesAndTheMatchGoesOn(t *testing.T) {
	t.Parallel()
	plan := testPlan(4, bad("start@"+filepath.Join(t.TempDir(), "again"), "crash"), good())
	got, summary := collect(t, plan)
	if summary.Played != 4 || summary.Faults != 4 {
		t.Fatalf("%d games, %d lost by faults, want 4 and 4", summary.Played, summary.Faults)
	}
	for _, game := range got.finished {
		if game.Record.Tag("Termination") != string(record.Crash) {
			t.Errorf("round %s ended by %q: %s", game.Record.Tag("Round"), game.Record.Tag("Termination"), game.Cause)
		}
	}
}

func TestTimeForfeitSaysByHowMuch(t *testing.T) {
	t.Parallel()
	plan := testPlan(2, bad("go", "late"), good())
	plan.grace = 20 * time.Second
	got, summary := collect(t, plan)
	if longest := summary.Overruns[0]; longest < 250*time.Millisecond || summary.Overruns[1] != 0 {
		t.Errorf("the longest overruns are %v, want 300 ms or so and 0", summary.Overruns)
	}
	for _, game := range got.finished {
		_, cause, late := strings.Cut(game.Cause, "lost on time: ")
		if game.Fault < 0 || !late {
			continue
		}
		var took, left, overrun float64
		if _, err := fmt.Sscanf(cause, "%f s for a move with %f s left, %f s too long", &took, &left, &overrun); err != nil {
			t.Fatalf("%q: %v", cause, err)
		}
		if overrun < 0.3 || math.Abs(took-left-overrun) > 0.002 {
			t.Errorf("%q: want an overrun of 0.3 s or more, and the difference", cause)
		}
		return
	}
	t.Errorf("no game was lost on time: %+v", got.finished)
}

func TestOutcomeIsTheBoardsForNormalGames(t *testing.T) {
	plan := testPlan(20, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	got, _ := collect(t, plan)
	for _, game := range got.finished {
		positions := game.Record.Positions()
		final := positions[len(positions)-1]
		if want := record.Result(final.Outcome()); game.Record.Result != want || want == "*" {
			t.Errorf("round %s: result %s, but the board says %s", game.Record.Tag("Round"), game.Record.Result, want)
		}
	}
}
