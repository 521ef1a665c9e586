package book

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
	"cathedral/search/book"
)

// makeOptions are the options of `cathedral book make`.
type makeOptions struct {
	*command.Factory
	sources []string // files of trees or texts
	games   []string // files of games
	file    string   // of the book
	limit   byteSize // of the book; 0: none
}

// newMakeCommand returns the command that makes a book.
func newMakeCommand(f *command.Factory) *cobra.Command {
	o := &makeOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "make SOURCE... --out FILE",
		Short: "Make a book",
		Long: `Make a book from trees of "cathedral study grow", texts of "cathedral book export", or
both, and write it to a file. If a position appears more than once, the last one counts.
With - in place of a source, read a text from standard input. The positions of a tree whose
best move is unexplored are left out: the engine would not play from them.

--games counts the results of games for the moves of trees. --limit bounds the file by
leaving out the positions that are least likely to occur: those after long lines and
after bad moves. All placements of the Cathedral count as equally good.`,
		Example: `  cathedral book make --out my.book my.txt
  cathedral book make --out small.book --limit 200kB --games games.txt tree.txt woods.txt`,
		Args: command.Some(1, "a tree or a text as the source of the book"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.sources = arguments
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.file, "out", "", "write the book to this `file`")
	cmd.Flags().Var(&o.limit, "limit", "make the file no larger than this, such as 200kB (default no limit)")
	cmd.Flags().StringArrayVar(&o.games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	command.Declare(cmd, command.Required("out", "name a file for the book"))
	return cmd
}

func (o *makeOptions) run(ctx context.Context) error {
	games, err := o.ReadGames(ctx, engine.Rules{}, o.games...)
	if err != nil {
		return err
	}
	var entries []book.Entry
	for _, source := range o.sources {
		more, err := o.read(ctx, source, games)
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
	if o.limit > 0 {
		if made, err = whole.Within(int(o.limit)); err != nil {
			return err
		}
	}
	var file bytes.Buffer
	if err := made.Write(&file); err != nil {
		return err
	}
	if err := o.CheckOutputs(slices.Concat(o.sources, o.games), command.Output{Name: o.file, Begin: book.HeadingBegin}); err != nil {
		return err
	}
	if err := os.WriteFile(o.file, file.Bytes(), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Err, "%s: %s of %d, %d bytes\n", o.file, wording.Count(made.Len(), "position"), whole.Len(), file.Len())
	return err
}

// read returns the entries of a source: the tree of a study, for which games are counted,
// or a text.
func (o *makeOptions) read(ctx context.Context, source string, games []*record.Game) ([]book.Entry, error) {
	in, err := o.OpenInput(ctx, source, "positions of a study or of a book")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text := record.Unpack(in)
	if heading, _ := text.Peek(len(study.HeadingBegin)); string(heading) == study.HeadingBegin {
		tree, err := study.ParseTree(text)
		if err != nil {
			return nil, in.Fault(err)
		}
		tree.AddGames(games)
		return tree.Entries(), nil
	}
	entries, err := book.ReadText(text)
	return entries, in.Fault(err)
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

// Type returns the name of the value in the help text.
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
