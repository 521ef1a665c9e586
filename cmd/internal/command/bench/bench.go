// Package bench is the command that measures the search.
package bench

import (
	"context"

	"github.com/spf13/cobra"

	"cathedral/bench"
	"cathedral/cmd/internal/command"
)

// Command returns the command that measures the search and reports to f. The engine's
// protocol has the same command.
func Command(f *command.Factory) *cobra.Command { return newCommand(f, (*options).run) }

// newCommand returns the command with run as its work, which tests replace.
func newCommand(f *command.Factory, run func(*options, context.Context) error) *cobra.Command {
	o := &options{Factory: f, config: bench.DefaultConfig()}
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
70 % of its recorded ratio, or allocates. --against builds the engine from an earlier
commit and measures both in turn; with --paths it compares path by path, and fails if
one has become a fifth slower. One in twenty costs that have not changed is marked
clear by chance. Both need the source, git and Go.

--count repeats the bench and prints a line for benchstat (golang.org/x/perf) each time,
which compares the files of two builds.

--technique repeats an experiment: it sets a number that the search's selectivity
depends on, such as a margin or a depth. A wrong name lists them all.`,
		Example: `  cathedral bench
  cathedral bench --nodes 1000000 --threads 2 --hash 256
  cathedral bench --positions my.txt --movetime 100 --json
  cathedral bench --suite --nodes 20000
  cathedral bench --scaling --depth 8
  cathedral bench --technique ReverseFutility=200 --technique FewestMoves=5
  cathedral bench --count 10 > old.txt
  cathedral bench --paths
  cathedral bench --against HEAD~3 --rounds 10 --paths`,
		Args: command.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.prepare(cmd); err != nil {
				return err
			}
			return run(o, cmd.Context())
		},
	}
	o.addTo(cmd)
	return cmd
}

// run runs the selected kind of bench.
func (o *options) run(ctx context.Context) error {
	switch {
	case o.suite:
		return o.runSuite(ctx)
	case o.scaling:
		return o.runScaling(ctx)
	case o.against != "":
		return o.runAgainst(ctx)
	case o.paths:
		return o.runPaths(ctx)
	case o.count > 0:
		return o.runCount(ctx)
	}
	return o.runPositions(ctx)
}
