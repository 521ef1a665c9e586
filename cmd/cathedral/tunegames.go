package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/tune"
)

// tuneGamesOptions are the options of `cathedral tune games`.
type tuneGamesOptions struct {
	gamesRun
	recipe tune.Recipe
}

// newTuneGamesCommand returns the command that plays games to learn from. Tests
// replace the work by runF.
func newTuneGamesCommand(f *factory, runF func(context.Context, *tuneGamesOptions) error) *cobra.Command {
	options := &tuneGamesOptions{gamesRun: gamesRun{out: f.out, newProgress: f.newProgress}}
	if runF == nil {
		runF = runTuneGames
	}
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "games FILE",
		Short: "Play games of the engine against itself",
		Long: `Play games of the engine against itself and append their records to FILE.

The first 1 to 5 plies are random, with a preference for large buildings, and so
is an occasional later move. Random moves have no comment; the engine's moves have
its score. A game ends when the engine has proven its final score.

All random choices depend only on the seed and the game's number, and the engine
searches a fixed number of nodes per move, so the same command gives the same file.
If it is interrupted, the same command continues it.

With --listen or --nats the games are played by "cathedral worker" on any number of
machines, which give the same file; bench/match/MACHINES.md describes it.`,
		Example: `  cathedral tune games games.txt
  cathedral tune games --games 20000 --nodes 10000 --seed 7 --threads 2 more.txt
  cathedral tune games --games 20000 --listen 127.0.0.1:4222 more.txt`,
		Args: oneFile("the games"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if options.recipe.Noise < 0 {
				return usageErrorf("--noise %d: want 0 or more", options.recipe.Noise)
			}
			if err := options.check(options.recipe.Nodes); err != nil {
				return err
			}
			options.recipe.Rules, options.file = rules.rules, arguments[0]
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Uint64Var(&options.recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().Uint64Var(&options.recipe.Nodes, "nodes", 2500, "search `N` nodes per move")
	cmd.Flags().IntVar(&options.recipe.Noise, "noise", 25, "play one random move in every `N` after the opening; 0: none")
	rules.addTo(cmd)
	options.addTo(cmd, 3000)
	return cmd
}

func runTuneGames(ctx context.Context, options *tuneGamesOptions) error {
	recipe := &options.recipe
	noise := "no random moves after the opening"
	if recipe.Noise > 0 {
		noise = fmt.Sprintf("one random move in every %d", recipe.Noise)
	}
	fmt.Fprintf(options.out, "%d games of %s rules, seed %d, %d nodes per move, %s\n",
		options.games, recipe.Rules.Set, recipe.Seed, recipe.Nodes, noise)
	before, now, err := options.play(ctx, func(workers jobs.Workers, report func(done int)) error {
		return tune.Generate(ctx, options.file, *recipe, options.games, workers, report)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "%s: %d games, %d of them new\nNext: cathedral tune evaluation %[1]s\n", options.file, now, now-before)
	return err
}
