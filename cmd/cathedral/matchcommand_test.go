package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
	"cathedral/engine"
	"cathedral/engine/record"
)

// matchOptionsOf returns what a command line of `cathedral match` asks for.
func matchOptionsOf(t *testing.T, arguments ...string) (*matchOptions, error) {
	t.Helper()
	var got *matchOptions
	cmd := newMatchCommand(testFactory("", io.Discard), func(_ context.Context, options *matchOptions) error {
		got = options
		return nil
	})
	err := execute(cmd, arguments...)
	return got, err
}

func TestMatchFlagsBecomeAPlan(t *testing.T) {
	got, err := matchOptionsOf(t, "--engine", "name=A cmd=./a args='-x 1' option.Hash=64", "--engine", "greedy", "--each", "tc=5+0.1 option.Threads=1",
		"--games", "20", "--margin", "30", "--concurrency", "2", "--seed", "9", "--record", "games.txt", "--rules", "woods", "--optional-capture",
		"--sprt", "0,5", "--json", "--strict", "--quiet", "--gauntlet", "--ponder", "--in-order", "--sync", "--proven",
		"--resign", "moves=3,score=10", "--draw", "moves=2,score=0.5,ply=12", "--event", "E")
	if err != nil {
		t.Fatal(err)
	}
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

func TestMatchTakesItsConfigurationFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.toml")
	text := "games = 20\ntc = '3+0.1'\nseed = 4\n[each]\nmargin = 7\n[[engine]]\ncmd = 'random'\n[[engine]]\nname = 'B'\ncmd = 'greedy'\ntc = 'depth=3'\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := matchOptionsOf(t, "--config", path, "--games", "6", "--engine", "random", "--openings", "none")
	if err != nil {
		t.Fatal(err)
	}
	var names, controls []string
	for i := range got.plan.Players {
		player := &got.plan.Players[i]
		names, controls = append(names, player.Name), append(controls, player.Control.String())
		if player.Margin != 7*time.Millisecond {
			t.Errorf("%s has a margin of %s, want 7 ms", player.Name, player.Margin)
		}
	}
	if strings.Join(names, " ") != "random B random-2" || strings.Join(controls, " ") != "3+0.1 depth=3 3+0.1" {
		t.Errorf("players %q with %q", names, controls)
	}
	if got.plan.Games != 6 || got.plan.Seed != 4 || len(got.plan.Openings) != 0 {
		t.Errorf("plan %+v, want 6 games with seed 4 from the start", got.plan)
	}
}

func TestBadMatchFlagsAreRefused(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	two := []string{"--engine", "random", "--engine", "greedy"}
	for _, test := range []struct {
		arguments []string
		want      string
	}{
		{nil, "a match needs two"},
		{two[:2], "a match needs two"},
		{append(two, "x"), "unexpected argument"},
		{append(two, "--engine", "colour=red"), `unknown key "colour"`},
		{append(two, "--each", "tc=fast"), "time control"},
		{append(two, "--tc", "0"), "--tc: time control"},
		{append(two, "--games", "0"), "0 games"},
		{append(two, "--margin", "-1"), "--margin"},
		{append(two, "--sprt", "5"), "--sprt"},
		{append(two, "--sprt", "0,5", "--engine", "random"), "the test is of two"},
		{append(two, "--resign", "soon"), "--resign"},
		{append(two, "--draw", "moves=0"), "--draw"},
		{append(two, "--rules", "chess"), "not a rule set"},
		{append(two, "--openings", "x", "--random-plies", "3"), "mutually exclusive"},
		{append(two, "--openings", filepath.Join(folder, "none.txt")), "no such file"},
		{append(two, "--openings", file("book.txt", "CAnF5\nCAnZ5\n")), "line 2"},
		{append(two, "--config", filepath.Join(folder, "none.toml")), "no such file"},
		{append(two, "--config", file("a.toml", "speed = 3")), `no flag "speed"`},
		{append(two, "--config", file("b.toml", "games = 'many'")), `b.toml: --games "many": want a whole number`},
		{append(two, "--config", file("c.json", `{"engine": [{"cmd": "a", "tc": "x"}]}`)), "engine 1"},
		{append(two, "--against", "-x"), "want a commit"},
	} {
		if _, err := matchOptionsOf(t, test.arguments...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q in it", test.arguments, err, test.want)
		}
	}
}

func TestMatchesEndWhenTheirOutputFails(t *testing.T) {
	full := errors.New("no space left")
	for _, format := range []string{"--json", "--json=false"} {
		cmd := newMatchCommand(testFactory("", failingWriter{full}), nil)
		err := execute(cmd, "--engine", "random", "--engine", "greedy", "--games", "100000", format)
		if !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", format, err, full)
		}
	}
}

