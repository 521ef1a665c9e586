package proofs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// games returns the last games of the random ones as items, with the players A and B.
func games(t testing.TB, count int) []record.Item {
	t.Helper()
	text := benchtest.Read(t, "../testdata/randomgames.txt")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var items []record.Item
	for _, line := range lines[len(lines)-count:] {
		game := benchtest.Games(t, "[White \"A\"]\n[Black \"B\"]\n\n"+line+"\n")[0]
		items = append(items, record.Item{Game: game})
	}
	return items
}

// config lets proofs of late positions succeed, in the same way on every machine.
func config() Config {
	return Config{Limits: Limits{Nodes: 30_000}, MaxPlies: 7, Concurrency: 1, Threads: 1, HashMiB: 4}
}

// proved returns the report of a run.
func proved(t testing.TB, items []record.Item, results *Results, c Config) *Report {
	t.Helper()
	report, err := Run(t.Context(), items, results, c, func(int) {})
	enginetest.Must(t, err)
	return report
}

// margins returns the bounds of each position of the games.
func margins(report *Report) string {
	var text strings.Builder
	for _, game := range report.Games {
		for i := range game.Endings {
			fmt.Fprint(&text, game.Endings[i].Low, ",", game.Endings[i].High, " ")
		}
	}
	return text.String()
}

func TestGamesAreProvenFromTheirEnd(t *testing.T) {
	items := games(t, 3)
	report := proved(t, items, NewResults(nil), config())
	for _, game := range report.Games {
		last := len(game.Endings) - 1
		if from := game.ProvenFrom(); from != last-6 {
			t.Errorf("game %d is proven from %d of %d on, want %d", game.Number, from, last, last-6)
		}
		end := &game.Endings[last]
		if margin, known := end.Margin(); !known || margin != end.Position.Margin(end.Position.Side()) {
			t.Errorf("game %d: the last margin is %d, %t", game.Number, margin, known)
		}
		// No move does better than the proven bound.
		for i := last - 6; i < last; i++ {
			before, after := &game.Endings[i], &game.Endings[i+1]
			if before.Position.Side() != after.Position.Side() && before.Low < -after.High {
				t.Errorf("game %d: %d before move %d, which gives %d", game.Number, before.Low, i, -after.High)
			}
		}
	}
	if report.Open != 0 || report.New != 21 || report.Examined != 21 {
		t.Errorf("%d left open, %d new, %d examined, want 0, 21 and 21", report.Open, report.New, report.Examined)
	}
}

func TestVerdictsAgreeWithMargins(t *testing.T) {
	items := games(t, 4)
	exact := proved(t, items, NewResults(nil), config())
	c := config()
	c.VerdictOnly = true
	verdicts := proved(t, items, NewResults(nil), c)
	for g, game := range exact.Games {
		for i := range game.Endings {
			want, known := game.Endings[i].Verdict()
			if got, found := verdicts.Games[g].Endings[i].Verdict(); got != want || found != known {
				t.Errorf("game %d after %d: %s, %t, want %s, %t", g+1, i, got, found, want, known)
			}
		}
	}
}

func TestResultsDoNotDependOnConcurrency(t *testing.T) {
	items := games(t, 4)
	one := proved(t, items, NewResults(nil), config())
	c := config()
	for _, c.Concurrency = range []int{-1, 0, 3} {
		if other := proved(t, items, NewResults(nil), c); margins(other) != margins(one) {
			t.Errorf("with %d at a time:\n%s\nwith one:\n%s", c.Concurrency, margins(other), margins(one))
		}
	}
}

// open opens a file of results and closes it with the test.
func open(t testing.TB, path string) (*Results, io.Closer) {
	t.Helper()
	results, file, err := OpenResults(path, engine.Rules{})
	enginetest.Must(t, err)
	t.Cleanup(func() { file.Close() })
	return results, file
}

// TestAFileIsContinuedWhereverItWasCutOff stands for kill -9 and power failures.
func TestAFileIsContinuedWhereverItWasCutOff(t *testing.T) {
	items := games(t, 2)
	path := filepath.Join(t.TempDir(), "proven.txt")
	results, file := open(t, path)
	whole := proved(t, items, results, config())
	file.Close()
	text := benchtest.Read(t, path)
	lines := strings.Count(text, "\n") - 1
	if lines != whole.New {
		t.Fatalf("%d results are written, want %d", lines, whole.New)
	}
	for _, length := range []int{0, 10, len(Heading(engine.Rules{})), 300, 1000, len(text) - 1, len(text)} {
		benchtest.Write(t, path, text[:length])
		had := max(0, strings.Count(text[:length], "\n")-1) // whole lines without the heading
		results, file := open(t, path)
		report := proved(t, items, results, config())
		file.Close()
		if margins(report) != margins(whole) {
			t.Errorf("cut off at %d: %s, want %s", length, margins(report), margins(whole))
		}
		if report.New != lines-had {
			t.Errorf("cut off at %d: %d results of %d, and %d new ones", length, had, lines, report.New)
		}
		if again := benchtest.Read(t, path); strings.Count(again, "\n") != lines+1 {
			t.Errorf("cut off at %d: the file has become\n%s", length, again)
		}
	}
}

