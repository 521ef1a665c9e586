package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"cathedral/engine"
)

// mostThreads is the maximum number of threads of a command.
const mostThreads = 256

// perftOptions are the options of `cathedral perft`.
type perftOptions struct {
	out      io.Writer
	position engine.Position
	depth    int
	threads  int
	divide   bool
}

// newPerftCommand returns the command that counts the ways to continue a game.
// Tests replace the work by runF.
func newPerftCommand(f *factory, runF func(context.Context, *perftOptions) error) *cobra.Command {
	options := &perftOptions{out: f.out}
	if runF == nil {
		runF = runPerft
	}
	var rules rulesFlags
	var text string
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the ways to play DEPTH plies",
		Long: `Count the ways to play DEPTH plies from a position.

Every ply except the last is played, without a table and without symmetry. So the
count checks the rules, and the time measures their speed.`,
		Example: `  cathedral perft 3
  cathedral perft 2 --divide --rules mattel
  cathedral perft 1 --fen "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1"`,
		Args: func(_ *cobra.Command, arguments []string) error {
			switch len(arguments) {
			case 0:
				return usageErrorf("DEPTH is missing")
			case 1:
				return nil
			}
			return usageErrorf("unexpected argument %q: want only DEPTH (quote a position text)", arguments[1])
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			depth, err := strconv.Atoi(arguments[0])
			if err != nil || depth < 1 || depth > engine.MaxPly {
				return usageErrorf("DEPTH %q: want a whole number from 1 to %d", arguments[0], engine.MaxPly)
			}
			options.depth = depth
			if options.threads < 1 || options.threads > mostThreads {
				return usageErrorf("--threads %d: want a number from 1 to %d", options.threads, mostThreads)
			}
			options.position = engine.Start(rules.rules)
			if text != "" && text != "startpos" {
				if options.position, err = engine.ParsePosition(text, rules.rules); err != nil {
					return usageErrorf("--fen: %w", err)
				}
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&text, "fen", "", "`text` of the position to count from (default the start)")
	cmd.Flags().IntVar(&options.threads, "threads", runtime.NumCPU(), "number of threads")
	cmd.Flags().BoolVar(&options.divide, "divide", false, "print the count for each first move")
	rules.addTo(cmd)
	return cmd
}

func runPerft(ctx context.Context, options *perftOptions) error {
	var report func(engine.Move, uint64)
	if options.divide {
		report = func(m engine.Move, count uint64) { fmt.Fprintf(options.out, "%s: %d\n", m, count) }
	}
	begin := time.Now()
	nodes, err := engine.Perft(ctx, &options.position, options.depth, options.threads, report)
	if err != nil {
		return err
	}
	elapsed := time.Since(begin)
	if options.divide {
		fmt.Fprintln(options.out)
	}
	_, err = fmt.Fprintf(options.out, "Total time (ms): %d\nNodes searched: %d\nNodes/second: %.0f\n",
		elapsed.Milliseconds(), nodes, float64(nodes)/max(elapsed, time.Microsecond).Seconds())
	return err
}
