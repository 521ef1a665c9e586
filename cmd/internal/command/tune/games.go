package tune

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/farm"
	"cathedral/bench/selfplay"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
)

// gamesOptions are the options of `cathedral tune games`.
type gamesOptions struct {
	command.GamesRun
	recipe selfplay.Recipe
}

// newGamesCommand returns the command that plays games to learn from.
func newGamesCommand(f *command.Factory) *cobra.Command {
	o := &gamesOptions{command.GamesRun{Factory: f}, selfplay.Training()}
	cmd := &cobra.Command{
		Use:   "games FILE",
		Short: "Play games of the engine against itself",
		Long: `Play games of the engine against itself and append their records to FILE.

The first 1 to 5 plies are random, with a preference for large buildings, and so
is an occasional later move. Random moves have no comment; the engine's moves have
its score. Beside some of them another move is tried: the record has it as a
variation, with the score of the reply. When the engine has proven the final score,
it plays the line that it has proven, without comments.

All random choices depend only on the seed and the game's number, and the engine
searches a fixed number of nodes per move, so the same command gives the same file.
If it is interrupted, run it again to continue.

With --listen or --nats, "cathedral worker" plays the games on any number of machines;
the file is the same. bench/match/MACHINES.md describes the setup.`,
		Example: `  cathedral tune games games.txt
  cathedral tune games --games 20000 --nodes 10000 --seed 7 --concurrency 2 more.txt
  cathedral tune games --games 20000 --listen 127.0.0.1:4222 more.txt`,
	}
	recipe := &o.recipe
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", recipe.Nodes, "search `N` nodes per move")
	cmd.Flags().Uint64Var(&recipe.Late, "late", recipe.Late, "search `N` nodes per move from ply 12 on; 0: as before")
	cmd.Flags().IntVar(&recipe.Noise, "noise", recipe.Noise, "play one random move in every `N` after the opening; 0: none")
	cmd.Flags().IntVar(&recipe.Asides, "asides", recipe.Asides, "try another move beside `N` in a hundred moves")
	command.Declare(cmd, command.AtLeast(0, "noise"), command.Between(0, 100, "asides"))
	command.AddRules(cmd, &recipe.Rules)
	o.AddTo(cmd, 3000, o.run)
	return cmd
}

func (o *gamesOptions) run(ctx context.Context) error {
	recipe := &o.recipe
	noise := "no random moves after the opening"
	if recipe.Noise > 0 {
		noise = fmt.Sprintf("one random move in every %d", recipe.Noise)
	}
	fmt.Fprintf(o.Out, "%s of %s rules, seed %d, %s per move, %s\n",
		wording.Count(o.Games, "game"), recipe.Rules.Set, recipe.Seed, wording.Count(int(recipe.Nodes), "node"), noise)
	before, now, err := o.Play(ctx, func(workers farm.Workers, report func(done int)) error {
		return selfplay.Append(ctx, o.File, *recipe, o.Games, workers, report)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "%s: %s, %d of them new\nNext: cathedral tune evaluation %[1]s\n", o.File, wording.Count(now, "game"), now-before)
	return err
}
