package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// bookMakeOptions are the options of `cathedral book make`.
type bookMakeOptions struct {
	err     io.Writer
	sources []bookSource
	games   func() ([]*record.Game, error)
	out     string   // the file of the book
	limit   byteSize // of the book; 0: none
}

// newBookMakeCommand returns the command that makes a book. Tests replace the work by
// runF.
func newBookMakeCommand(f *factory, runF func(context.Context, *bookMakeOptions) error) *cobra.Command {
	options := &bookMakeOptions{err: f.err}
	if runF == nil {
		runF = runBookMake
	}
	var games []string
	cmd := &cobra.Command{
		Use:   "make --out FILE SOURCE...",
		Short: "Make a book",
		Long: `Make a book of the trees of "cathedral study grow", of texts as "cathedral book export"
writes them, or of both, and write it to a file. If a position is there more than once,
the last one counts. With - in place of a source, read a text from standard input.

With --games, count the results of games for the moves of trees. With --limit, leave
out the positions that are least likely to come up, so that the file gets no larger:
those at the end of long lines and of lines that lose much. All placements of the
Cathedral count as equally good.`,
		Example: `  cathedral book make --out my.book my.txt
  cathedral book make --out small.book --limit 200kB --games games.txt tree.txt woods.txt`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return usageErrorf("want a tree or a text to make the book of")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if options.out == "" {
				return usageErrorf("--out is missing: name a file for the book")
			}
			for i, name := range arguments {
				open := func() (*input, error) { return openInput(cmd.Context(), f, arguments[i:i+1]) }
				options.sources = append(options.sources, bookSource{name, open})
			}
			options.games = func() ([]*record.Game, error) { return readAllGames(cmd.Context(), f, games) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.out, "out", "", "write the book to this `file`")
	cmd.Flags().Var(&options.limit, "limit", "make the file no larger than this, such as 200kB (default no limit)")
	cmd.Flags().StringArrayVar(&games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	return cmd
}

func runBookMake(_ context.Context, options *bookMakeOptions) error {
	games, err := options.games()
	if err != nil {
		return err
	}
	var entries []book.Entry
	for _, source := range options.sources {
		more, err := source.read(games)
		if err != nil {
			return err
		}
		entries = append(entries, more...)
	}
	whole := book.New(entries)
	if whole.Len() == 0 {
		return errors.New("there are no positions")
	}
	made := whole
	if options.limit > 0 {
		if made, err = whole.Within(int(options.limit)); err != nil {
			return err
		}
	}
	var file bytes.Buffer
	if err := made.Write(&file); err != nil {
		return err
	}
	if err := os.WriteFile(options.out, file.Bytes(), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.err, "%s: %s of %d, %d bytes\n", options.out, counted(made.Len(), "position"), whole.Len(), file.Len())
	return err
}

// bookSource is a file with entries of a book: the tree of a study, or a text.
type bookSource struct {
	name string
	open func() (*input, error)
}

// read reads the entries. Games are counted for those of a tree.
func (s *bookSource) read(games []*record.Game) ([]book.Entry, error) {
	in, err := s.open()
	if err != nil {
		return nil, err
	}
	defer in.close()
	text := bufio.NewReader(in.reader)
	if heading, _ := text.Peek(len(study.HeadingBegin)); string(heading) == study.HeadingBegin {
		tree, err := study.ReadTree(s.name)
		if err != nil {
			return nil, err
		}
		tree.AddGames(games)
		return tree.Entries(0), nil
	}
	entries, err := book.ReadText(text)
	return entries, in.fault(err)
}

// byteSize is a number of bytes as the value of a flag.
type byteSize int

// String returns the number of bytes, "" for 0.
func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return strconv.Itoa(int(*b))
}

// Type returns what the value is called in the help text.
func (b *byteSize) Type() string { return "size" }

// Set parses a number of bytes, or of thousands or millions of them with the unit kB or
// MB.
func (b *byteSize) Set(text string) error {
	number, unit := text, 1
	for _, known := range []struct {
		name  string
		bytes int
	}{{"kB", 1000}, {"MB", 1_000_000}} {
		if rest, found := strings.CutSuffix(text, known.name); found {
			number, unit = rest, known.bytes
		}
	}
	count, err := strconv.ParseUint(number, 10, 31)
	if err != nil || count == 0 {
		return fmt.Errorf("%q: want a number of bytes, such as 200kB", text)
	}
	*b = byteSize(int(count) * unit)
	return nil
}
