package study

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/machines"
)

// gamesOptions are the options of `cathedral study games`.
type gamesOptions struct {
	gamesRun
	recipe study.EqualGames
}

// gamesRun is what the commands of a study that play games have in common.
type gamesRun struct {
	*command.Factory
	games    int
	threads  int
	machines machines.Flags
	file     string
}

// newGamesCommand returns the command that plays the games of a study.
func newGamesCommand(f *command.Factory) *cobra.Command {
	o := &gamesOptions{gamesRun: gamesRun{Factory: f}}
	cmd := &cobra.Command{
		Use:   "games FILE",
		Short: "Play games of the engine against itself from every placement of the Cathedral",
		Long: `Play games of the engine against itself, from each of the 56 placements of the
Cathedral in turn, and append their records to FILE.

Each side's first two moves after the placement are drawn among the best six, the
better ones more often, so that the games differ. All other moves are the engine's
best with a fixed number of nodes. If the command is interrupted, the same command
continues it. With --listen or --nats the games are played by "cathedral worker".`,
		Example: `  cathedral study games games.txt
  cathedral study games --rules woods --games 560 --threads 2 woods.txt`,
		Args: command.One("the name of one file for the games"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.file = arguments[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().Uint64Var(&o.recipe.Seed, "seed", 1, "seed of all draws")
	cmd.Flags().Uint64Var(&o.recipe.Nodes, "nodes", 100000, "search `N` nodes for each move")
	command.AddRules(cmd, &o.recipe.Rules)
	o.addTo(cmd, 2240)
	return cmd
}

// addTo adds the flags to a command, which has --nodes for each move already.
func (r *gamesRun) addTo(cmd *cobra.Command, games int) {
	cmd.Flags().IntVar(&r.games, "games", games, "play until the file has `N` games")
	cmd.Flags().IntVar(&r.threads, "threads", 1, "number of games to play at a time")
	command.Declare(cmd, command.AtLeast(1, "games", "nodes"), command.Between(1, command.MostThreads, "threads"))
	r.machines.AddTo(cmd)
}

// play has the games played by workers, here or on other machines, and shows the progress.
func (r *gamesRun) play(ctx context.Context, work jobs.Work, play func(study.Workers, func(done int)) error) error {
	carrier, build, closeAll, err := r.machines.CarrierOfBuild(ctx, r.file, r.Out, jobs.Local{Work: work, Workers: r.threads})
	if err != nil {
		return err
	}
	defer closeAll()
	shown := r.NewProgress("games", r.games)
	err = play(study.Workers{Carrier: carrier, Build: build}, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(r.Out, "%s: %d games\n", r.file, r.games)
	return err
}

func (o *gamesOptions) run(ctx context.Context) error {
	return o.play(ctx, study.PlayJob(), func(workers study.Workers, report func(done int)) error {
		return study.PlayGames(ctx, o.file, o.recipe, o.games, workers, report)
	})
}
