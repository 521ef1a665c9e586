package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol"
	"cathedral/protocol/process"
	"cathedral/search/book"
)

// patience is for a machine so busy with other tests that an engine takes long to start. Only what is a
// defect here waits that long.
const patience = time.Minute

// program returns the test program as an engine with a flaw.
func program(t *testing.T, flaw string) process.Command {
	t.Helper()
	path, err := os.Executable()
	enginetest.Must(t, err)
	if _, known := flaws()[flaw]; !known {
		t.Fatalf("no flaw %q", flaw)
	}
	return process.Command{Path: path, Environment: []string{flawVariable + "=" + flaw}}
}

// runInMemory runs scenarios against an engine that is a server of this program.
func runInMemory(t *testing.T, scenarios []Scenario) *Report {
	t.Helper()
	return runServer(t, protocol.Config{}, scenarios)
}

// runServer runs scenarios against a server with a config.
func runServer(t *testing.T, config protocol.Config, scenarios []Scenario) *Report {
	t.Helper()
	config.Name, config.Version, config.Author = "Memory", "1", "the tests"
	server := protocol.NewServer(config)
	inMemory := &circumstances{start: func() (protocol.Transport, error) { return server.Start(), nil }}
	report, err := run(t.Context(), inMemory, Options{Patience: patience, Seed: 1, Scenarios: scenarios})
	enginetest.Must(t, err)
	return report
}

// selected returns the scenarios of Builtin that are wanted.
func selected(wanted func(Scenario) bool) []Scenario {
	return slices.DeleteFunc(Builtin(), func(s Scenario) bool { return !wanted(s) })
}

// These scenarios are tests of package protocol, whose folder cannot have them: a package
// does not import what is above it.
func TestTheServerKeepsItsPromises(t *testing.T) {
	start := engine.Start(engine.Rules{})
	move := func(text string) engine.Move { return enginetest.Move(t, &start, text) }
	after := start.Play(move("CAnF5"))
	reply := enginetest.Move(t, &after, "CSnE8")
	newBook := func(moves ...book.Move) *book.Book {
		replies := []book.Move{{Move: reply, Centi: 310, Error: 30, Proven: true}}
		return book.New([]book.Entry{{Position: start, Moves: moves}, {Position: after, Moves: replies}})
	}
	small := newBook(
		book.Move{Move: move("CAnF5"), Centi: -310, Error: 40, Wins: 1, Draws: 2, Losses: 37},
		book.Move{Move: move("CAnE5"), Centi: -330, Error: 60, Unexplored: true})
	var file strings.Builder
	enginetest.Must(t, newBook(book.Move{Move: move("CAnD4")}).Write(&file))
	other, text := filepath.Join(t.TempDir(), "my  own #1.book"), filepath.Join(t.TempDir(), "text")
	benchtest.Write(t, other, file.String())
	benchtest.Write(t, text, "CAnF5 CSnE8\n")
	names := strings.NewReplacer("$OTHER", other, "$TEXT", text, "$TURNED", move("CAnF5").Rotate(1).String(), "$REPLY", reply.Rotate(1).String())
	for name, config := range map[string]protocol.Config{
		"server": {}, "ownbook": {ReadBook: book.ReadFile, Book: func() (*book.Book, error) { return small, nil }},
		"simpleplayer": {NewChooser: func(seed uint64) protocol.Chooser {
			return func(p *engine.Position) engine.Move { return p.Moves(nil)[seed] }
		}},
	} {
		scenarios, err := ParseScenarios(name, names.Replace(benchtest.Read(t, "testdata/"+name+".txt")))
		enginetest.Must(t, err)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if report := runServer(t, config, scenarios); report.Count(Passed) != introduction+len(scenarios) {
				t.Errorf("%s", report.Summary())
			}
		})
	}
}

