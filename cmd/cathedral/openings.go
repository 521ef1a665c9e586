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
	out    io.Writer
	recipe match.OpeningRecipe
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
candidates for each opening that one stays which the engine finds the most
balanced; its score, for the side to move, stands behind it.

The built-in set (bench/match/openings.txt) was made by this command.`,
		Example: "  cathedral openings --count 300 --seed 1 > openings.txt",
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
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().IntVar(&recipe.Count, "count", 300, "how many openings")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "decides on all that is random")
	cmd.Flags().IntVar(&recipe.Candidates, "candidates", 12, "how many are tried for each opening")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 100_000, "how many nodes are searched for each candidate")
	cmd.Flags().IntVar(&recipe.Buildings, "buildings", 3, "how many buildings are placed after the Cathedral")
	cmd.Flags().IntVar(&recipe.Squares, "squares", 4, "the least size of the buildings, in squares")
	return cmd
}

func runOpenings(ctx context.Context, options *openingsOptions) error {
	recipe := &options.recipe
	fmt.Fprintf(options.out, "# Made by: cathedral openings --count %d --seed %d --candidates %d --nodes %d --buildings %d --squares %d\n",
		recipe.Count, recipe.Seed, recipe.Candidates, recipe.Nodes, recipe.Buildings, recipe.Squares)
	fmt.Fprint(options.out, "# The score behind each is that of the side to move, in squares.\n")
	var failed error
	err := match.MakeOpenings(ctx, *recipe, func(opening match.MadeOpening) {
		if failed == nil {
			_, failed = fmt.Fprintf(options.out, "%s # %+.2f\n", opening.String(), float64(opening.Centi)/100)
		}
	})
	if err != nil {
		return err
	}
	return failed
}
