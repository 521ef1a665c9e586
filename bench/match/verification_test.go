package match

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// newFarm returns a farm with a worker for each key, of the players of a plan.
func newFarm(t *testing.T, plan Plan, keys ...string) (workers farmtest.Farm) {
	t.Helper()
	plan.identify()
	for _, key := range keys {
		worker := plan.newLocalWorker(func(string, string, string) {}, func(string) {})
		t.Cleanup(worker.Close)
		workers = append(workers, &farmtest.Worker{Key: key, Work: worker.Work})
	}
	return workers
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

// turned ends a game two plies before its end by a resignation: a lie that the rules allow.
func turned(game *record.Game) {
	positions := game.Positions()
	game.Result = record.Result(winOf(engine.Light))
	if last := &positions[len(positions)-1]; last.Margin(engine.Light) > 0 {
		game.Result = record.Result(winOf(engine.Dark))
	}
	game.Moves = game.Moves[:len(game.Moves)-2]
	end(game, record.Adjudication)
	game.SetTag(record.AdjudicationTag, string(record.Resignation))
	game.SetTag("Score", "") // that of the board
}

// end sets the termination of a game.
func end(game *record.Game, way record.Termination) { game.SetTag(record.TerminationTag, string(way)) }

// farmPlan returns the plan of a match of random players whose games are all checkable.
func farmPlan(games int) Plan {
	plan := testPlan(games, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.RandomPlies, plan.Verify = 4, 0.1
	plan.Adjudication.Resign = &ResignRule{Moves: 1, Centi: 2000}
	plan.random = rand.New(rand.NewPCG(1, 2)).Float64
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
	plan.Carrier, plan.Verify, plan.Record = nil, 0, filepath.Join(t.TempDir(), "local.txt")
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

// dismissals returns the events about dismissed keys, in a list that report fills.
func dismissals() (list *[]Dismissed, notices *[]string, report func(Event)) {
	list, notices = &[]Dismissed{}, &[]string{}
	return list, notices, func(event Event) {
		switch event := event.(type) {
		case Dismissed:
			*list = append(*list, event)
		case Notice:
			*notices = append(*notices, event.Text)
		}
	}
}

// A worker that lies is found, loses all its games, and the match is the one that honest
// workers play. A continued match remembers it. In a long run the worker lies in one game of
// twenty and one of ten is checked.
func TestAKeyThatLiesLosesAllItsGames(t *testing.T) {
	games, lie, share := 120, 3, 0.5
	if enginetest.IsLong() {
		games, lie, share = 3_000, 20, 0.1
	}
	plan := farmPlan(games)
	plan.Verify = share
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	workers := newFarm(t, plan, "UHONEST", "ULIAR", "UTHIRD")
	lies := rand.New(rand.NewPCG(3, 4))
	workers.Of("ULIAR").Change = changed(t, func(game *record.Game) {
		if lies.IntN(lie) == 0 {
			turned(game)
		}
	})
	plan.Carrier = workers
	dismissed, _, report := dismissals()
	summary, err := Run(t.Context(), plan, report)
	if err != nil || summary.Played != games || !slices.Equal(summary.Dismissed, []string{"ULIAR"}) || summary.Checked < 20 {
		t.Fatalf("%+v, %v", summary, err)
	}
	if d := *dismissed; len(d) != 1 || d[0].Key != "ULIAR" || d[0].Games == 0 || !strings.Contains(d[0].Reason, "but here it ends") {
		t.Errorf("%+v", d)
	}
	for _, err := range workers.Of("ULIAR").Refused {
		if !strings.Contains(err.Error(), "has been dismissed") {
			t.Errorf("refused is %v", err)
		}
	}
	for round, game := range benchtest.Rounds(t, plan.Record) {
		if key := game.Tag(keyTag); key == "ULIAR" || key == "" {
			t.Errorf("game %s is by the key %q", round, key)
		}
	}
	compareWithLocal(t, plan)
	evidence := benchtest.Rounds(t, plan.Record+farm.DismissedSuffix)
	if len(evidence) != (*dismissed)[0].Games {
		t.Errorf("%d games are kept as evidence, want %d", len(evidence), (*dismissed)[0].Games)
	}

	plan.Games += 20
	workers.Of("ULIAR").Change = nil
	if summary, err = Run(t.Context(), plan, nil); err != nil || summary.Played != plan.Games || !slices.Equal(summary.Dismissed, []string{"ULIAR"}) {
		t.Fatalf("continued: %+v, %v", summary, err)
	}
	if workers.Of("ULIAR").Accepted > 0 {
		t.Error("the key counts again")
	}
	compareWithLocal(t, plan)
}

// A match that was killed between the two steps of a dismissal completes it, whether a line or, as in
// older versions, a game of the key is its first one.
func TestADismissalIsCompletedAfterAKill(t *testing.T) {
	for _, begin := range []func(game string) string{
		func(game string) string { return game + "[Event \"cut off\"]\n[Wh" },
		func(string) string { return "# Dismissed: UTWO: game 1.1 differs\n" },
	} {
		plan := farmPlan(40)
		plan.Record, plan.Verify = filepath.Join(t.TempDir(), "games.txt"), 0
		plan.Carrier = newFarm(t, plan, "UONE", "UTWO")
		if _, err := Run(t.Context(), plan, nil); err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		var evidence strings.Builder
		for _, game := range benchtest.Rounds(t, plan.Record) {
			if counts[game.Tag(keyTag)]++; game.Tag(keyTag) == "UTWO" && counts["UTWO"] == 1 {
				enginetest.Must(t, game.Write(&evidence))
			}
		}
		if counts["UTWO"] == 0 {
			t.Fatal("the key has played nothing")
		}
		benchtest.Write(t, plan.Record+farm.DismissedSuffix, begin(evidence.String()))
		plan.Carrier = newFarm(t, plan, "UONE")
		recorded := 0
		summary, err := Run(t.Context(), plan, func(event Event) {
			if started, isStart := event.(Started); isStart {
				recorded = started.Recorded
			}
		})
		if err != nil || summary.Played != 40 || recorded != counts["UONE"] {
			t.Fatalf("%+v with %d recorded games, want %d: %v", summary, recorded, counts["UONE"], err)
		}
		compareWithLocal(t, plan)
	}
}

func pending(r *runner) int {
	count, _ := r.checks.Pending()
	return count
}

// The rate by which a lie is found is that of MACHINES.md: a worker that lies in one game
// of twenty is found within 1,000 games with a probability of more than 99 %.
func TestALiarIsFoundWithinAThousandGames(t *testing.T) {
	const trials, games, lie, share = 1_000, 1_000, 1.0 / 20, 0.1
	random := rand.New(rand.NewPCG(5, 6))
	plan := farmPlan(2)
	plan.Verify, plan.random = share, random.Float64
	found := 0
	for range trials {
		r := &runner{plan: plan, verifier: verifier{verifies: true}}
		r.checkWith()
		enginetest.Must(t, r.checks.Carry(t.Context(), farm.Local{}, farm.Run{})) // no games yet
		isFound := false
		for range games {
			isLie, before := random.Float64() < lie, pending(r)
			r.sample(record.New(engine.Start(engine.Rules{})), fixture{player: [2]int{0, 1}})
			isFound = isFound || isLie && pending(r) > before
		}
		if isFound {
			found++
		}
	}
	if rate := float64(found) / trials; rate < 0.985 || rate > 0.999 {
		t.Errorf("a liar is found in %.2f %% of the trials, want 99.3 %%", 100*rate)
	}
}

// A worker answers every job at once with a loss by a fault. No
// such game counts, and the match goes on as if it had not been there.
func TestForgedFaultsChangeNothing(t *testing.T) {
	for want, forge := range map[string]func(game *record.Game){
		"no clock, so it cannot have lost on time": func(g *record.Game) { end(g, record.TimeForfeit) },
		`cannot have lost by "crash"`:              func(g *record.Game) { end(g, record.Crash) },
		`cannot have lost by "silence"`:            func(g *record.Game) { end(g, record.Silence) },
		`cannot have lost by "illegal move"`:       func(g *record.Game) { end(g, record.IllegalMove) },
		"it took 1h0m0s, but it was offered":       func(g *record.Game) { g.SetTag(durationTag, "1h") },
		`has no round "2000.1"`:                    func(g *record.Game) { g.SetTag("Round", "2000.1") },
		`has no round "1.2"`:                       func(g *record.Game) { g.SetTag("Round", "1.2") },
	} {
		plan := farmPlan(20)
		plan.Record, plan.Verify = filepath.Join(t.TempDir(), "games.txt"), 0
		workers := newFarm(t, plan, "UHONEST", "UFORGER")
		workers.Of("UFORGER").Change = changed(t, func(game *record.Game) {
			if !strings.HasPrefix(game.Tag("Round"), "1.") { // for which 1.2 would be true
				forge(game)
			}
		})
		plan.Carrier = workers
		if summary, err := Run(t.Context(), plan, nil); err != nil || summary.Played != 20 || summary.Faults > 0 {
			t.Fatalf("%s: %+v, %v", want, summary, err)
		}
		for _, err := range workers.Of("UFORGER").Refused {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("refused is %q, want %q", err, want)
			}
		}
		if len(workers.Of("UFORGER").Refused) == 0 {
			t.Errorf("%s: nothing is refused", want)
		}
		compareWithLocal(t, plan)
	}
}

// A loss on time takes at least the time of the clock.
func TestALossOnTimeTakesItsTime(t *testing.T) {
	plan, fixtures, results := playedPair(t)
	for i := range plan.Players {
		plan.Players[i].Control = player.TimeControl{Base: 10 * time.Second}
	}
	for _, test := range []struct {
		duration time.Duration
		scale    float64
		refused  bool
	}{{time.Second, 0, true}, {11 * time.Second, 0, false}, {11 * time.Second, 2, true}, {6 * time.Second, 0.5, false}, {time.Second, 1e-6, true}, {11 * time.Second, math.NaN(), true}} {
		_, game, err := readGameResult(results[0])
		enginetest.Must(t, err)
		end(game, record.TimeForfeit)
		game.SetTag(durationTag, test.duration.String())
		game.SetTag(scaleTag, fmt.Sprint(test.scale))
		if err := plan.checkCircumstances(fixtures[0], game, 0); (err != nil) != test.refused {
			t.Errorf("%+v: error %v", test, err)
		}
	}
}

// Engines that use what they know of earlier games accuse nobody.
func TestEnginesWhoseGamesDifferAccuseNobody(t *testing.T) {
	plan := farmPlan(20)
	stateful := bad("never", "varies")
	stateful.Name, stateful.Control = "stateful", player.TimeControl{Depth: 1}
	plan.Players[0], plan.Verify = stateful, 1
	plan.Carrier = newFarm(t, plan, "UONE", "UTWO")
	dismissed, notices, report := dismissals()
	summary, err := Run(t.Context(), plan, report)
	if err != nil || summary.Played != 20 || summary.Checked > 0 || len(*dismissed) > 0 {
		t.Errorf("%+v, %+v, %v", summary, *dismissed, err)
	}
	if n := *notices; len(n) != 1 || !strings.HasPrefix(n[0], "stateful and B do not play the same game twice here") {
		t.Errorf("said is %q", n)
	}
}

func TestGamesOnTimeAreNotPlayedAgain(t *testing.T) {
	plan := farmPlan(4)
	plan.Players[0].Control = player.TimeControl{MoveTime: time.Second}
	plan.Carrier = newFarm(t, plan, "UONE")
	_, notices, report := dismissals()
	if summary, err := Run(t.Context(), plan, report); err != nil || summary.Checked > 0 || len(*notices) != 1 || !strings.Contains((*notices)[0], "depend on time") {
		t.Errorf("%+v, %q, %v", summary, *notices, err)
	}
}

func TestTrustedKeysAreNotChecked(t *testing.T) {
	plan := farmPlan(40)
	plan.Verify, plan.Trusted = 1, []string{"UONE"}
	workers := newFarm(t, plan, "UONE")
	workers.Of("UONE").Change = changed(t, turned)
	plan.Carrier = workers
	if summary, err := Run(t.Context(), plan, nil); err != nil || summary.Played != 40 || summary.Checked > 0 || len(summary.Dismissed) > 0 {
		t.Errorf("%+v, %v", summary, err)
	}
}

// A decision by false games does not count: the match waits for its checks, drops the games
// of the liar and continues.
func TestADecisionWaitsForTheChecks(t *testing.T) {
	for _, hasRecord := range []bool{true, false} {
		plan := farmPlan(60)
		plan.Verify = 1
		if hasRecord {
			plan.Record = filepath.Join(t.TempDir(), "games.txt")
		}
		workers := newFarm(t, plan, "UHONEST", "ULIAR")
		workers.Of("ULIAR").Change = changed(t, func(game *record.Game) {
			if len(game.Moves) > 10 {
				turned(game)
			}
		})
		plan.Carrier = workers
		judged, keys := 0, map[string]bool{}
		plan.JudgeAnew = func() { judged, keys = 0, map[string]bool{} }
		plan.Decided = func(game *record.Game) bool {
			judged++
			keys[game.Tag(keyTag)] = true
			return judged == 20
		}
		summary, err := Run(t.Context(), plan, nil)
		if err != nil || !summary.Decided || summary.DecidedBy != "10.2" || judged != 20 {
			t.Errorf("%+v after %d games, %v", summary, judged, err)
		}
		if want := []string{"UHONEST"}; !slices.Equal(slices.Sorted(maps.Keys(keys)), want) {
			t.Errorf("games of the keys %v have decided, want %v", keys, want)
		}
	}
}

func TestAMatchIsReportedWithoutAKey(t *testing.T) {
	plan := farmPlan(40)
	plan.Record, plan.Verify = filepath.Join(t.TempDir(), "games.txt"), 0
	plan.Carrier = newFarm(t, plan, "UONE", "UTWO")
	if _, err := Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	before := benchtest.Read(t, plan.Record)
	ones := strings.Count(before, `[Key "UONE"]`)
	plan.Carrier, plan.Without = nil, []string{"UTWO"}
	finished := 0
	summary, err := Run(t.Context(), plan, func(event Event) {
		if game, isGame := event.(Finished); isGame {
			if finished++; game.Key != "UONE" || !game.Recorded {
				t.Errorf("%+v counts", game)
			}
		}
	})
	if err != nil || summary.Played != ones || finished != ones {
		t.Errorf("%+v and %d games, want %d: %v", summary, finished, ones, err)
	}
	if benchtest.Read(t, plan.Record) != before {
		t.Error("the record has changed")
	}
	plan.Without = []string{"UNOBODY"}
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), `no game is by the key "UNOBODY"`) {
		t.Errorf("error %v", err)
	}
}

// A match whose record cannot be cleared of a liar ends with an error.
func TestAMatchEndsIfItCannotDropGames(t *testing.T) {
	plan := farmPlan(40)
	plan.Record, plan.Verify = filepath.Join(t.TempDir(), "games.txt"), 1
	workers := newFarm(t, plan, "ULIAR", "UHONEST")
	workers.Of("ULIAR").Change = changed(t, func(game *record.Game) {
		if err := os.MkdirAll(plan.Record+farm.DismissedSuffix, 0o755); err != nil {
			t.Error(err)
		}
		turned(game)
	})
	plan.Carrier = workers
	if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), farm.DismissedSuffix) {
		t.Errorf("error %v", err)
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
