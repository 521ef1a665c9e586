package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench"
	"cathedral/bench/proofs"
	"cathedral/cmd/internal/build"
	benchcommand "cathedral/cmd/internal/command/bench"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// figuresFile makes TestFigures measure and write the ledger:
//
//	go test ./cmd/cathedral -run Figures -figures ../../bench/RESULTS.md -timeout 30m
var figuresFile = flag.String("figures", "", "the Markdown file that TestFigures writes the table of figures into")

// The table of figures stands between these lines of the file.
const (
	figuresBegin = "<!-- figures: go test ./cmd/cathedral -run Figures -figures ../../bench/RESULTS.md -timeout 30m -->\n"
	figuresEnd   = "<!-- end of figures -->\n"
)

// figure is a row of the table: what was measured, by which command, and the result.
type figure struct{ what, command, result string }

// TestFigures measures everything that the ledger of figures holds, which takes some
// minutes, and writes the table into the file of -figures.
func TestFigures(t *testing.T) {
	if *figuresFile == "" {
		t.Skip("-figures names no file")
	}
	ctx := t.Context()
	commit, err := build.Output(ctx, "", "git", "describe", "--always", "--dirty", "--abbrev=10")
	enginetest.Must(t, err)
	var table strings.Builder
	fmt.Fprintf(&table, "%s, commit %s, %s, %s.\n\n| what | command | figure |\n|---|---|---|\n",
		time.Now().UTC().Format(time.DateOnly), commit, runtime.Version(), machine())
	for _, measure := range []func(context.Context, *testing.T) ([]figure, error){
		searchFigures, rulesFigures, suiteFigures, proofFigures,
	} {
		figures, err := measure(ctx, t)
		enginetest.Must(t, err)
		for _, f := range figures {
			fmt.Fprintf(&table, "| %s | `%s` | %s |\n", f.what, f.command, f.result)
		}
	}
	text, err := os.ReadFile(*figuresFile)
	enginetest.Must(t, err)
	if text, err = replaceFigures(text, table.String()); err != nil {
		t.Fatalf("%s: %v", *figuresFile, err)
	}
	enginetest.Must(t, os.WriteFile(*figuresFile, text, 0o644))
}

// replaceFigures returns text with table between the lines that mark its place.
func replaceFigures(text []byte, table string) ([]byte, error) {
	before, rest, begins := bytes.Cut(text, []byte(figuresBegin))
	_, after, ends := bytes.Cut(rest, []byte(figuresEnd))
	if !begins || !ends {
		return nil, fmt.Errorf("want the lines %q and %q around the table", strings.TrimSpace(figuresBegin), strings.TrimSpace(figuresEnd))
	}
	return slices.Concat(before, []byte(figuresBegin), []byte(table), []byte(figuresEnd), after), nil
}

// machine describes the computer.
func machine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%d processors (%s)", runtime.NumCPU(), model)
}

func searchFigures(ctx context.Context, _ *testing.T) ([]figure, error) {
	summary, err := bench.Run(ctx, bench.DefaultConfig(), func(bench.Result) {})
	if err != nil {
		return nil, err
	}
	config := bench.DefaultConfig()
	config.Limits = search.Limits{Depth: bench.DefaultScalingDepth}
	scales, err := bench.Scaling(ctx, config, []int{1, 2}, func(int) {})
	if err != nil {
		return nil, err
	}
	return []figure{
		{"search, one thread", "cathedral bench", fmt.Sprintf("%d nodes a second", summary.NodesPerSecond())},
		{"search, two threads against one", "cathedral bench --scaling", fmt.Sprintf("%.2f times the nodes a second, depth %d %.2f times sooner", scales[1].Speed, bench.DefaultScalingDepth, scales[1].Faster)},
	}, nil
}

func rulesFigures(ctx context.Context, _ *testing.T) ([]figure, error) {
	position := engine.Start(engine.Rules{})
	begin := time.Now()
	count, err := engine.Perft(ctx, &position, 3, 1, nil)
	return []figure{{"count all games of 3 plies, one thread", "cathedral perft 3 --threads 1",
		fmt.Sprintf("%d in %.3f s", count, time.Since(begin).Seconds())}}, err
}

func suiteFigures(ctx context.Context, _ *testing.T) ([]figure, error) {
	questions, err := proofs.Questions()
	if err != nil {
		return nil, err
	}
	var answers []proofs.Answer
	config := proofs.SuiteConfig{
		Limits: search.Limits{Nodes: benchcommand.SuiteNodes}, Threads: 1, HashMiB: bench.DefaultHashMiB, Techniques: search.DefaultOptions().Techniques,
	}
	if err := proofs.Ask(ctx, questions, config, func(a proofs.Answer) { answers = append(answers, a) }); err != nil {
		return nil, err
	}
	rows := proofs.SuiteTable(answers)
	all := rows[len(rows)-1]
	return []figure{{"questions with known answers", "cathedral bench --suite", fmt.Sprintf("%d of %d with %d nodes", all.Solved, all.Questions, benchcommand.SuiteNodes)}}, nil
}

// proofFigures measures how early games are solved: positions at plies 18 down to 12,
// each for 20 s at most with two threads.
func proofFigures(ctx context.Context, t *testing.T) ([]figure, error) {
	entries, err := bench.ReadPositions(strings.NewReader(enginetest.Text(t, "solve.txt")), engine.Rules{})
	if err != nil {
		return nil, err
	}
	searcher, err := search.New(256)
	if err != nil {
		return nil, err
	}
	options := search.DefaultOptions()
	options.Threads = 2
	var figures []figure
	for _, ply := range []int{18, 16, 14, 12} {
		var times []time.Duration
		solved := 0
		for i := range entries {
			p := &entries[i].Position
			if p.Ply() != ply {
				continue
			}
			searcher.Clear()
			begin := time.Now()
			found := searcher.Search(ctx, p, search.Limits{Solve: true, MoveTime: 20 * time.Second}, options, nil)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			times = append(times, time.Since(begin))
			if found.Info.Score.Final {
				solved++
			}
		}
		if len(times) == 0 {
			return nil, errors.New("solve.txt lacks positions of a ply")
		}
		slices.Sort(times)
		figures = append(figures, figure{
			fmt.Sprintf("exact margin at ply %d, two threads", ply), "go solve movetime 20000",
			fmt.Sprintf("%d of %d, median %.3f s, longest %.2f s", solved, len(times), times[len(times)/2].Seconds(), times[len(times)-1].Seconds()),
		})
	}
	return figures, nil
}

func TestFiguresReplaceTheTableAndNothingElse(t *testing.T) {
	const text = "before\n" + figuresBegin + "old\n" + figuresEnd + "after\n"
	got, err := replaceFigures([]byte(text), "new\n")
	if want := "before\n" + figuresBegin + "new\n" + figuresEnd + "after\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, text := range []string{"", figuresBegin, figuresEnd + figuresBegin} {
		if _, err := replaceFigures([]byte(text), "new\n"); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
