package match

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
)

func TestPlansThatMakeNoSenseAreRefused(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"two at least":    func(p *Plan) { p.Players = p.Players[:1] },
		"0 games":         func(p *Plan) { p.Games = 0 },
		"concurrency 0":   func(p *Plan) { p.Concurrency = 0 },
		"-1 random plies": func(p *Plan) { p.RandomPlies = -1 },
		"has no command":  func(p *Plan) { p.Players[1].Command = "" },
		"another's too":   func(p *Plan) { p.Players[1].Name = p.Players[0].Name },
		"nothing limits":  func(p *Plan) { p.Players[1].Command = "builtin:engine" },
		"record: open":    func(p *Plan) { p.Record = "/nowhere/at/all" },
	} {
		plan := testPlan(2, Specification{Name: "A", Command: "random"}, Specification{Name: "B", Command: "random"})
		change(&plan)
		if _, err := Run(t.Context(), plan, func(Event) {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func TestDecidedMatchesStop(t *testing.T) {
	plan := testPlan(1000, Specification{Name: "A", Command: "random"}, Specification{Name: "B", Command: "greedy"})
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
	player := bad("never", "never")
	player.Name, player.Control = "slow", TimeControl{Base: time.Hour}
	player.Arguments = []string{"engine", "go", "hang"}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begin := time.Now()
	summary, err := Run(ctx, testPlan(2, player, good()), func(event Event) {
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
	plan := testPlan(2, withOption(good(), "Threads", "100000"), Specification{Name: "B", Command: "random"})
	plan.Concurrency = 3
	got, _ := collect(t, plan)
	if got.started[0].Concurrency != 1 || len(got.notices) != 1 || !strings.Contains(got.notices[0], "lowered from 3 to 1") {
		t.Errorf("%d games at a time and the notices %q", got.started[0].Concurrency, got.notices)
	}
}

func TestManyPlayersMeetInAllRules(t *testing.T) {
	for _, set := range engine.RuleSets() {
		players := make([]Specification, 4)
		for i := range players {
			players[i].Command = []string{"random", "greedy"}[i%2]
		}
		Name(players)
		plan := testPlan(2, players...)
		plan.Concurrency, plan.Rules = 2, engine.Rules{Set: set, OptionalCapture: set == engine.Classic}
		plan.Openings = mustDefaultOpenings(t, plan.Rules)
		plan.Record = filepath.Join(t.TempDir(), "games.txt")
		_, summary := collect(t, plan)
		games := readRecord(t, plan.Record)
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

func mustDefaultOpenings(t *testing.T, rules engine.Rules) []Opening {
	t.Helper()
	list, err := DefaultOpenings(rules)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestRecordsTellScoreDepthTimeAndClock(t *testing.T) {
	player := Specification{Name: "A", Command: os.Args[0], Arguments: []string{"engine", "never", "never"}, Control: TimeControl{Base: 5 * time.Second, Increment: time.Second}}
	plan := testPlan(1, player, good())
	plan.RandomPlies = 2
	plan.Record = filepath.Join(t.TempDir(), "games.txt")
	collect(t, plan)
	game := readRecord(t, plan.Record)["1.1"]
	if got := []string{game.Tag("WhiteTimeControl"), game.Tag("BlackTimeControl"), game.Tag("Termination"), game.Tag("Seed")}; strings.Join(got, " ") != "5+1 inf normal 7" {
		t.Errorf("tags %q", got)
	}
	for i, move := range game.Moves {
		comment, isOne := record.ParseMoveComment(move.Comment)
		switch {
		case i < 2 && move.Comment != "book":
			t.Errorf("move %d of the opening has the comment %q", i+1, move.Comment)
		case i >= 2 && i%2 == 0 && (!isOne || comment.Centi != 25 || comment.Depth != 1 || !strings.HasSuffix(move.Comment, "s left")):
			t.Errorf("move %d has the comment %q, want score, depth, time and clock", i+1, move.Comment)
		case i%2 == 1 && i >= 2 && move.Comment != "":
			t.Errorf("move %d has the comment %q, but its player says nothing", i+1, move.Comment)
		}
	}
}

func TestOptionsReachTheEngines(t *testing.T) {
	player := bad("never", "never")
	player.Options = []Option{{"hash", "3"}}
	if _, summary := collect(t, testPlan(2, player, good())); summary.Faults+len(summary.Warnings) != 0 {
		t.Errorf("%+v", summary)
	}
	for _, change := range []func(*Plan){
		func(p *Plan) { p.Rules.Set = engine.Woods },
		func(p *Plan) { p.Rules.OptionalCapture = true },
	} {
		plan := testPlan(2, player, good())
		change(&plan)
		if _, err := Run(t.Context(), plan, func(Event) {}); err == nil || !strings.Contains(err.Error(), "it cannot play") {
			t.Errorf("an engine without the option plays with %+v: %v", plan.Rules, err)
		}
	}
}

func TestInProcessEnginePlaysWholeGames(t *testing.T) {
	player := Specification{Name: "engine", Command: "builtin:engine", Control: TimeControl{Nodes: 200}, Options: []Option{{"Hash", "1"}}}
	plan := testPlan(2, player, good())
	plan.RandomPlies = 3
	got, summary := collect(t, plan)
	if summary.Played != 2 || summary.Faults != 0 {
		t.Fatalf("%+v: %+v", summary, got.finished)
	}
	for _, option := range []Option{{"Hash", "0"}, {"Threads", "x"}, {"Objective", "fun"}, {"Colour", "red"}, {"UCI_Elo", "0"}, {"UCI_LimitStrength", "a bit"}} {
		if _, err := newInProcess(&Specification{Options: []Option{option}}, &surroundings{}); err == nil {
			t.Errorf("the option %+v is accepted", option)
		}
	}
}

// A match of two built-in players: what happens comes as events, and the statistics are
// those of package rating.
func ExampleRun() {
	plan := Plan{
		Players: []Specification{{Name: "random", Command: "random"}, {Name: "greedy", Command: "greedy"}},
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
