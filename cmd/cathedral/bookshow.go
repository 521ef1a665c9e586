package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search/book"
)

// bookShowOptions are the options of `cathedral book show`.
type bookShowOptions struct {
	out      io.Writer
	file     string // "": the built-in book
	position engine.Position
}

// newBookShowCommand returns the command that lists the moves of a book. Tests replace
// the work by runF.
func newBookShowCommand(f *factory, runF func(*bookShowOptions) error) *cobra.Command {
	options := &bookShowOptions{out: f.out}
	if runF == nil {
		runF = runBookShow
	}
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "show [MOVES...]",
		Short: "List the moves of a book",
		Long: `List the moves of the book in the position after MOVES, the best first. Values are in
squares, for the side that plays the move, with half the width of the 95 % interval;
games are those of the study in which the move was played, with how many this side
has won, drawn and lost. "proven" tells that it is proven who wins, and "unexplored"
that the value is that of one search: if the best move is unexplored, the engine thinks
instead of playing from the book.`,
		Example: `  cathedral book show
  cathedral book show CAnF5 IFnI4
  cathedral book show --rules woods --book my.book`,
		RunE: func(_ *cobra.Command, arguments []string) error {
			options.position = engine.Start(rules.rules)
			for i, word := range strings.Fields(strings.Join(arguments, " ")) {
				move, err := wire.ParseLegalMove(word, &options.position)
				if err != nil {
					return usageErrorf("move %d: %w", i+1, err)
				}
				options.position = options.position.Play(move)
			}
			return runF(options)
		},
	}
	cmd.Flags().StringVar(&options.file, "book", "", "read this `file` (default the built-in book)")
	rules.addTo(cmd)
	return cmd
}

func runBookShow(options *bookShowOptions) error {
	b, err := openBook(options.file)
	if err != nil {
		return err
	}
	moves := b.Moves(&options.position)
	if len(moves) == 0 {
		return fmt.Errorf("the book does not have the position %s", &options.position)
	}
	table := tabwriter.NewWriter(options.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "move\tvalue\t±\tgames\twon\tdrawn\tlost\t")
	for _, move := range moves {
		fmt.Fprintf(table, "%s\t%+.2f\t%.2f\t%d\t%d\t%d\t%d\t%s\n", move.Move,
			float64(move.Centi)/100, float64(move.Error)/100, move.Games(), move.Wins, move.Draws, move.Losses, sourceWord(&move))
	}
	return table.Flush()
}

// sourceWord says if the value of a move is proven, or is that of one search.
func sourceWord(m *book.Move) string {
	switch {
	case m.Proven:
		return "  proven"
	case m.Unexplored:
		return "  unexplored"
	}
	return ""
}
