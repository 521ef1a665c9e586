package command

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/journal"
	"cathedral/bench/match/opening"
	"cathedral/engine"
)

// openingsOptions are the options of `cathedral openings`.
type openingsOptions struct {
	*Factory
	recipe   opening.Recipe
	threads  int
	machines MachineFlags
	file     string // of the openings, "": none
	kind     string // moves or positions
	builtIn  bool   // write the built-in set instead of making openings
	book     string // the file of a book with the candidates, "": random ones
	rules    engine.Rules
}

// bookBuildings is the number of buildings in openings of a book: good moves keep the lead
// of the first building for longer than one ply.
const bookBuildings = 4

// NewOpenings returns the command that makes openings for matches. It prints them to f.
func NewOpenings(f *Factory) *cobra.Command {
	o := &openingsOptions{Factory: f}
	recipe := &o.recipe
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make balanced openings for matches",
		Long: `Make openings for matches: the Cathedral and some buildings, placed at random. For
each opening, try several candidates, those with the most even scores first. Keep the
first candidate from which the engine's games against itself are also even: neither
side has more than two thirds of the points or leads by more than two squares on
average. Each line ends with the score, the wins, draws and losses, and the mean
margin of these games, all for the side to move.
This is slow: the default 300 openings take about half an hour.

By default, one building is placed. In an even opening, Dark has then lost the
lead that the first building gives, and the rest of the game decides.

--book takes the candidates from a book of "cathedral book make": the positions after
its moves that are even within their errors, with up to --buildings buildings
(default 4). When they are used up, the command ends with an error.

--out appends the openings to a file. If the command is interrupted, run it again to
continue. With --listen or --nats, "cathedral worker" plays the games on other
machines; the openings are the same.

The built-in set (bench/match/opening/evenopenings/evenopenings.txt) was made with this
command; --built-in writes it at once. With --as positions, each line is only a position
text, for other match runners.`,
		Example: `  cathedral openings --count 300 --seed 3 --concurrency 2 > openings.txt
  cathedral openings --book my.book --count 500 > openings.txt
  cathedral openings --built-in --as positions > openings.epd`,
		Args: NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.book != "" && !cmd.Flags().Changed("buildings") {
				recipe.Buildings = bookBuildings
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().IntVar(&recipe.Count, "count", 300, "number of openings")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "seed of all random choices")
	cmd.Flags().IntVar(&recipe.Candidates, "candidates", 24, "number of candidates for each opening")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 8000, "number of nodes to search for the score of a candidate")
	cmd.Flags().IntVar(&recipe.Games, "games", 12, "number of games from each candidate; 0: only the score decides")
	cmd.Flags().Uint64Var(&recipe.GameNodes, "game-nodes", 10_000, "number of nodes per move in the longest of these games; half of it in the shortest")
	cmd.Flags().IntVar(&recipe.Buildings, "buildings", 1, "number of buildings placed after the Cathedral")
	cmd.Flags().IntVar(&recipe.Squares, "squares", 1, "smallest size of the buildings, in squares")
	cmd.Flags().StringVar(&o.book, "book", "", "take the candidates from the book in a `file`, or from the built-in book if it is \"builtin\"")
	cmd.Flags().StringVar(&o.file, "out", "", "append the openings to a `file`, which may exist")
	cmd.Flags().StringVar(&o.kind, "as", "moves", "what to write: `moves` or positions")
	cmd.Flags().BoolVar(&o.builtIn, "built-in", false, "write the built-in set instead of making openings")
	AddRules(cmd, &o.rules)
	o.machines.AddTo(cmd, &o.threads, "number of openings to make at a time")
	Declare(cmd,
		AtLeast(1, "count", "candidates", "nodes", "game-nodes"),
		Between(1, 6, "buildings"), Between(1, 5, "squares"), Between(0, 100, "games"),
		NotWith("book", "squares").Because("a book has buildings of any size"),
		OneOf("as", "moves", "positions"),
		NotWith("built-in", "count", "seed", "candidates", "nodes", "games", "game-nodes", "concurrency", "buildings", "squares", "book", "listen", "nats", "out").
			Because("it writes the set as it is"),
		With("built-in", "rules", "optional-capture").Because("openings are made for classic rules"))
	Alias(cmd, "threads", "concurrency")
	return cmd
}

// text returns an opening as a line of the output.
func (o *openingsOptions) text(opening *opening.Opening) string {
	if o.kind == "positions" {
		position := opening.Position()
		return position.String()
	}
	return opening.String()
}

func (o *openingsOptions) run(ctx context.Context) error {
	if o.builtIn {
		list, err := opening.Default(o.rules)
		for i := range list {
			if err == nil {
				_, err = fmt.Fprintln(o.Out, o.text(&list[i]))
			}
		}
		return err
	}
	if o.book != "" {
		var err error
		if o.recipe.Book, err = OpenBook(ctx, o.book); err != nil {
			return err
		}
	}
	if err := o.CheckOutputs([]string{o.book}, Output{Name: o.file}); err != nil {
		return err
	}
	heading := ""
	if o.kind == "moves" {
		heading = o.heading()
	}
	out, earlier, closeOut, err := o.openOut(heading)
	if err != nil {
		return err
	}
	defer closeOut()
	workers, closeAll, err := o.machines.Workers(ctx, o.threads, Lines(o.Err))
	if err != nil {
		return err
	}
	defer closeAll()
	return opening.Make(ctx, o.recipe, earlier, workers, func(opening opening.Made) error {
		line := o.text(&opening.Opening)
		if o.kind == "moves" {
			line += openingComment(&opening)
		}
		_, err := fmt.Fprintln(out, line)
		return err
	})
}

// openOut returns the writer of the openings, after a heading, and the openings that its file
// already has. The caller closes it.
func (o *openingsOptions) openOut(heading string) (out io.Writer, earlier []opening.Opening, closeOut func() error, err error) {
	if o.file == "" {
		_, err := io.WriteString(o.Out, heading)
		return o.Out, nil, func() error { return nil }, err
	}
	file, err := journal.OpenLines(o.file, heading, func(lines []byte) error {
		if len(lines) == len(heading) {
			return nil
		}
		read, err := opening.Read(bytes.NewReader(lines), engine.Rules{}, 0)
		if err == nil {
			earlier = read.Openings
		}
		return err
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return file, earlier, file.Close, nil
}

// heading says how the openings are made.
func (o *openingsOptions) heading() string {
	recipe := &o.recipe
	candidates := fmt.Sprintf("--buildings %d --squares %d", recipe.Buildings, recipe.Squares)
	if o.book != "" {
		candidates = fmt.Sprintf("--buildings %d --book %s", recipe.Buildings, o.book)
	}
	return fmt.Sprintf("# Made by: cathedral openings --count %d --seed %d --candidates %d --nodes %d --games %d --game-nodes %d %s\n"+
		"# After each opening, for the side to move: score; wins, draws and losses of its games, their mean margin.\n",
		recipe.Count, recipe.Seed, recipe.Candidates, recipe.Nodes, recipe.Games, recipe.GameNodes, candidates)
}

// openingComment returns the comment on an opening that was made.
func openingComment(opening *opening.Made) string {
	text := fmt.Sprintf(" # %+.2f", float64(opening.Centi)/100)
	if played := opening.Played; played.Games() > 0 {
		text += fmt.Sprintf("; %d-%d-%d %+.1f", played.Wins, played.Draws, played.Losses, float64(played.Margin)/float64(played.Games()))
	}
	return text
}