// TestFlawsAreFound runs bad engines through some groups of steps. The steps given
// have to fail and no others, and the first problem has to hold the text given.
// An engine that does not answer makes the steps that have to fail wait: these wait
// briefly. All others have the time that a busy machine takes.
//
// By day, only the first of the steps that have to fail is run, after the two that always are. A flaw of the handshake still runs all of its steps.
func TestFlawsAreFound(t *testing.T) {
	t.Parallel()
	const silent = true
	tests := []struct {
		flaw    string
		groups  string // beside the handshake
		silent  bool
		failed  []string
		problem string // of the first that failed
	}{
		{"says nothing", "", silent, []string{"ugi names the engine and its options"}, "no ugiok in time"},
		{"has no author", "", !silent, []string{"ugi names the engine and its options"}, "no line id author"},
		{"has a bad option", "", !silent, []string{"every option line can be read"}, "the default is not between min and max"},
		{"has an unreadable option", "", !silent, []string{"every option line can be read"}, "a limit that is not a whole number"},
		{"counts what it should refuse", "bad input", !silent, []string{"go perft with a bad depth"}, ", which asks for none"}, // late, as it comes: after this line or a later one
		{"has one answer", "clock", !silent, []string{
			"one's own clock counts", "a clock of 5 ms", "a clock of 1 ms", "a clock of 0 ms", "a clock below 0",
			"the names that UCI has for the clocks", "numbers of 63 bits", "a game on a clock of 1 s + 0.01 s",
		}, "; it repeats the answer before"},
		{"crashes at the door", "", !silent, []string{"ugi names the engine and its options"}, "exit status 2, stderr: "},
		{"crashes on a NUL byte", "bad input", !silent, []string{"NUL bytes"}, "the engine has ended (exit status 2"},
		{"plays an illegal move", "search", !silent, []string{
			"go depth 1", "go nodes 1", "go nodes 1000", "go movetime 50", "go depth 0, go nodes 0, go movetime 0",
			"go depth -3, go nodes -3, go movetime -3", "several limits: the first one reached ends it",
			"go infinite ends with stop and not before", "go without limits ends with stop and not before", "fractions are cut off",
			"the last info line", "MultiPV", "the lines of MultiPV come in the order 1, 2, 3", "ShowWDL", "after uci, scores are written as cp", "go after the game has ended", "go where only a pass is legal",
		}, "CAnA1"},
		{"answers twice", "interruption", !silent, []string{
			"isready during a search", "go and stop 200 times, at once", "go and stop 20 times, after a moment", "go during go: both answer",
			"20 go in a row: all answer", "stop and ponderhit when idle, twice", "stop twice: one answer",
			"position during go is for the next search", "setoption during go is for the next search", "uginewgame during go stops it",
		}, "second bestmove"},
		{"always names a move to ponder on", "clock", !silent, []string{
			"a clock of 5 ms", "a clock of 1 ms", "a clock of 0 ms", "a clock below 0", "one's own clock counts",
			"the names that UCI has for the clocks", "numbers of 63 bits", "a game on a clock of 1 s + 0.01 s",
		}, "want bestmove and one word"},
		{"does not stop", "pondering", silent, []string{"go ponder after the game has ended", "go ponder, stop, bestmove"}, "no bestmove in time"},
		{"has no ponderhit", "pondering", silent, []string{"go ponder after the game has ended", "go ponder, ponderhit, bestmove", "ponderhit starts the clock"}, "no bestmove in time"},
		{"does not quit", "ending", silent, []string{
			"quit when idle", "quit during go infinite", "quit during go ponder", "quit during go perft", "quit before the handshake",
		}, "it has not exited after"},
		{"outlives its input", "ending", silent, []string{
			"end of input when idle", "end of input during go infinite", "end of input during go ponder", "end of input within a line",
		}, "it has not exited after"},
		{"has no error lines", "bad input", !silent, nil, ""},
		{"reports everything twice", "position", !silent, nil, ""},
		{"reports everything twice", "bad input", !silent, []string{
			"unknown commands", "text that is not UTF-8", "NUL bytes", "a line of 10 MB", "go with a word that is not understood",
			"go with numbers that are missing or unreadable", "go searchmoves without a legal move", "go whose limit is not understood takes a second", "go perft with a bad depth", "setoption that sets nothing", "setoption with a bad value",
			"position that says nothing", "bad position texts", "an illegal or misspelt move in a list", "query of nothing",
		}, "2 error lines, want one"},
		{"drops go during go", "interruption", silent, []string{"go during go: both answer", "20 go in a row: all answer"}, "no bestmove in time"},
		{"is deaf during a search", "interruption", silent, []string{
			"isready during a search", "setoption during go is for the next search",
		}, "no readyok in time"},
		{"does not look at its clock", "clock", silent, []string{
			"a clock of 5 ms", "a clock of 1 ms", "a clock of 0 ms", "a clock below 0", "one's own clock counts",
			"a game on a clock of 1 s + 0.01 s",
		}, "took "},
		{"guesses bad numbers", "bad input", !silent, []string{"go with numbers that are missing or unreadable"}, `"go p1time x depth 1": 0 error lines`},
		{"drops a faulty go", "bad input", silent, []string{"go with a word that is not understood", "go perft with a bad depth", "go whose limit is not understood takes a second"}, "no bestmove in time"},
		{"reads no fractions", "search", !silent, []string{"fractions are cut off"}, `"go movetime 50.0" is refused`},
		{"ends a bare go", "search", !silent, []string{"go without limits ends with stop and not before"}, "before stop"},
		{"writes its lines upside down", "search", !silent, []string{"MultiPV", "the lines of MultiPV come in the order 1, 2, 3"}, "but the first line begins with"},
		{"writes proofs as UCI does not", "search", !silent, []string{"after uci, scores are written as cp"}, "which UCI does not have"},
		{"takes losses for wins", "proof", !silent, []string{"go solve verdict", "score final is true, also as a bound"}, "want score final N upperbound"},
		{"complains of debug", "", !silent, []string{"debug on and debug off say nothing"}, "unknown command"},
		{"keeps its old position", "position", !silent, []string{"uginewgame sets the start position"}, `"uginewgame" is refused`},
		{"calls every text a move", "rules", !silent, []string{"query islegal"}, "query islegal e2e4"},
		{"queries the score as fen", "rules", !silent, []string{"query fen"}, `"47 47", want`},
		{"loses its position", "bad input", !silent, []string{"an illegal or misspelt move in a list"}, "the position is"},
		{"overlooks a legal move", "rules", !silent, []string{
			"query in random games, classic", "query in random games, classic with optional capture", "query in random games, mattel",
			"query in random games, mattel with optional capture", "query in random games, woods", "query in random games, woods with optional capture",
		}, "is legal and missing"},
		{"counts wrongly", "rules", !silent, []string{
			"perft, classic", "perft, classic with optional capture", "perft, mattel", "perft, mattel with optional capture",
			"perft, woods", "perft, woods with optional capture",
		}, `want "Nodes searched: `},
		{"shows the start only", "position", !silent, []string{
			"d shows the position text", "position fen takes what d shows", "position fen with moves", "moves in small letters", "moves by any of their orientations",
			"a position of every ply of a long game", "uginewgame sets the start position",
		}, "the position is"},
		{"has no pv", "search", !silent, []string{"the last info line", "MultiPV"}, "no nps, pv"},
		{"takes a text with two cathedrals", "bad input", !silent, []string{"bad position texts"}, `4+5/4+5 l - 2": want the line refused and the position as before: the move is not legal there`},
		{"proves what is wrong", "proof", !silent, []string{"go solve", "go solve verdict", "score final is true, also as a bound"}, "want score final"},
		{"proves what is wrong", "search", !silent, []string{"go after the game has ended"}, "want score final"},
		{"repeats one line", "search", !silent, []string{"MultiPV", "the lines of MultiPV come in the order 1, 2, 3"}, "three lines with different moves"},
		{"plays classic always", "rules", !silent, []string{
			"query in random games, woods", "query in random games, woods with optional capture", "perft, woods", "perft, woods with optional capture",
			"plays a whole game, woods", "plays a whole game, woods with optional capture", "query fen", "query islegal",
			"Rules apply from the next position",
		}, "query p1turn"},
		{"floods its output", "memory", silent, []string{
			"what it offers: error lines, d, go perft, go solve",
			"Hash beyond any memory is refused", "100 MB of nonsense", "100 new games and sizes of Hash",
		}, ""}, // a slow flood is silence
		{"forgets to free", "memory", !silent, []string{"100 MB of nonsense"}, "MiB after"},
		{"answers before stop", "interruption", !silent, []string{
			"isready during a search", "position during go is for the next search", "setoption during go is for the next search",
		}, ", before stop"},
		{"writes what is no text", "match", !silent, []string{
			"plays at 50 ms a move", "plays on a clock of 1 s + 0.01 s", "plays on a clock and ponders",
		}, `forfeits 2 of 2 games: wrote broken output: a control character in a line: "\x7fELF\x01"`},
	}
	for _, test := range tests {
		t.Run(test.flaw+", "+test.groups, func(t *testing.T) {
			if test.flaw == "forgets to free" && runtime.GOOS != "linux" {
				t.Skip("only Linux tells the memory of a process")
			}
			if len(test.failed) == 0 || test.groups == "memory" {
				enginetest.Night(t)
			}
			t.Parallel()
			wanted := test.failed
			if !enginetest.IsNight() {
				wanted = wanted[:1]
			}
			scenarios := selected(func(s Scenario) bool {
				return s.Group == "handshake" && (enginetest.IsNight() || test.groups == "") || s.Group == test.groups && (enginetest.IsNight() || s.Name == wanted[0])
			})
			for i := range scenarios {
				switch isWanted := slices.Contains(wanted, scenarios[i].Name); {
				case isWanted && test.silent:
					scenarios[i].patience = 3 * time.Second // of an engine that has been greeted
				case isWanted && strings.HasSuffix(test.problem, "before stop"):
					scenarios[i].attention = 100 // the answer comes too early, however busy the machine
				}
			}
			report, err := Run(t.Context(), program(t, test.flaw), Options{Patience: patience, Seed: 1, Scenarios: scenarios})
			enginetest.Must(t, err)
			var failed []string
			for _, step := range report.Steps {
				isWanted := slices.Contains(wanted, step.Name)
				if step.Verdict == Failed && len(failed) == 0 && isWanted && !strings.Contains(step.Problem, test.problem) {
					t.Errorf("%s: the problem is %q, want %q", step.Name, step.Problem, test.problem)
				}
				if step.Verdict == Failed {
					failed = append(failed, step.Name)
				}
			}
			slices.Sort(failed)
			slices.Sort(wanted)
			if !slices.Equal(failed, wanted) {
				t.Errorf("failed:\n  %s\nwant\n  %s\n%s", strings.Join(failed, "\n  "), strings.Join(wanted, "\n  "), report.Summary())
			}
		})
	}
}

