package match

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/record"
)

// recordedMatch plays a match with a record and returns its plan and the record.
func recordedMatch(t *testing.T, games int) (Plan, string) {
	t.Helper()
	plan := recordedPlan(filepath.Join(t.TempDir(), "games.txt"), games)
	plan.Seed = 11
	collect(t, plan)
	return plan, benchtest.Read(t, plan.Record)
}

func TestOtherFilesAreLeftAlone(t *testing.T) {
	plan, whole := recordedMatch(t, 4)
	second := strings.Index(whole[1:], "[Event") + 1
	for name, text := range map[string]string{
		"a letter":                   "Dear all,\n\nI have moved.\n",
		"a faulty game in between":   whole[:second-20] + "\n\n" + whole[second:],
		"something behind the games": whole + "remember the milk\n",
		"a round twice":              whole + whole[:second],
		"a game of another match":    strings.Replace(whole, `White "A"`, `White "C"`, 1),
		"another seed":               strings.ReplaceAll(whole, `Seed "11"`, `Seed "12"`),
		"another time control":       strings.Replace(whole, `TimeControl "inf"`, `TimeControl "10"`, 1),
		"a round too many":           strings.Replace(whole, `Round "1.1"`, `Round "9.1"`, 1),
		"a round without number":     strings.Replace(whole, `Round "1.1"`, `Round "?"`, 1),
		"another opening":            swapRounds(whole),
	} {
		if text == whole {
			t.Fatalf("%s: the text is that of the match", name)
		}
		benchtest.Write(t, plan.Record, text)
		if _, err := Run(t.Context(), plan, nil); err == nil {
			t.Errorf("%s: the match goes on", name)
		}
		if benchtest.Read(t, plan.Record) != text {
			t.Errorf("%s: the file has changed", name)
		}
	}
}

// swapRounds gives the first games of two pairs each other's rounds.
func swapRounds(text string) string {
	return strings.NewReplacer(`Round "1.1"`, `Round "2.1"`, `Round "2.1"`, `Round "1.1"`).Replace(text)
}

func TestEveryGameIsInTheFileWhenItIsReported(t *testing.T) {
	plan := recordedPlan(filepath.Join(t.TempDir(), "games.txt"), 10)
	plan.Sync = true
	played := 0
	if _, err := Run(t.Context(), plan, func(event Event) {
		if _, isGame := event.(Finished); isGame {
			if played++; len(benchtest.Rounds(t, plan.Record)) != played {
				t.Errorf("%d games are in the file, want %d", len(benchtest.Rounds(t, plan.Record)), played)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
}

func TestAContinuedMatchMayHaveMoreGames(t *testing.T) {
	plan, _ := recordedMatch(t, 5)
	plan.Games, plan.Seed = 9, 0
	got, summary := collect(t, plan)
	if summary.Played != 9 || summary.Seed != 11 || len(benchtest.Rounds(t, plan.Record)) != 9 {
		t.Errorf("%d games with seed %d, want 9 with 11", summary.Played, summary.Seed)
	}
	recorded := 0
	for _, game := range got.finished {
		if game.Recorded {
			recorded++
		}
	}
	if recorded != 5 || got.started[0].Recorded != 5 {
		t.Errorf("%d games are reported as recorded, %d announced, want 5", recorded, got.started[0].Recorded)
	}
	plan.Games = 3
	_, err := Run(t.Context(), plan, nil)
	if want := "a match of 3 games has no round"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// beginning returns the players and the first moves of a game.
func beginning(game *record.Game, plies int) string {
	var text strings.Builder
	text.WriteString(game.Tag("White") + " " + game.Tag("Black"))
	for _, move := range game.Moves[:plies] {
		text.WriteString(" " + move.Move.String())
	}
	return text.String()
}
