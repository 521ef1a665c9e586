package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/match/opening"
	"cathedral/engine"
	"cathedral/search/book"
)

// openingsOptions are the options of `cathedral openings`.
type openingsOptions struct {
	out     io.Writer
	recipe  opening.Recipe
	threads int
	kind    string // one of openingKinds
	builtIn bool   // write the built-in set instead of making openings
	book    string // the file of a book with the candidates, "": random ones
	rules   engine.Rules
}

// bookBuildings is the number of buildings in openings of a book: good moves keep the lead
// of the first building for longer than one ply.
const bookBuildings = 4

// openingKinds returns the texts in which openings can be written.
func openingKinds() []string { return []string{"moves", "positions"} }

// newOpeningsCommand returns the command that makes openings for matches. Tests
// replace the work by runF.
func newOpeningsCommand(f *factory, runF func(context.Context, *openingsOptions) error) *cobra.Command {
	options := &openingsOptions{out: f.out}
	if runF == nil {
		runF = runOpenings
	}
	recipe := &options.recipe
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make balanced openings for matches",
		Long: `Make openings for matches: the Cathedral and some buildings, at random. For each
opening, several candidates are tried, those with the most even scores first. The
first candidate is chosen from which the engine's games against itself are even too:
neither side has more than two thirds of the points or is more than two squares
ahead on average. Each line ends in the score, the wins, draws and losses, and the
mean margin of these games, all for the side to move. This takes its time: 300
openings, as by default, take about half an hour.

By default, one building is placed. Then an even opening is one in which Dark has
lost the lead that the first building gives, and the rest of the game decides.

With --book the candidates come from a book, as "cathedral book make" makes it: the
positions after its moves whose value is within its error of even, with up to
--buildings buildings, 4 by default. When they are used up, the command ends with an
error.

The built-in set (bench/evenopenings/evenopenings.txt) was made with this command;
--built-in writes it at once. With --as positions each line is a position text and
nothing else, as other match runners want it.`,
		Example: `  cathedral openings --count 300 --seed 3 --threads 2 > openings.txt
  cathedral openings --book my.book --count 500 > openings.txt
  cathedral openings --built-in --as positions > openings.epd`,
		Args: noArguments,
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
			case options.book != "" && cmd.Flags().Changed("squares"):
				return usageErrorf("--squares is for random candidates: those of a book have buildings of any size")
			case !slices.Contains(openingKinds(), options.kind):
				return usageErrorf("--as %q: want one of %s", options.kind, strings.Join(openingKinds(), ", "))
			case options.builtIn && slices.ContainsFunc(recipeFlags(), cmd.Flags().Changed):
				return usageErrorf("--built-in writes the set as it is: only --as, --rules and --optional-capture go with it")
			case !options.builtIn && rules.rules != engine.Rules{}:
				return usageErrorf("--rules and --optional-capture are for --built-in: openings are made for classic rules")
			}
			options.rules = rules.rules
			if options.book != "" && !cmd.Flags().Changed("buildings") {
				recipe.Buildings = bookBuildings
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().IntVar(&recipe.Count, "count", 300, "number of openings; 300 take about half an hour")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().IntVar(&recipe.Candidates, "candidates", 24, "number of candidates for each opening")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 8000, "number of nodes to search for the score of a candidate")
	cmd.Flags().IntVar(&recipe.Games, "games", 12, "number of games to play from a candidate; 0: only the score decides")
	cmd.Flags().Uint64Var(&recipe.GameNodes, "game-nodes", 10_000, "number of nodes per move in the longest of these games; the shortest has half")
	cmd.Flags().IntVar(&options.threads, "threads", 1, "number of openings to make at a time")
	cmd.Flags().IntVar(&recipe.Buildings, "buildings", 1, "number of buildings placed after the Cathedral")
	cmd.Flags().IntVar(&recipe.Squares, "squares", 1, "least size of the buildings, in squares")
	cmd.Flags().StringVar(&options.book, "book", "", "take the candidates from the book in a `file`")
	cmd.Flags().StringVar(&options.kind, "as", "moves", "write `moves` or positions")
	cmd.Flags().BoolVar(&options.builtIn, "built-in", false, "write the built-in set instead of making openings")
	registerCompletion(cmd, "as", openingKinds())
	rules.addTo(cmd)
	return cmd
}

// recipeFlags returns the flags that say how openings are made.
func recipeFlags() []string {
	return []string{"count", "seed", "candidates", "nodes", "games", "game-nodes", "threads", "buildings", "squares", "book"}
}

// text returns an opening as a line of the output.
func (o *openingsOptions) text(opening *opening.Opening) string {
	if o.kind == "positions" {
		position := opening.Position()
		return position.String()
	}
	return opening.String()
}

func runOpenings(ctx context.Context, options *openingsOptions) error {
	if options.builtIn {
		list, err := opening.Default(options.rules)
		for i := range list {
			if err == nil {
				_, err = fmt.Fprintln(options.out, options.text(&list[i]))
			}
		}
		return err
	}
	if options.book != "" {
		var err error
		if options.recipe.Book, err = book.ReadFile(options.book); err != nil {
			return err
		}
	}
	if options.kind == "moves" {
		if err := writeRecipe(options); err != nil {
			return err
		}
	}
	var failed error
	err := opening.Make(ctx, options.recipe, options.threads, func(opening opening.Made) {
		line := options.text(&opening.Opening)
		if options.kind == "moves" {
			line += openingComment(&opening)
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

// writeRecipe writes how the openings are made.
func writeRecipe(options *openingsOptions) error {
	recipe := &options.recipe
	candidates := fmt.Sprintf("--buildings %d --squares %d", recipe.Buildings, recipe.Squares)
	if options.book != "" {
		candidates = fmt.Sprintf("--buildings %d --book %s", recipe.Buildings, options.book)
	}
	_, err := fmt.Fprintf(options.out, "# Made by: cathedral openings --count %d --seed %d --candidates %d --nodes %d --games %d --game-nodes %d %s\n"+
		"# After each opening, for the side to move: score; wins, draws and losses of its games, their mean margin.\n",
		recipe.Count, recipe.Seed, recipe.Candidates, recipe.Nodes, recipe.Games, recipe.GameNodes, candidates)
	return err
}

// openingComment returns the comment on an opening that was made.
func openingComment(opening *opening.Made) string {
	text := fmt.Sprintf(" # %+.2f", float64(opening.Centi)/100)
	if played := opening.Played; played.Games() > 0 {
		text += fmt.Sprintf("; %d-%d-%d %+.1f", played.Wins, played.Draws, played.Losses, float64(played.Margin)/float64(played.Games()))
	}
	return text
}
