package match

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/protocol/protocoltest"
)

func TestPlansThatMakeNoSenseAreRefused(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"at least two":    func(p *Plan) { p.Players = p.Players[:1] },
		"0 games":         func(p *Plan) { p.Games = 0 },
		"concurrency 0":   func(p *Plan) { p.Concurrency = 0 },
		"-1 random plies": func(p *Plan) { p.RandomPlies = -1 },
		"has no command":  func(p *Plan) { p.Players[1].Command = "" },
		"another player":  func(p *Plan) { p.Players[1].Name = p.Players[0].Name },
		"nothing limits":  func(p *Plan) { p.Players[1].Command = "builtin:engine" },
		"record: open":    func(p *Plan) { p.Record = "/nowhere/at/all" },
	} {
		plan := testPlan(2, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "random"})
		change(&plan)
		if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func TestDecidedMatchesStop(t *testing.T) {
	plan := testPlan(1000, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	played := 0
	plan.Decided = func(*record.Game) bool { return played >= 20 }
	report := func(event Event) {
		if _, isGame := event.(Finished); isGame {
			played++
		}
	}
	summary, err := Run(t.Context(), plan, report)
	if err != nil || !summary.Decided || summary.Played != 20 || summary.Interrupted {
		t.Errorf("%+v, %v, want a match that is decided after 20 games", summary, err)
	}
	played = 0
	summary, err = Run(t.Context(), plan, report)
	if err != nil || !summary.Decided || summary.Played != 20 {
		t.Errorf("continued: %+v, %v, want no further game", summary, err)
	}
}

func TestInterruptedMatchesEndSoonAndInOrder(t *testing.T) {
	t.Parallel()
	ours := bad("never", "never")
	ours.Name, ours.Control = "slow", player.TimeControl{Base: time.Hour}
	ours.Arguments = protocoltest.Arguments("go", "hang")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begin := time.Now()
	summary, err := Run(ctx, testPlan(2, ours, good()), func(event Event) {
		if _, isStart := event.(Started); isStart {
			time.AfterFunc(300*time.Millisecond, cancel) // while it hangs
		}
	})
	if err != nil || !summary.Interrupted || summary.Played != 0 {
		t.Errorf("%+v, %v, want an interrupted match without games", summary, err)
	}
	if elapsed := time.Since(begin); elapsed > time.Minute {
		t.Errorf("the match went on for %s", elapsed)
	}
}

func TestConcurrencyFitsTheCores(t *testing.T) {
	plan := testPlan(2, withOption(good(), "Threads", "100000"), player.Specification{Name: "B", Command: "random"})
	plan.Concurrency = 3
	got, _ := collect(t, plan)
	if got.started[0].Concurrency != 1 || len(got.notices) != 1 || !strings.Contains(got.notices[0], "lowered from 3 to 1") {
		t.Errorf("%d games at a time and the notices %q", got.started[0].Concurrency, got.notices)
	}
}

func TestManyPlayersMeetInAllRules(t *testing.T) {
	for _, set := range engine.RuleSets() {
		players := make([]player.Specification, 4)
		for i := range players {
			players[i].Command = []string{"random", "greedy"}[i%2]
		}
		player.Name(players)
		plan := testPlan(2, players...)
		plan.Concurrency, plan.Rules = 2, engine.Rules{Set: set, OptionalCapture: set == engine.Classic}
		plan.Openings = mustDefaultOpenings(t, plan.Rules)
		plan.Record = filepath.Join(t.TempDir(), "games.txt")
		_, summary := collect(t, plan)
		games := benchtest.Rounds(t, plan.Record)
		if summary.Played != 12 || len(games) != 12 {
			t.Errorf("%s: %d games, %d recorded, want 12", set, summary.Played, len(games))
		}
		for round, game := range games {
			if game.Rules != plan.Rules {
				t.Errorf("%s: round %s is recorded with the rules %+v", set, round, game.Rules)
			}
		}
	}
}

// A watcher sees the opening and each move of every game, and each search has waited
// to be admitted.
func TestMovesAreReportedWhenTheyAreMade(t *testing.T) {
	plan := testPlan(2, good(), player.Specification{Name: "B", Command: "greedy"})
	plan.RandomPlies, plan.Moves = 3, true
	searches, searching := 0, 0
	plan.Admit = func(context.Context) func() {
		searches++
		if searching++; searching > 1 {
			t.Error("a player searches in the other's turn")
		}
		return func() { searching-- }
	}
	shown := map[string]*record.Game{}
	reports := 0
	_, err := Run(t.Context(), plan, func(event Event) {
		switch event := event.(type) {
		case Moved:
			last := shown[event.Round]
			switch {
			case last == nil && (len(event.Record.Moves) != 3 || event.Record.Moves[2].Comment != opening.BookComment):
				t.Errorf("round %s begins with %+v, want the opening", event.Round, event.Record.Moves)
			case last != nil && len(event.Record.Moves) != len(last.Moves)+1:
				t.Errorf("round %s: %d moves after %d", event.Round, len(event.Record.Moves), len(last.Moves))
			}
			if name := plan.Players[event.Players[engine.Light]].Name; (name == "good") != (event.Round == "1.1") {
				t.Errorf("round %s: Light is %s", event.Round, name)
			}
			reports++
			shown[event.Round] = event.Record
		case Finished:
			last := shown[event.Record.Tag("Round")]
			if !reflect.DeepEqual(last.Moves, event.Record.Moves) || last.Result != event.Record.Result {
				t.Errorf("shown %+v, played %+v", last, event.Record)
			}
		}
	})
	if err != nil || len(shown) != 2 || searches != reports-2 {
		t.Errorf("%d games, %d searches, %d reports, %v", len(shown), searches, reports, err)
	}
}

// An engine gets the most memory that it and its specification allow.
func TestHashIsLimited(t *testing.T) {
	for limit, want := range map[int]string{3: "value 3", 12: "value 9"} {
		ours := bad("never", "never") // which takes 9 MiB at most
		ours.HashMiB = limit
		other := good() // has no such option
		other.HashMiB = limit
		plan := testPlan(1, ours, other)
		var log strings.Builder
		plan.Log = func(string) (io.WriteCloser, error) {
			return struct {
				io.Writer
				io.Closer
			}{&log, io.NopCloser(nil)}, nil
		}
		collect(t, plan)
		if !strings.Contains(log.String(), "> setoption name Hash "+want) {
			t.Errorf("%d MiB: the engine is not told %q:\n%s", limit, want, &log)
		}
	}
}

func mustDefaultOpenings(t *testing.T, rules engine.Rules) []opening.Opening {
	t.Helper()
	list, err := opening.Default(rules)
	enginetest.Must(t, err)
	return list
}

func TestRecordsTellScoreDepthTimeAndClock(t *testing.T) {
	ours := player.Specification{Name: "A", Command: os.Args[0], Arguments: protocoltest.Arguments("never", ""), Control: player.TimeControl{Base: 5 * time.Second, Increment: time.Second}}
	plan := testPlan(1, ours, good())
	plan.RandomPlies = 2
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	collect(t, plan)
	game := benchtest.Rounds(t, plan.Record)["1.1"]
	if got := []string{game.Tag("WhiteTimeControl"), game.Tag("BlackTimeControl"), game.Tag("Termination"), game.Tag("Seed")}; strings.Join(got, " ") != "5+1 inf normal 7" {
		t.Errorf("tags %q", got)
	}
	for i, move := range game.Moves {
		comment, isOne := record.ParseMoveComment(move.Comment)
		switch {
		case i < 2 && move.Comment != "book":
			t.Errorf("move %d of the opening has the comment %q", i+1, move.Comment)
		case i >= 2 && i%2 == 0 && (!isOne || comment.Centi != -125 || comment.Depth != 3 || !strings.HasSuffix(move.Comment, "s left")):
			t.Errorf("move %d has the comment %q, want score, depth, time and clock", i+1, move.Comment)
		case i%2 == 1 && i >= 2 && move.Comment != "":
			t.Errorf("move %d has the comment %q, but its player says nothing", i+1, move.Comment)
		}
	}
}

func TestOptionsReachTheEngines(t *testing.T) {
	ours := bad("never", "never")
	ours.Options = []player.Option{{Name: "hash", Value: "3"}}
	if _, summary := collect(t, testPlan(2, ours, good())); summary.Faults+len(summary.Warnings) != 0 {
		t.Errorf("%+v", summary)
	}
	for _, change := range []func(*Plan){
		func(p *Plan) { p.Rules.Set = engine.Woods },
		func(p *Plan) { p.Rules.OptionalCapture = true },
	} {
		plan := testPlan(2, ours, good())
		change(&plan)
		if _, err := Run(t.Context(), plan, nil); err == nil || !strings.Contains(err.Error(), "it cannot play") {
			t.Errorf("an engine without the option plays with %+v: %v", plan.Rules, err)
		}
	}
}

// A match of two built-in players: what happens comes as events, and the statistics are
// those of package rating.
func ExampleRun() {
	plan := Plan{
		Players: []player.Specification{{Name: "random", Command: "random"}, {Name: "greedy", Command: "greedy"}},
		Games:   4, Concurrency: 1, Seed: 5,
	}
	summary, err := Run(context.Background(), plan, func(event Event) {
		if game, isGame := event.(Finished); isGame {
			fmt.Println(game.Record.Tag("Round"), game.Record.Tag("White"), game.Record.Result)
		}
	})
	fmt.Println(summary.Played, err)
	// Output:
	// 1.1 random 0-1
	// 1.2 greedy 1-0
	// 2.1 random 0-1
	// 2.2 greedy 1-0
	// 4 <nil>
}
