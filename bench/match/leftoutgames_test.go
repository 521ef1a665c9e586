package match

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// newFarm returns a carrier with a worker for each key, of the players of a plan, and what is said of
// them. change, if it is not nil, returns what the last of them delivers in place of a result.
func newFarm(t *testing.T, plan Plan, change func(result any) any, keys ...string) (*farm.Remote, *farmtest.Notices) {
	t.Helper()
	t.Cleanup(func() { time.Sleep(time.Second) }) // in which the clocks of games end
	plan.identify()
	s, said := farmtest.Memory(t), &farmtest.Notices{}
	for i, key := range keys {
		worker := plan.newLocalWorker(func(string, string, string) {}, func(string) {})
		t.Cleanup(worker.Close)
		kind := worker.Kind()
		kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
			time.Sleep(100 * time.Millisecond) // of virtual time, so that each worker gets jobs
			if change == nil || i < len(keys)-1 {
				return worker.Work(ctx, payload, deliver)
			}
			return worker.Work(ctx, payload, func(result any) error { return deliver(change(result)) })
		}
		farmtest.Serve(t, t.Context(), farm.Worker{Connection: farmtest.Dial(t, s, key), Name: key, Kinds: []farm.Kind{kind}})
	}
	synctest.Wait()
	return &farm.Remote{Connection: farmtest.Dial(t, s, "run"), Notice: said.Add, Patience: time.Second}, said
}

// changed returns a function that makes the change in the game of a result.
func changed(t *testing.T, change func(game *record.Game)) func(result any) any {
	return func(result any) any {
		report := *result.(*gameResult)
		game, err := report.game()
		if err != nil {
			t.Error(err)
			return nil
		}
		change(game)
		if report.Record, err = game.Text(); err != nil {
			t.Error(err)
		}
		return report
	}
}

// farmPlan returns the plan of a match of random players whose games go the same way everywhere.
func farmPlan(games int) Plan {
	plan := testPlan(games, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.RandomPlies = 4
	return plan
}

// wholeGame describes a recorded game: players, moves and end.
func wholeGame(game *record.Game) string {
	return beginning(game, len(game.Moves)) + " " + game.Result + " " + game.Tag("Score") + " " + game.Tag(record.TerminationTag)
}

// compareWithLocal compares the games of a record with those of the same plan in one
// process.
func compareWithLocal(t *testing.T, plan Plan) {
	t.Helper()
	far := benchtest.Rounds(t, plan.Record)
	plan.Carrier, plan.Record = nil, filepath.Join(t.TempDir(), "local.txt")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	local := benchtest.Rounds(t, plan.Record)
	if len(far) != len(local) {
		t.Errorf("%d games, in one process %d", len(far), len(local))
	}
	for round, game := range local {
		if far[round] == nil || wholeGame(far[round]) != wholeGame(game) {
			t.Errorf("game %s differs from that of one process", round)
		}
	}
}

// A key whose machine was faulty is taken away: its games leave the record and are played again by
// others, what it still sends is refused, and the same command can be given again.
func TestGamesOfAKeyAreLeftOutAndPlayedAgain(t *testing.T) {
	synctest.Test(t, testGamesOfAKeyAreLeftOutAndPlayedAgain)
}

func testGamesOfAKeyAreLeftOutAndPlayedAgain(t *testing.T) {
	plan := farmPlan(40)
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	plan.Carrier, _ = newFarm(t, plan, nil, "UONE", "UTWO")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	before := benchtest.Read(t, plan.Record)
	ones, twos := strings.Count(before, `[Key "UONE"]`), strings.Count(before, `[Key "UTWO"]`)
	if ones == 0 || twos == 0 {
		t.Fatalf("the keys have played %d and %d games", ones, twos)
	}
	plan.Without = []string{"UTWO"}
	for _, step := range []string{"first", "again"} {
		left := plan.Record + WithoutSuffix
		carrier, said := newFarm(t, plan, nil, "UONE", "UTWO")
		plan.Carrier = carrier
		recorded := 0
		summary, err := Run(t.Context(), plan, func(event Event) {
			switch event := event.(type) {
			case Started:
				recorded = event.Recorded
			case Finished:
				if event.Key != "UONE" {
					t.Errorf("%s: %+v counts", step, event)
				}
			}
		})
		if err != nil || summary.Played != 40 {
			t.Fatalf("%s: %+v, %v", step, summary, err)
		}
		if want := map[string]int{"first": ones, "again": 40}[step]; recorded != want {
			t.Errorf("%s: %d games are recorded, want %d", step, recorded, want)
		}
		if step == "first" && said.String() == "" {
			t.Error("no game of the key is refused")
		}
		for line := range strings.Lines(said.String()) {
			if !strings.Contains(line, "worker UTWO sent a false result: ") || !strings.Contains(line, "without this key") {
				t.Errorf("%s: said is %s", step, line)
			}
		}
		if got := strings.Count(benchtest.Read(t, left), `[Key "UTWO"]`); got != twos {
			t.Errorf("%s: %d games have left, want %d", step, got, twos)
		}
	}
	plan.Without = nil
	compareWithLocal(t, plan)
}

// A result of another round or job is refused, and the match continues.
func TestGamesOfAnotherRoundAreRefused(t *testing.T) {
	synctest.Test(t, testGamesOfAnotherRoundAreRefused)
}

func testGamesOfAnotherRoundAreRefused(t *testing.T) {
	for _, round := range []string{"2000.1", "1.2"} {
		plan := farmPlan(20)
		plan.Record = filepath.Join(t.TempDir(), "games.txt")
		carrier, said := newFarm(t, plan, changed(t, func(game *record.Game) {
			if !strings.HasPrefix(game.Tag("Round"), "1.") { // for which 1.2 would be true
				game.SetTag("Round", round)
			}
		}), "UHONEST", "UWRONG")
		plan.Carrier = carrier
		if summary, err := Run(t.Context(), plan, nil); err != nil || summary.Played != 20 {
			t.Fatalf("%+v, %v", summary, err)
		}
		if want := fmt.Sprintf("has no round %q", round); !strings.Contains(said.String(), want) {
			t.Errorf("said is %s", said)
		}
		compareWithLocal(t, plan)
	}
}

// What a worker says is shown in one line that a terminal does not obey.
func TestWhatWorkersSayIsEscaped(t *testing.T) {
	plan, fixtures, results := playedPair(t)
	var result gameResult
	enginetest.Must(t, json.Unmarshal(results[0], &result))
	result.Record = strings.Replace(result.Record, "[Host ", "[Host \"é\u009b\"]\n[Other ", 1)
	result.Record = strings.Replace(result.Record, "[Termination \"normal\"]\n", "[Termination \"crash\"]\n", 1)
	result.Record = strings.Replace(result.Record, "[Cause ", "[Cause \"lost\tGame 9.9 \u202e\"]\n[Another ", 1)
	result.Warnings = []playerWarning{{Kind: "\r\x1b"}}
	text, err := json.Marshal(result)
	enginetest.Must(t, err)
	read, given, err := readGameResult(text)
	if err != nil || read.Warnings[0].Kind != `\r\x1b` {
		t.Fatalf("%+v, %v", read, err)
	}
	made, err := plan.accept(fixtures[0], given, "KEY")
	if err != nil || made.Tag(record.CauseTag) != `lost\tGame 9.9 \u202e` || made.Tag(hostTag) != `é\u009b` || made.Tag("Other") != "" {
		t.Errorf("%+v, %v", made, err)
	}
}