// What is not offered is not asked.
func TestAnEngineNeedNotOfferMore(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	for _, test := range []struct {
		flaw       string
		wanted     func(Scenario) bool
		notOffered int
	}{
		{"has scores but no solver", func(s Scenario) bool { return s.Group == "proof" || s.Name == "go after the game has ended" }, 2},
		{"knows the guide alone", func(s Scenario) bool { return s.Group != "memory" && s.Group != matchGroup && s.Group != "ending" }, 43},
	} {
		report, err := Run(t.Context(), program(t, test.flaw), Options{Patience: patience, Seed: 1, Scenarios: selected(test.wanted)})
		if err != nil || !report.Conforms() || report.Count(NotOffered) != test.notOffered {
			t.Errorf("%s: %v; want %d steps that are not offered and none that fails:\n%s", test.flaw, err, test.notOffered, report.Summary())
		}
	}
}

// TestLateMovesAreJudgedAsByAMatch compares the verdict with that of a match with the
// same margin.
func TestLateMovesAreJudgedAsByAMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		flaw   string
		margin time.Duration
		loses  bool
	}{
		{"is 60 ms late", patience, false},
		{"is 2 s late", 10 * time.Millisecond, true}, // however much of it a busy match oversleeps
	} {
		t.Run(fmt.Sprint(test.flaw, " of ", test.margin), func(t *testing.T) {
			t.Parallel()
			engine := program(t, test.flaw)
			plan := match.Plan{
				Players: []player.Specification{
					{Name: "late", Command: engine.Path, Environment: engine.Environment, Control: player.TimeControl{MoveTime: 50 * time.Millisecond}, Margin: test.margin},
					{Name: "random", Command: "random"},
				},
				Games: 2, Concurrency: 1,
			}
			summary, err := match.Run(t.Context(), plan, nil)
			if err != nil || (summary.Faults > 0) != test.loses {
				t.Errorf("in the match %d games are lost, %v", summary.Faults, err)
			}
			report, err := Run(t.Context(), engine, Options{Patience: patience, Margin: test.margin, Scenarios: selected(func(s Scenario) bool { return s.Name == "plays at 50 ms a move" })})
			enginetest.Must(t, err)
			last := report.Steps[len(report.Steps)-1]
			if (last.Verdict == Failed) != test.loses || report.Ready == test.loses {
				t.Errorf("%s", report.Summary())
			}
			if !strings.Contains(last.Problem+last.Remark, "at most ") {
				t.Errorf("the longest overrun is missing: %s", last)
			}
		})
	}
}

