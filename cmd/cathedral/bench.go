package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"cathedral/bench"
	"cathedral/search"
)

// benchOptions say what `cathedral bench` is to search.
type benchOptions struct {
	out    io.Writer
	config bench.Config
}

// newBenchCommand returns the command that searches a fixed set of positions. The
// protocol has the same command. runF takes the place of the work in tests.
func newBenchCommand(f *factory, runF func(context.Context, *benchOptions) error) *cobra.Command {
	options := &benchOptions{out: f.out, config: bench.DefaultConfig()}
	if runF == nil {
		runF = runBench
	}
	var nodes uint64
	var depth int
	var file string
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Search a fixed set of positions: how fast, and is it the same search?",
		Long: `Search a fixed set of positions, each to the same number of nodes or plies.

The last line is a signature of all that the search found. With one thread it is
the same on every machine: a change to the program that leaves it as it was has
not changed how the engine plays.`,
		Example: `  cathedral bench
  cathedral bench --depth 3
  cathedral bench --nodes 1000000 --threads 2 --hash 256
  cathedral bench --positions my.txt --nodes 100000`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			flags, config := cmd.Flags(), &options.config
			switch {
			case flags.Changed("nodes") && nodes < 1:
				return usageErrorf("--nodes %d: want 1 or more", nodes)
			case flags.Changed("depth") && depth < 1:
				return usageErrorf("--depth %d: want 1 or more", depth)
			case config.Threads < 1 || config.Threads > mostThreads:
				return usageErrorf("--threads %d: want a number from 1 to %d", config.Threads, mostThreads)
			case config.HashMiB < 1:
				return usageErrorf("--hash %d: want 1 or more", config.HashMiB)
			}
			if file == "" && (flags.Changed("rules") || flags.Changed("optional-capture")) {
				return usageErrorf("--rules and --optional-capture are for --positions: the fixed set is classic")
			}
			if flags.Changed("depth") {
				config.Limits = search.Limits{Depth: depth}
			}
			if flags.Changed("nodes") {
				config.Limits.Nodes = nodes
			}
			if file != "" {
				if err := readBenchPositions(config, file, rules); err != nil {
					return err
				}
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Uint64Var(&nodes, "nodes", bench.DefaultNodes, "search so many nodes of each position")
	cmd.Flags().IntVar(&depth, "depth", 0, "search so many plies of each position (default no limit)")
	cmd.Flags().IntVar(&options.config.Threads, "threads", options.config.Threads, "how many threads search")
	cmd.Flags().IntVar(&options.config.HashMiB, "hash", options.config.HashMiB, "the size of the table in `MiB`")
	cmd.Flags().StringVar(&file, "positions", "", "a position `file` (default the fixed set)")
	rules.addTo(cmd)
	return cmd
}

func readBenchPositions(config *bench.Config, name string, rules rulesFlags) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if config.Positions, err = bench.ReadPositions(file, rules.rules); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func runBench(ctx context.Context, options *benchOptions) error {
	fmt.Fprintf(options.out, "%-24s %-9s %8s %6s %10s %8s\n", "position", "move", "score", "depth", "nodes", "ms")
	summary, err := bench.Run(ctx, options.config, func(r bench.Result) {
		fmt.Fprintf(options.out, "%-24s %-9s %8s %6d %10d %8d\n",
			r.Name, r.Best, scoreText(r.Info.Score), r.Info.Depth, r.Info.Nodes, r.Info.Time.Milliseconds())
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "\nTotal time (ms): %d\nNodes searched: %d\nNodes/second: %d\nSignature: %016x\n",
		summary.Time.Milliseconds(), summary.Nodes, summary.NodesPerSecond(), summary.Signature)
	return err
}

// scoreText returns a score in squares; a proven one has an equals sign.
func scoreText(score search.Score) string {
	if score.Final {
		return fmt.Sprintf("=%+d", score.Squares())
	}
	return fmt.Sprintf("%+.2f", float64(score.Centi)/100)
}

// serverBench is bench as a command of the protocol, with the same flags.
func serverBench(ctx context.Context, arguments []string, out io.Writer) error {
	cmd := newBenchCommand(&factory{out: out, err: out}, nil)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(append([]string{}, arguments...)) // nil would stand for the program's own
	cmd.SetOut(out)
	cmd.SetErr(out)
	return cmd.ExecuteContext(ctx)
}
