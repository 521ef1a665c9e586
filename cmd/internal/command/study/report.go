package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/plural"
	"cathedral/search/book"
)

// reportOptions are the options of `cathedral study report`.
type reportOptions struct {
	*command.Factory
	file  string
	games []string // files of games
	trees []string
	book  string // "": none
}

// newReportCommand returns the command that writes the results of a study.
func newReportCommand(f *command.Factory) *cobra.Command {
	o := &reportOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Write tables and pictures of the results of a study",
		Long: `Write tables about the opening, for each set of rules, to the Markdown document FILE.
They give the results of all games and of each placement of the Cathedral, the tree's
values and how they agree with the games, and the first moves of a book. Others give the
score if Light had an advantage in squares, first buildings, captures, territories, and
ends of games. A placement of the Cathedral and its mirror image count as one.

Each table replaces the text between its marks, <!-- study: classic placements --> and
<!-- end of study -->. To a document without such marks, all tables are added; otherwise
those without marks are left out. The pictures that the document shows are written to the folder
of FILE. Errors are half the width of 95 % intervals. Copies of games, fair games and those
of a level do not count. The games of "study practice" count only for the placements and
the tree's values.`,
		Example: `  cathedral study report OPENINGS.md --games classic.txt --games woods.txt --tree tree.txt
  cathedral study report OPENINGS.md --games classic.txt --book builtin`,
		Args: command.One("the name of one file for the report"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if len(o.games)+len(o.trees) == 0 {
				return command.UsageErrorf("--games or --tree is missing")
			}
			o.file = arguments[0]
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringArrayVar(&o.games, "games", nil, "count the games in a `file` (can be repeated)")
	cmd.Flags().StringVar(&o.book, "book", "", "take the first moves from the book in a `file`, or from the built-in book if it is \"builtin\"")
	cmd.Flags().StringArrayVar(&o.trees, "tree", nil, "take the values of the tree in a `file` (can be repeated, one for each set of rules)")
	return cmd
}

func (o *reportOptions) run(ctx context.Context) error {
	games, err := o.ReadGames(ctx, o.games)
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
	trees := map[engine.Rules]*study.Tree{}
	for _, path := range o.trees {
		tree, err := command.ReadFile(ctx, path, study.ParseTree)
		if err != nil {
			return err
		}
		if trees[tree.Rules] != nil {
			return command.UsageErrorf("--tree %s: another tree has the same rules, %v: merge them", path, tree.Rules)
		}
		trees[tree.Rules] = tree
		if !slices.Contains(studied, tree.Rules) {
			studied = append(studied, tree.Rules)
		}
	}
	document, err := command.ReadText(ctx, o.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var tables []study.Table
	var pictures []study.Picture
	for _, rules := range studied {
		report := study.NewReport(rules, trees[rules], opening, games)
		tables = append(tables, report.Tables()...)
		pictures = append(pictures, report.Pictures()...)
	}
	text, err := study.ReplaceTables(string(document), tables)
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	outputs := []command.Output{{Name: o.file}}
	pictures = slices.DeleteFunc(pictures, func(p study.Picture) bool { return !strings.Contains(text, "]("+p.Name+")") })
	for _, picture := range pictures {
		outputs = append(outputs, command.Output{Name: filepath.Join(filepath.Dir(o.file), picture.Name), Begin: study.PictureBegin})
	}
	if err := o.CheckOutputs(slices.Concat(o.games, o.trees, []string{o.book}), outputs...); err != nil {
		return err
	}
	for i, picture := range pictures {
		if err := os.WriteFile(outputs[i+1].Name, []byte(picture.SVG), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(o.file, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "%s: %s, %s\n", o.file, plural.Of(len(games), "game"), plural.Of(len(tables), "table"))
	return err
}
