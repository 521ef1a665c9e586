package match

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestMatchFlagsBecomeAPlan(t *testing.T) {
	got, err := commandtest.Options(newCommand, "--engine", "name=A cmd=./a args='-x 1' option.Hash=64", "--engine", "greedy", "--each", "tc=5+0.1 option.Threads=1",
		"--games", "20", "--margin", "30", "--concurrency", "2", "--seed", "9", "--record", "games.txt", "--rules", "woods", "--optional-capture",
		"--sprt", "0,5", "--json", "--strict", "--quiet", "--gauntlet", "--ponder", "--in-order", "--sync", "--proven",
		"--resign", "moves=3,score=10", "--draw", "moves=2,score=0.5,ply=12", "--event", "E")
	enginetest.Must(t, err)
	control := player.TimeControl{Base: 5 * time.Second, Increment: 100 * time.Millisecond}
	players := []player.Specification{
		{Name: "A", Command: "./a", Arguments: []string{"-x", "1"}, Options: []player.Option{{Name: "Threads", Value: "1"}, {Name: "Hash", Value: "64"}}},
		{Name: "greedy", Command: "greedy", Options: []player.Option{{Name: "Threads", Value: "1"}}},
	}
	for i := range players {
		players[i].Control, players[i].Margin, players[i].Ponder = control, 30*time.Millisecond, true
	}
	plan := got.plan
	if !reflect.DeepEqual(plan.Players, players) {
		t.Errorf("players %+v, want %+v", plan.Players, players)
	}
	if plan.Games != 20 || plan.Concurrency != 2 || plan.Seed != 9 || plan.Record != "games.txt" || plan.Event != "E" ||
		!plan.Gauntlet || !plan.InOrder || !plan.Sync || plan.Rules != (engine.Rules{Set: engine.Woods, OptionalCapture: true}) {
		t.Errorf("plan %+v", plan)
	}
	want := match.Adjudication{
		Resign: &match.ResignRule{Moves: 3, Centi: 1000}, Draw: &match.DrawRule{Plies: 12, Moves: 2, Centi: 50}, Proven: true,
	}
	if !reflect.DeepEqual(plan.Adjudication, want) {
		t.Errorf("adjudication %+v", plan.Adjudication)
	}
	if *got.test != (rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}) || !got.json || !got.strict || !got.quiet {
		t.Errorf("options %+v", got)
	}
	if len(plan.Openings) < 100 {
		t.Errorf("%d openings, want the built-in set", len(plan.Openings))
	}
}

func TestBuildsPlayFirstWithTheSettingsOfAll(t *testing.T) {
	o := &options{}
	o.plan.Players = []player.Specification{{Name: "third"}}
	base := player.Specification{Margin: time.Second, Options: []player.Option{{Name: "Hash", Value: "1"}}}
	o.addBuilds(base, []build.Build{{Name: "working", Program: "/w"}, {Name: "commit", Program: "/c"}})
	want := []player.Specification{
		{Name: "working", Command: "/w", Margin: base.Margin, Options: base.Options},
		{Name: "commit", Command: "/c", Margin: base.Margin, Options: base.Options},
		{Name: "third"},
	}
	if !reflect.DeepEqual(o.plan.Players, want) {
		t.Errorf("players %+v, want %+v", o.plan.Players, want)
	}
}

func TestProgressOfAMatchTellsHowItStandsAndCountsOnlyWhatIsPlayedNow(t *testing.T) {
	for _, interactive := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) { testProgress(t, interactive) })
	}
}

func testProgress(t *testing.T, interactive bool) {
	var shown strings.Builder
	ledger := rating.NewLedger("A", "B")
	o := &options{Factory: &command.Factory{Err: &shown, Interactive: interactive}, test: &rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}}
	text := &textReport{options: o, out: io.Discard, ledger: ledger}
	text.event(match.Started{Players: []string{"A", "B"}, Games: 30, Recorded: 10, Concurrency: 1})
	time.Sleep(20 * time.Second)
	ledger.Add(rating.Game{Light: "A", Dark: "B", Outcome: engine.LightWins})
	for played := 1; played <= 20; played++ { // the first ten are those of the record
		text.event(match.Finished{Record: record.New(engine.Start(engine.Rules{})), Recorded: played <= 10, Fault: -1, Played: played, Games: 30})
		if played == 10 && strings.Contains(shown.String(), "left") {
			t.Errorf("%q before a game was played", shown.String())
		}
	}
	// The first game took twenty seconds, and nineteen are left.
	if want := "games, 6m20s left; A - B: 1-0, Elo "; !strings.Contains(shown.String(), want) {
		t.Errorf("%q lacks %q", shown.String(), want)
	}
	if want := ", LLR +0.0"; !strings.Contains(shown.String(), want) || !strings.Contains(shown.String(), " in -2.94 to +2.94") {
		t.Errorf("%q lacks %q and its bounds", shown.String(), want)
	}
}
