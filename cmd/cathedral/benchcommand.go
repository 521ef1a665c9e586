package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench"
	"cathedral/bench/suite"
	"cathedral/search"
)

// benchOptions are the options of `cathedral bench`.
type benchOptions struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	run         func(context.Context, *benchOptions) error // runs the selected kind of bench
	config      bench.Config
	questions   []suite.Question // of the suite
	against     string           // a commit
	rounds      int
	paths       bool // with against: compare the hot paths too
	record      bool // record the ratios of the hot paths
	json        bool
}

// newBenchCommand returns the command that measures the search. The engine's
// protocol has the same command. Tests replace the work by runF.
func newBenchCommand(f *factory, runF func(context.Context, *benchOptions) error) *cobra.Command {
	flags := &benchFlags{config: bench.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the search on a fixed set of positions",
		Long: `Search a fixed set of positions, each to the same number of nodes or plies.

The last line is a signature of the moves, scores and nodes of the search. With one
thread it is the same on every machine, and a change to the program that keeps it
has not changed how the engine plays.

--suite asks questions whose best moves or exact margins are known, and reports how
many are solved and how soon. --scaling searches with 1, 2, 4 and more threads.
--paths measures each hot path beside a slow twin and fails if one has fallen below
60 % of its recorded ratio, or allocates. --against builds the engine from an earlier
commit and measures both in turn; with --paths it compares path by path. Both need
the source, git and Go.

--technique repeats an experiment: it sets a number that the search's selectivity
depends on, such as a margin or a depth. A wrong name lists them all.`,
		Example: `  cathedral bench
  cathedral bench --nodes 1000000 --threads 2 --hash 256
  cathedral bench --positions my.txt --movetime 100 --json
  cathedral bench --suite --nodes 20000
  cathedral bench --scaling --depth 8
  cathedral bench --technique ReverseFutility=200 --technique FewestMoves=5
  cathedral bench --paths
  cathedral bench --against HEAD~3 --rounds 10 --paths`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options, err := flags.options(cmd)
			if err != nil {
				return err
			}
			options.out, options.newProgress = f.out, f.newProgress
			if runF != nil {
				return runF(cmd.Context(), options)
			}
			return options.run(cmd.Context(), options)
		},
	}
	flags.addTo(cmd)
	cmd.AddCommand(newBenchFindCommand(f, nil))
	return cmd
}

func runBench(ctx context.Context, options *benchOptions) error {
	var reporter benchReporter = &benchText{options.out}
	if options.json {
		reporter = &benchJSON{out: options.out, config: &options.config}
	}
	reporter.begin()
	summary, err := bench.Run(ctx, options.config, reporter.result)
	if err != nil {
		return err
	}
	return reporter.end(&summary)
}

// benchReporter prints the results of the bench for people or programs.
type benchReporter interface {
	begin()
	result(bench.Result)
	end(*bench.Summary) error
}

// benchText prints a line for each position, and at the end the lines that
// scripts look for.
type benchText struct{ out io.Writer }

func (t *benchText) begin() {
	fmt.Fprintf(t.out, "%-24s %-9s %8s %6s %10s %8s\n", "position", "move", "score", "depth", "nodes", "ms")
}

func (t *benchText) result(r bench.Result) {
	fmt.Fprintf(t.out, "%-24s %-9s %8s %6d %10d %8d\n",
		r.Name, r.Best, scoreText(r.Info.Score), r.Info.Depth, r.Info.Nodes, r.Info.Time.Milliseconds())
}

func (t *benchText) end(summary *bench.Summary) error {
	_, err := fmt.Fprintf(t.out, "\nTotal time (ms): %d\nNodes searched: %d\nNodes/second: %d\nSignature: %016x\n",
		summary.Time.Milliseconds(), summary.Nodes, summary.NodesPerSecond(), summary.Signature)
	return err
}

// scoreText returns a score in squares. A proven score has an equals sign.
func scoreText(score search.Score) string {
	if score.Final {
		return fmt.Sprintf("=%+d", score.Squares())
	}
	return fmt.Sprintf("%+.2f", float64(score.Centi)/100)
}
