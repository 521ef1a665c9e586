package study

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/farm"
	"cathedral/bench/selfplay"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
)

// gamesOptions are the options of `cathedral study games`.
type gamesOptions struct {
	command.GamesRun
	recipe selfplay.Recipe
}

// newGamesCommand returns the command that plays the games of a study.
func newGamesCommand(f *command.Factory) *cobra.Command {
	o := &gamesOptions{command.GamesRun{Factory: f}, selfplay.FromPlacements()}
	cmd := &cobra.Command{
		Use:   "games FILE",
		Short: "Play games of the engine against itself from every placement of the Cathedral",
		Long: `Play games of the engine against itself, from each of the 56 placements of the
Cathedral in turn, and append their records to FILE.

Each side's first two moves after the placement are picked at random from the best
six, the better ones more often, so that the games differ. All other moves are the
engine's best with a fixed number of nodes. If the command is interrupted, run it again
to continue. With --listen or --nats, "cathedral worker" plays the games.`,
		Example: `  cathedral study games games.txt
  cathedral study games --rules woods --games 560 --concurrency 2 woods.txt`,
	}
	cmd.Flags().Uint64Var(&o.recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().Uint64Var(&o.recipe.Nodes, "nodes", 100000, "search `N` nodes for each move")
	command.AddRules(cmd, &o.recipe.Rules)
	command.AddFair(cmd, &o.recipe.Fair, "play")
	cmd.Flags().IntVar(&o.recipe.Level, "level", 0, "play at the level with this `Elo`, whose own mistakes make the games differ (default full strength)")
	cmd.Flags().BoolVar(&o.recipe.Swap, "swap", false, "one player places Dark's first building, the other chooses the side")
	o.AddTo(cmd, 2240, o.run)
	return cmd
}

func (o *gamesOptions) run(ctx context.Context) error {
	_, _, err := o.Play(ctx, func(workers farm.Workers, report func(done int)) error {
		return selfplay.Append(ctx, o.File, o.recipe, o.Games, workers, report)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "%s: %s\n", o.File, wording.Count(o.Games, "game"))
	return err
}