func TestProgressOfAMatchTellsHowItStandsAndCountsOnlyWhatIsPlayedNow(t *testing.T) {
	for _, interactive := range []bool{false, true} {
		var shown strings.Builder
		f := testFactory("", io.Discard)
		f.err, f.interactive = &shown, interactive
		ledger := rating.NewLedger("A", "B")
		options := &matchOptions{out: io.Discard, newProgress: f.newProgress, test: &rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}}
		text := newMatchText(options, io.Discard, ledger)
		text.event(match.Started{Players: []string{"A", "B"}, Games: 30, Recorded: 10, Concurrency: 1})
		text.progress.begin = time.Now().Add(-20 * time.Second)
		text.progress.reported = text.progress.begin
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
}

func TestAgainstBuildsTheWorkingTreeAndTheCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	top := t.TempDir()
	t.Chdir(top)
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, arguments ...string) string {
		t.Helper()
		text, err := output(t.Context(), top, name, arguments...)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	program := func(word string) string {
		return "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"" + word + "\") }\n"
	}
	write("go.mod", "module tried\n\ngo 1.26\n")
	write("cmd/cathedral/main.go", program("old"))
	run("git", "init", "-q")
	run("git", "add", ".")
	run("git", "-c", "user.name=T", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "first")
	write("cmd/cathedral/main.go", program("new"))

	if err := os.Chdir("cmd"); err != nil { // it works from any folder
		t.Fatal(err)
	}
	base := player.Specification{Margin: time.Second, Options: []player.Option{{Name: "Hash", Value: "1"}}}
	players, cleanUp, err := buildBoth(t.Context(), "HEAD", base)
	if err != nil {
		t.Fatal(err)
	}
	if got := run(players[0].Command) + " " + run(players[1].Command); got != "new old" {
		t.Errorf("the programs print %q, want new old", got)
	}
	if !strings.HasPrefix(players[0].Name, "working-") || !strings.HasPrefix(run("git", "rev-parse", "HEAD"), players[1].Name) ||
		players[1].Margin != time.Second || len(players[1].Options) != 1 {
		t.Errorf("players %+v", players)
	}
	cleanUp()
	if _, err := os.Stat(players[0].Command); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after the match the build is still there: %v", err)
	}
	if _, _, err := buildBoth(t.Context(), "no-such-commit", base); err == nil {
		t.Error("there is no such commit, but it was built")
	}
	write("cathedral/main.go", "package main\n\nfunc main() { x }\n")
	if _, _, err := buildBoth(t.Context(), "HEAD", base); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("a broken working tree: %v", err)
	}
}

func TestOpeningsFlagsBecomeARecipe(t *testing.T) {
	var got *openingsOptions
	cmd := newOpeningsCommand(testFactory("", io.Discard), func(_ context.Context, options *openingsOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd, "--count", "7", "--seed", "2", "--candidates", "3", "--nodes", "40", "--buildings", "2", "--squares", "5",
		"--games", "6", "--game-nodes", "90", "--threads", "2"); err != nil {
		t.Fatal(err)
	}
	if want := (opening.Recipe{Count: 7, Seed: 2, Candidates: 3, Nodes: 40, Games: 6, GameNodes: 90, Buildings: 2, Squares: 5}); got.recipe != want || got.threads != 2 {
		t.Errorf("recipe %+v on %d threads, want %+v on 2", got.recipe, got.threads, want)
	}
	for _, arguments := range [][]string{{"--count", "0"}, {"--candidates", "0"}, {"--nodes", "0"}, {"--squares", "6"}, {"--games", "-1"}, {"--game-nodes", "0"}, {"--threads", "0"}, {"x"}, {"--book", "x", "--squares", "2"}, {"--book", "x", "--built-in"}, {"--book", "testdata/none"}} {
		if err := execute(newOpeningsCommand(testFactory("", io.Discard), nil), arguments...); err == nil {
			t.Errorf("%q is accepted", arguments)
		}
	}
}

func TestSimplePlayerAnswersWhatAMatchSays(t *testing.T) {
	var out strings.Builder
	player := newPlayerCommand(testFactory(strings.Join([]string{
		"ugi", "isready", "setoption name Seed value 3", "setoption name Rules value woods", "uginewgame",
		"position startpos moves CSnE8", "go movetime 10", "position startpos moves CSnE8 CAnF5 XXnA1", "position fen x", "position",
		"setoption name Rules value chess", "setoption name Colour value red", "setoption", "", "what",
		"position startpos moves CSnE8 CAnF5", "go depth", "go sideways", "query p1turn", "go infinite", "stop", "# quit", "quit", "isready",
	}, "\n"), &out))
	if err := execute(player, "random"); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"option name Rules type combo", "ugiok\nreadyok\n", "bestmove CA", "move 3: \"XXnA1\" is not a move", "error: word 1 \"what\"", "response true\n", "a whole number is missing",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the answers lack %q:\n%s", want, text)
		}
	}
	for line, want := range map[string]int{"info string error: ": 9, "readyok": 1, "bestmove ": 4, "option name ": 3} {
		if got := strings.Count(text, line); got != want {
			t.Errorf("%d lines %q, want %d:\n%s", got, line, want, text)
		}
	}
	if err := execute(newPlayerCommand(testFactory("", io.Discard)), "clever"); err == nil {
		t.Error("there is no clever player")
	}
}
