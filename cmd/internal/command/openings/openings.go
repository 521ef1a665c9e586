// Package openings is the command that makes balanced openings for matches.
package openings

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/search/book"
)

// options are the options of `cathedral openings`.
type options struct {
	*command.Factory
	recipe  match.OpeningRecipe
	threads int
	kind    string // moves or positions
	builtIn bool   // write the built-in set instead of making openings
	book    string // the file of a book with the candidates, "": random ones
	rules   engine.Rules
}

// bookBuildings is the number of buildings in openings of a book: good moves keep the lead
// of the first building for longer than one ply.
const bookBuildings = 4

// Command returns the command that makes openings for matches.
func Command(f *command.Factory) *cobra.Command { return newCommand(f, (*options).run) }

// newCommand returns the command with run as its work, which tests replace.
func newCommand(f *command.Factory, run func(*options, context.Context) error) *cobra.Command {
	o := &options{Factory: f}
	recipe := &o.recipe
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
		Args: command.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.book != "" && !cmd.Flags().Changed("buildings") {
				recipe.Buildings = bookBuildings
			}
			return run(o, cmd.Context())
		},
	}
	cmd.Flags().IntVar(&recipe.Count, "count", 300, "number of openings; 300 take about half an hour")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().IntVar(&recipe.Candidates, "candidates", 24, "number of candidates for each opening")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 8000, "number of nodes to search for the score of a candidate")
	cmd.Flags().IntVar(&recipe.Games, "games", 12, "number of games to play from a candidate; 0: only the score decides")
	cmd.Flags().Uint64Var(&recipe.GameNodes, "game-nodes", 10_000, "number of nodes per move in the longest of these games; the shortest has half")
	cmd.Flags().IntVar(&o.threads, "threads", 1, "number of openings to make at a time")
	cmd.Flags().IntVar(&recipe.Buildings, "buildings", 1, "number of buildings placed after the Cathedral")
	cmd.Flags().IntVar(&recipe.Squares, "squares", 1, "least size of the buildings, in squares")
	cmd.Flags().StringVar(&o.book, "book", "", "take the candidates from the book in a `file`")
	cmd.Flags().StringVar(&o.kind, "as", "moves", "write `moves` or positions")
	cmd.Flags().BoolVar(&o.builtIn, "built-in", false, "write the built-in set instead of making openings")
	command.AddRules(cmd, &o.rules)
	command.Declare(cmd,
		command.AtLeast(1, "count", "candidates", "nodes", "game-nodes"),
		command.Between(1, 6, "buildings"), command.Between(1, 5, "squares"), command.Between(0, 100, "games"),
		command.Between(1, command.MostThreads, "threads"),
		command.NotWith("book", "squares").Because("its openings have buildings of any size"),
		command.OneOf("as", "moves", "positions"),
		command.NotWith("built-in", "count", "seed", "candidates", "nodes", "games", "game-nodes", "threads", "buildings", "squares", "book").
			Because("it writes the set as it is"),
		command.With("built-in", "rules", "optional-capture").Because("openings are made for classic rules"))
	return cmd
}

// text returns an opening as a line of the output.
func (o *options) text(opening *match.Opening) string {
	if o.kind == "positions" {
		position := opening.Position()
		return position.String()
	}
	return opening.String()
}

func (o *options) run(ctx context.Context) error {
	if o.builtIn {
		list, err := match.DefaultOpenings(o.rules)
		for i := range list {
			if err == nil {
				_, err = fmt.Fprintln(o.Out, o.text(&list[i]))
			}
		}
		return err
	}
	if o.book != "" {
		var err error
		if o.recipe.Book, err = book.ReadFile(o.book); err != nil {
			return err
		}
	}
	if o.kind == "moves" {
		if err := writeRecipe(o); err != nil {
			return err
		}
	}
	var failed error
	err := match.MakeOpenings(ctx, o.recipe, o.threads, func(opening match.MadeOpening) {
		line := o.text(&opening.Opening)
		if o.kind == "moves" {
			line += openingComment(&opening)
		}
		if failed == nil {
			_, failed = fmt.Fprintln(o.Out, line)
		}
	})
	if err != nil {
		return err
	}
	return failed
}

// writeRecipe writes how the openings are made.
func writeRecipe(o *options) error {
	recipe := &o.recipe
	candidates := fmt.Sprintf("--buildings %d --squares %d", recipe.Buildings, recipe.Squares)
	if o.book != "" {
		candidates = fmt.Sprintf("--buildings %d --book %s", recipe.Buildings, o.book)
	}
	_, err := fmt.Fprintf(o.Out, "# Made by: cathedral openings --count %d --seed %d --candidates %d --nodes %d --games %d --game-nodes %d %s\n"+
		"# After each opening, for the side to move: score; wins, draws and losses of its games, their mean margin.\n",
		recipe.Count, recipe.Seed, recipe.Candidates, recipe.Nodes, recipe.Games, recipe.GameNodes, candidates)
	return err
}

// openingComment returns the comment on an opening that was made.
func openingComment(opening *match.MadeOpening) string {
	text := fmt.Sprintf(" # %+.2f", float64(opening.Centi)/100)
	if played := opening.Played; played.Games() > 0 {
		text += fmt.Sprintf("; %d-%d-%d %+.1f", played.Wins, played.Draws, played.Losses, float64(played.Margin)/float64(played.Games()))
	}
	return text
}