func TestOnlyLargerLimitsTryAgain(t *testing.T) {
	items := games(t, 1)
	c := config()
	c.Limits.Nodes, c.MaxPlies = 1, 3
	results := NewResults(nil)
	if report := proved(t, items, results, c); report.New == 0 || report.Open == 0 {
		t.Fatalf("%d new, %d open after a node each", report.New, report.Open)
	}
	if report := proved(t, items, results, c); report.New != 0 {
		t.Errorf("the same limits try %d positions again", report.New)
	}
	c.Limits = Limits{Nodes: 30_000, Time: time.Minute}
	if report := proved(t, items, results, c); report.New == 0 || report.Open != 0 {
		t.Errorf("larger limits: %d new, %d open", report.New, report.Open)
	}
}

func TestPositionsKeepTheirOperations(t *testing.T) {
	entry := benchtest.Entry(t, late+` id "late 1"; fm 7; c0 "a riddle";`)
	var out bytes.Buffer
	report := proved(t, []record.Item{{Entry: entry}}, NewResults(&out), config())
	if text := out.String(); !strings.HasPrefix(text, late+` id "late 1"; c0 "a riddle"; fm -4; pv `) {
		t.Errorf("written: %s", text)
	}
	if want := []string{"line 1: fm 7 is stated, but fm -4 is proven"}; !slices.Equal(report.Contradictions, want) {
		t.Errorf("contradictions %q, want %q", report.Contradictions, want)
	}
}

func TestOtherFilesStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "letter.txt")
	for _, text := range []string{"Dear all,\n", late + "\n", Heading(engine.Rules{Set: engine.Mattel}) + "\n"} {
		benchtest.Write(t, path, text)
		if _, _, err := OpenResults(path, engine.Rules{}); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%q: error %v, want one that names the file", text, err)
		}
		if left := benchtest.Read(t, path); left != text {
			t.Errorf("%q has become %q", text, left)
		}
	}
}

func TestContradictoryResultsAreAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "proven.txt")
	text := Heading(engine.Rules{}) + "\n" + late + " fm -4;\n" + late + " fm 4;\n"
	benchtest.Write(t, path, text)
	if _, _, err := OpenResults(path, engine.Rules{}); err == nil || !strings.Contains(err.Error(), "contradict each other") {
		t.Errorf("error %v", err)
	}
}

// resume runs with an entry after a file of results that states the operations of its
// position, and returns the lines added to the file.
func resume(t *testing.T, position, operations string) (report *Report, added string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "proven.txt")
	text := Heading(engine.Rules{}) + "\n" + position + " " + operations + "\n"
	benchtest.Write(t, path, text)
	results, _ := open(t, path)
	entry := benchtest.Entry(t, position)
	report, failed := Run(t.Context(), []record.Item{{Entry: entry}, {Entry: entry}}, results, config(), func(int) {})
	return report, strings.TrimPrefix(benchtest.Read(t, path), text), failed
}

func TestFalseResultsOfLittleEffortAreFound(t *testing.T) {
	for operations, claim := range map[string]string{
		"fm 4; acn 14;":              "fm 4",
		"fm -3; pv STeD6; acn 14;":   "fm -3",
		"fm 0; acn 20000; acs 0.05;": "fm 0",
		"verdict draw;":              "fm 0",
	} {
		want := late + ": " + claim + " is stated in the results, but fm -4 is proven: remove its line"
		if _, added, err := resume(t, late, operations); err == nil || err.Error() != want || added != "" {
			t.Errorf("%s: error %v, want %s; added %q", operations, err, want, added)
		}
	}
	if _, _, err := resume(t, late, "verdict win; acn 2;"); err == nil || !strings.Contains(err.Error(), "verdict win is stated in the results, but") {
		t.Errorf("a false win: %v", err)
	}
}

func TestOtherResultsAreKept(t *testing.T) {
	const start = "10/10/10/10/10/10/10/10/10/10 l C 0"
	for line, want := range map[string]int{
		late + "|fm -4; acn 14; acs 0.001;":   -4, // proven again
		late + "|fm -4;":                      -4,
		late + "|fm 4; acn 20001; acs 0.050;": 4, // too long to be proven again
		start + "|fm 4; acn 1;":               4, // cannot be
	} {
		position, operations, _ := strings.Cut(line, "|")
		report, added, err := resume(t, position, operations)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if margin, known := report.Positions[0].Margin(); margin != want || !known {
			t.Errorf("%s: the margin is %d, %t", line, margin, known)
		}
		if report.New != 0 || added != "" {
			t.Errorf("%s: %d new results, %q is added", line, report.New, added)
		}
	}
}

func TestRunEndsWithItsContextAndWithAFailedWrite(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, games(t, 2), NewResults(nil), config(), func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	full := errors.New("no space left")
	if _, err := Run(t.Context(), games(t, 2), NewResults(failing{full}), config(), func(int) {}); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
