package book

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search/book"
)

// showOptions are the options of `cathedral book show`.
type showOptions struct {
	*command.Factory
	file     string // "": the built-in book
	position engine.Position
}

// newShowCommand returns the command that lists the moves of a book.
func newShowCommand(f *command.Factory) *cobra.Command {
	o := &showOptions{Factory: f}
	var rules engine.Rules
	cmd := &cobra.Command{
		Use:   "show [MOVES...]",
		Short: "List the moves of a book",
		Long: `List the moves of the book in the position after MOVES, the best first. Values are in
squares, for the side that plays the move, with half the width of the 95 % interval.
Games are those of the study in which the move was played, with the numbers that this
side has won, drawn and lost. "proven" means that the winner is proven. "unexplored"
means that the value comes from one search; if the best move is unexplored, the engine
thinks instead of playing from the book.`,
		Example: `  cathedral book show
  cathedral book show CAnF5 IFnI4
  cathedral book show --rules woods --book my.book`,
		RunE: func(_ *cobra.Command, arguments []string) error {
			o.position = engine.Start(rules)
			for i, word := range strings.Fields(strings.Join(arguments, " ")) {
				move, err := wire.ParseLegalMove(word, &o.position)
				if err != nil {
					return command.UsageErrorf("move %d: %w", i+1, err)
				}
				o.position = o.position.Play(move)
			}
			return o.run()
		},
	}
	cmd.Flags().StringVar(&o.file, "book", "", "read this `file` (default the built-in book)")
	command.AddRules(cmd, &rules)
	return cmd
}

func (o *showOptions) run() error {
	b, err := openBook(o.file)
	if err != nil {
		return err
	}
	moves := b.Moves(&o.position)
	if len(moves) == 0 {
		return fmt.Errorf("the book does not contain the position %s", &o.position)
	}
	table := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
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
