package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/search/book"
)

// reportOptions are the options of `cathedral study report`.
type reportOptions struct {
	*command.Factory
	file  string
	games []string // files of games
	book  string   // "": none
}

// newReportCommand returns the command that writes the results of a study.
func newReportCommand(f *command.Factory) *cobra.Command {
	o := &reportOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Write tables of the results of a study",
		Long: `Write tables about the opening, for each set of rules, to the Markdown document FILE.
They give the results of all games and of each placement of the Cathedral, the first
moves of a book after each, and the score if Light had an advantage in squares. Others
are about first buildings, territories, ends of games, and how searches agree with the
games. A placement of the Cathedral and its mirror image count as one.

Each table replaces the text between its marks, <!-- study: classic placements --> and
<!-- end of study -->. To a document without such marks, all tables are added; otherwise
those without marks are left out. Errors are half the width of 95 % intervals. Copies of
games, fair games and those of a level do not count. Games with the event "Opening
practice", in which one side has a book, count only for the placements.`,
		Example: `  cathedral study report OPENINGS.md --games classic.txt --games woods.txt
  cathedral study report OPENINGS.md --games classic.txt --book builtin`,
		Args: command.One("the name of one file for the report"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if len(o.games) == 0 {
				return command.UsageErrorf("--games is missing")
			}
			o.file = arguments[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringArrayVar(&o.games, "games", nil, "count the games in a `file` (can be repeated)")
	cmd.Flags().StringVar(&o.book, "book", "", "take the first moves from the book in a `file`, or from the built-in book if it is \"builtin\"")
	return cmd
}

func (o *reportOptions) run(ctx context.Context) error {
	games, err := o.ReadGames(ctx, engine.Rules{}, o.games...)
	if err != nil {
		return err
	}
	var studied []engine.Rules
	for _, game := range games {
		if !slices.Contains(studied, game.Rules) {
			studied = append(studied, game.Rules)
		}
	}
	var opening *book.Book
	if o.book != "" {
		if opening, err = command.OpenBook(ctx, o.book); err != nil {
			return err
		}
	}
	document, err := command.ReadText(ctx, o.file, "a document")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var tables []study.Table
	for _, rules := range studied {
		tables = append(tables, study.NewReport(rules, opening, games).Tables()...)
	}
	text, err := study.ReplaceTables(string(document), tables)
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	if err := o.CheckOutputs(append(o.games, o.book), command.Output{Name: o.file}); err != nil {
		return err
	}
	if err := os.WriteFile(o.file, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "%s: %s, %s\n", o.file, wording.Count(len(games), "game"), wording.Count(len(tables), "table"))
	return err
}
