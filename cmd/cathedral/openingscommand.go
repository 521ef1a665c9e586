package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
)

// openingsOptions say which openings `cathedral openings` is to make.
type openingsOptions struct {
	out     io.Writer
	recipe  match.OpeningRecipe
	threads int
}

// newOpeningsCommand returns the command that makes openings for matches. runF
// takes the place of the work in tests.
func newOpeningsCommand(f *factory, runF func(context.Context, *openingsOptions) error) *cobra.Command {
	options := &openingsOptions{out: f.out}
	if runF == nil {
		runF = runOpenings
	}
	recipe := &options.recipe
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make balanced openings for matches",
		Long: `Make openings for matches: the Cathedral and some buildings, at random. Of several
candidates for each opening those are tried first whose score is the most even,
and the first one stays from which the engine's games against itself are even as
well: neither side has more than two thirds of the points, nor is more than two
squares ahead on average. Behind each stand its score, the wins, draws and losses
and the mean margin of these games, all for the side to move.

After one building, which is the default, an even opening is one in which Dark has
lost the lead that the first building gives: the rest of the game decides.

The built-in set (bench/match/defaultopenings.txt) was made by this command.`,
		Example: "  cathedral openings --count 300 --seed 3 --threads 2 > openings.txt",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case recipe.Count < 1:
				return usageErrorf("--count %d: want 1 or more", recipe.Count)
			case recipe.Candidates < 1:
				return usageErrorf("--candidates %d: want 1 or more", recipe.Candidates)
			case recipe.Nodes < 1:
				return usageErrorf("--nodes 0: want 1 or more")
			case recipe.Buildings < 1 || recipe.Buildings > 6:
				return usageErrorf("--buildings %d: want a number from 1 to 6", recipe.Buildings)
			case recipe.Squares < 1 || recipe.Squares > 5:
				return usageErrorf("--squares %d: want a number from 1 to 5", recipe.Squares)
			case recipe.Games < 0 || recipe.Games > 100:
				return usageErrorf("--games %d: want a number from 0 to 100", recipe.Games)
			case recipe.GameNodes < 1:
				return usageErrorf("--game-nodes 0: want 1 or more")
			case options.threads < 1 || options.threads > mostThreads:
				return usageErrorf("--threads %d: want a number from 1 to %d", options.threads, mostThreads)
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().IntVar(&recipe.Count, "count", 300, "how many openings")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "decides on all that is random")
	cmd.Flags().IntVar(&recipe.Candidates, "candidates", 24, "how many are tried for each opening")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 8000, "how many nodes are searched for the score of each candidate")
	cmd.Flags().IntVar(&recipe.Games, "games", 12, "how many games are played from a candidate; 0: the score decides")
	cmd.Flags().Uint64Var(&recipe.GameNodes, "game-nodes", 10_000, "how many nodes are searched for each move of the longest of them, the shortest has half")
	cmd.Flags().IntVar(&options.threads, "threads", 1, "how many openings are made at a time")
	cmd.Flags().IntVar(&recipe.Buildings, "buildings", 1, "how many buildings are placed after the Cathedral")
	cmd.Flags().IntVar(&recipe.Squares, "squares", 1, "the least size of the buildings, in squares")
	return cmd
}

func runOpenings(ctx context.Context, options *openingsOptions) error {
	recipe := &options.recipe
	fmt.Fprintf(options.out, "# Made by: cathedral openings --count %d --seed %d --candidates %d --nodes %d --games %d --game-nodes %d --buildings %d --squares %d\n",
		recipe.Count, recipe.Seed, recipe.Candidates, recipe.Nodes, recipe.Games, recipe.GameNodes, recipe.Buildings, recipe.Squares)
	fmt.Fprint(options.out, "# Behind each, for the side to move: score; wins, draws and losses of the games from it, their mean margin.\n")
	var failed error
	err := match.MakeOpenings(ctx, *recipe, options.threads, func(opening match.MadeOpening) {
		line := fmt.Sprintf("%s # %+.2f", opening.String(), float64(opening.Centi)/100)
		if played := opening.Played; played.Games() > 0 {
			line += fmt.Sprintf("; %d-%d-%d %+.1f", played.Wins, played.Draws, played.Losses, float64(played.Margin)/float64(played.Games()))
		}
		if failed == nil {
			_, failed = fmt.Fprintln(options.out, line)
		}
	})
	if err != nil {
		return err
	}
	return failed
}
