// Package book is the command that shows, makes and checks opening books.
package book

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/search/book"
)

// Command returns the command about opening books, with the streams of f.
func Command(f *command.Factory) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "book",
		Short: "Show, make and check opening books",
		Long: `Show, make and check opening books: positions with their moves and the results of a
study. The engine plays them with the option OwnBook, from the built-in
book or from the file that the option BookFile names.

search/book/BOOKS.md describes the file format, and the text format in which you can
write a book.`,
		Example: `  cathedral book show CAnF5
  cathedral book make --out my.book my.txt
  cathedral book export > builtin.txt`,
	}, newShowCommand(f), newMakeCommand(f), newExportCommand(f), newCheckCommand(f))
}

// onBook makes cmd read the book in the file that is its argument, or the built-in one, and
// call use with it.
func onBook(cmd *cobra.Command, use func(*book.Book) error) *cobra.Command {
	cmd.Args = command.AtMostOneFile("the built-in book")
	cmd.RunE = func(cmd *cobra.Command, arguments []string) error {
		b, err := command.OpenBook(cmd.Context(), command.First(arguments))
		if err != nil {
			return err
		}
		return use(b)
	}
	return cmd
}

// newExportCommand returns the command that writes a book as text.
func newExportCommand(f *command.Factory) *cobra.Command {
	return onBook(&cobra.Command{
		Use:   "export [FILE]",
		Short: "Write a book as text",
		Long: `Write the book in FILE, or the built-in one, as a position file: a line for each
position with its moves, values and games. "cathedral book make" turns it back into a
book.`,
		Example: `  cathedral book export > builtin.txt
  cathedral book export my.book | grep "rules woods"`,
	}, func(b *book.Book) error {
		for entry := range b.Entries() {
			if err := entry.WriteText(f.Out); err != nil {
				return err
			}
		}
		return nil
	})
}

// newCheckCommand returns the command that checks a book.
func newCheckCommand(f *command.Factory) *cobra.Command {
	return onBook(&cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a book and count its positions",
		Long: `Read the book in FILE, or the text of a book, or the built-in book. For each rule set,
print the number of positions and moves, the last ply, the number of proven results, and
the number of placements of the Cathedral, out of 56, that have replies. A file that is
damaged or not a book is an error.`,
		Example: `  cathedral book check
  cathedral book check my.book`,
	}, func(b *book.Book) error { return writeContents(f.Out, b) })
}

// contents counts the positions of a book for one set of rules.
type contents struct {
	rules                    engine.Rules
	positions, moves, proven int
	lastPly, placements      int
}

// writeContents writes a line for each set of rules of a book.
func writeContents(out io.Writer, b *book.Book) error {
	var all []*contents
	byRules := map[engine.Rules]*contents{}
	for entry := range b.Entries() {
		rules := entry.Position.Rules()
		c := byRules[rules]
		if c == nil {
			c = &contents{rules: rules}
			byRules[rules] = c
			all = append(all, c)
		}
		c.positions++
		c.moves += len(entry.Moves)
		c.lastPly = max(c.lastPly, entry.Position.Ply())
		if entry.Position.Ply() == 1 && !entry.Position.CathedralPending() {
			c.placements++
		}
		for _, move := range entry.Moves {
			if move.Proven {
				c.proven++
			}
		}
	}
	for _, c := range all {
		placements := ""
		if c.placements > 0 {
			placements = fmt.Sprintf("; replies to %d of %d placements of the Cathedral", c.placements, len(engine.CathedralPlacements()))
		}
		if _, err := fmt.Fprintf(out, "%s: %s to ply %d, %s, %d proven%s\n", c.rules,
			wording.Count(c.positions, "position"), c.lastPly, wording.Count(c.moves, "move"), c.proven, placements); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s, no faults\n", wording.Count(b.Len(), "position"))
	return err
}