func TestScenariosAreSelectedByGroupAndName(t *testing.T) {
	for _, test := range []struct {
		only, skip []string
		want       []string
	}{
		{[]string{"match"}, nil, []string{"match: plays at 50 ms a move", "match: plays on a clock of 1 s + 0.01 s", "match: plays on a clock and ponders"}},
		{[]string{"GO DEPTH 1"}, nil, []string{"search: go depth 1"}},
		{[]string{"pondering", "match"}, []string{"ponderhit", "match"}, []string{"pondering: go ponder, stop, bestmove", "pondering: go ponder after the game has ended", "pondering: bestmove names a move to ponder on"}},
	} {
		found, err := Select(Builtin(), test.only, test.skip)
		enginetest.Must(t, err)
		var names []string
		for _, scenario := range found {
			names = append(names, scenario.String())
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("only %q, skip %q: %q, want %q", test.only, test.skip, names, test.want)
		}
	}
	if _, err := Select(Builtin(), []string{"match", "chess"}, nil); err == nil || !strings.Contains(err.Error(), `"chess"`) {
		t.Errorf("error %v", err)
	}
	if _, err := Select(Builtin(), nil, []string{"chess"}); err == nil {
		t.Error("an unknown word to skip is accepted")
	}
}

// The first two steps are always run, and once. Without the group match an engine is not
// ready for matches.
func TestReadinessSaysWhatIsMissing(t *testing.T) {
	found, err := Select(Builtin(), []string{"go depth 1", "ugi names"}, nil)
	enginetest.Must(t, err)
	report := runInMemory(t, found)
	if want := "Not ready for matches: the steps of the group match were not run.\n"; report.Ready || !report.Conforms() || !strings.HasSuffix(report.Summary(), want) {
		t.Errorf("%s", report.Summary())
	}
	if len(report.Steps) != 3 || report.Steps[1].Name != Builtin()[1].Name || report.Steps[2].Name != "go depth 1" {
		t.Errorf("%s", report.Summary())
	}
}

