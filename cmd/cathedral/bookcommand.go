package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// newBookCommand returns the command about opening books.
func newBookCommand(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book",
		Short: "Show, make and check opening books",
		Long: `Show, make and check opening books: positions with their moves and what a study has
found out about them. The engine plays them with the option OwnBook, from the built-in
book or from the file that the option BookFile names.

search/book/BOOKS.md describes the file, and the text in which anybody can write a
book.`,
		Example: `  cathedral book show CAnF5
  cathedral book make --out my.book my.txt
  cathedral book export > builtin.txt`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newBookShowCommand(f, nil),
		newBookMakeCommand(f, nil),
		newBookExportCommand(f),
		newBookCheckCommand(f),
	)
	return cmd
}

// openBook reads the book in a file, the built-in book if there is no name.
func openBook(path string) (*book.Book, error) {
	if path == "" {
		return builtin.Open()
	}
	return book.ReadFile(path)
}

// firstOf returns the first argument, or "" if there is none.
func firstOf(arguments []string) string {
	if len(arguments) == 0 {
		return ""
	}
	return arguments[0]
}

// atMostOneBook rejects more than one argument.
func atMostOneBook(_ *cobra.Command, arguments []string) error {
	if len(arguments) > 1 {
		return usageErrorf("unexpected argument %q: want one file, or none for the built-in book", arguments[1])
	}
	return nil
}

// newBookExportCommand returns the command that writes a book as text.
func newBookExportCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write a book as text",
		Long: `Write the book in FILE, or the built-in one, as a position file: a line for each
position with its moves, values and games. "cathedral book make" makes a book of it
again.`,
		Example: `  cathedral book export > builtin.txt
  cathedral book export my.book | grep "rules woods"`,
		Args: atMostOneBook,
		RunE: func(_ *cobra.Command, arguments []string) error {
			b, err := openBook(firstOf(arguments))
			if err != nil {
				return err
			}
			for entry := range b.Entries() {
				if err := entry.WriteText(f.out); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// newBookCheckCommand returns the command that checks a book.
func newBookCheckCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "check [FILE]",
		Short: "Check a book and count its positions",
		Long: `Read the book in FILE, or the built-in one, and print for each rule set how many
positions and moves it has, up to which ply, how many of their results are proven, and
how many of the 56 placements of the Cathedral it has replies to. A file that is not a
book, or is damaged, is an error.`,
		Example: `  cathedral book check
  cathedral book check my.book`,
		Args: atMostOneBook,
		RunE: func(_ *cobra.Command, arguments []string) error {
			b, err := openBook(firstOf(arguments))
			if err != nil {
				return err
			}
			return writeContents(f.out, b)
		},
	}
}

// contents is what a book has by one set of rules.
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
			counted(c.positions, "position"), c.lastPly, counted(c.moves, "move"), c.proven, placements); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s, no faults\n", counted(b.Len(), "position"))
	return err
}
