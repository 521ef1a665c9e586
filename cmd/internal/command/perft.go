package command

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"cathedral/engine"
)

// perftOptions are the options of `cathedral perft`.
type perftOptions struct {
	*Factory
	position engine.Position
	depth    int
	threads  int
	divide   bool
}

// NewPerft returns the command that counts the ways to continue a game. It prints to f.
func NewPerft(f *Factory) *cobra.Command {
	o := &perftOptions{Factory: f}
	var rules engine.Rules
	var text string
	cmd := &cobra.Command{
		Use:   "perft DEPTH",
		Short: "Count the ways to play DEPTH plies",
		Long: `Count the ways to play DEPTH plies from a position.

Every ply except the last is played, without a table and without symmetry, so that the
count checks the rules and the time measures their speed.`,
		Example: `  cathedral perft 3
  cathedral perft 2 --divide --rules mattel
  cathedral perft 1 --fen "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1"`,
		Args: One("the number of plies (quote a position text)"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			depth, err := strconv.Atoi(arguments[0])
			if err != nil || depth < 1 || depth > engine.MaxPly {
				return UsageErrorf("DEPTH %q: want a whole number from 1 to %d", arguments[0], engine.MaxPly)
			}
			o.depth = depth
			o.position = engine.Start(rules)
			if text != "" && text != "startpos" {
				if o.position, err = engine.ParsePosition(text, rules); err != nil {
					return UsageErrorf("--fen: %w", err)
				}
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&text, "fen", "", "`text` of the position to count from (default the start)")
	cmd.Flags().IntVar(&o.threads, "threads", runtime.NumCPU(), "number of threads")
	cmd.Flags().BoolVar(&o.divide, "divide", false, "print the count for each first move")
	Declare(cmd, Between(1, MostThreads, "threads"))
	AddRules(cmd, &rules)
	return cmd
}

func (o *perftOptions) run(ctx context.Context) error {
	var report func(engine.Move, uint64)
	if o.divide {
		report = func(m engine.Move, count uint64) { fmt.Fprintf(o.Out, "%s: %d\n", m, count) }
	}
	begin := time.Now()
	nodes, err := engine.Perft(ctx, &o.position, o.depth, o.threads, report)
	if err != nil {
		return err
	}
	elapsed := time.Since(begin)
	if o.divide {
		fmt.Fprintln(o.Out)
	}
	_, err = fmt.Fprintf(o.Out, "Total time (ms): %d\nNodes searched: %d\nNodes/second: %.0f\n",
		elapsed.Milliseconds(), nodes, float64(nodes)/max(elapsed, time.Microsecond).Seconds())
	return err
}