func TestOneProblemIsToldOnce(t *testing.T) {
	failed := func(name, problem string) Result {
		return Result{Group: "g", Name: name, Verdict: Failed, Problem: problem, Dialogue: []string{"> go"}}
	}
	report := &Report{Steps: []Result{failed("a", "late (position x)"), failed("b", "silent"), failed("c", "late (position y)")}}
	report.Ready = true
	if got, want := report.Conclusion(), "ready for matches; 2 other steps failed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	text := report.Summary()
	if want := "g: a: late (position x)\n    > go\n  also: g: c\n\ng: b: silent\n    > go\n\n"; !strings.HasPrefix(text, want) {
		t.Errorf("summary\n%s\nwant\n%s", text, want)
	}
}

func TestReportSaysWhatWasSaid(t *testing.T) {
	var seen int
	scenarios := selected(func(s Scenario) bool { return s.Group == "handshake" })
	options := Options{Patience: 10 * time.Second, Scenarios: scenarios, Report: func(Result) { seen++ }}
	report, err := Run(t.Context(), program(t, "has no author"), options)
	enginetest.Must(t, err)
	if seen != len(scenarios) || len(report.Steps) != len(scenarios) {
		t.Errorf("%d steps reported, %d in the report, want %d", seen, len(report.Steps), len(scenarios))
	}
	text := report.Summary()
	for _, want := range []string{"no line id author\n    ! started\n    > ugi\n    < id name Flawed 1\n", "Flawed 1: 0 passed, 1 failed, 0 not offered, 7 not run\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	data, err := json.Marshal(report)
	enginetest.Must(t, err)
	for _, want := range []string{`"verdict":"failed"`, `"verdict":"not run"`, `"problem":"no line id author"`, `"> ugi"`} {
		if !strings.Contains(strings.ReplaceAll(string(data), `\u003e`, ">"), want) {
			t.Errorf("no %s in\n%s", want, data)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	options := Options{Patience: 10 * time.Second, Report: func(Result) { cancel() }}
	report, err := Run(ctx, program(t, ""), options)
	if !errors.Is(err, context.Canceled) || len(report.Steps) != 1 {
		t.Errorf("%d steps, %v", len(report.Steps), err)
	}
}
