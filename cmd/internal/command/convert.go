package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// convertOptions are the options of `cathedral convert`.
type convertOptions struct {
	*Factory
	input string       // "": standard input
	rules engine.Rules // of texts that do not state their own
	kind  string       // records, moves or positions; "": the kind of the input
	last  bool         // of each game only the last position
	ids   bool         // each position of a game gets an id
	check bool         // print only a summary
}

// NewConvert returns the command that checks and rewrites files, with the streams of f.
func NewConvert(f *Factory) *cobra.Command {
	o := &convertOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Check and rewrite game records and position files",
		Long: `Check a file of games (game records or lists of moves) or of positions, and write
it in canonical form. Without FILE, or with -, read standard input. Input may be
compressed with gzip. At the first fault, print its line number, stop, and exit with
status 1; the output is then incomplete.

Games can also be written as
  moves      one list of moves per line
  positions  every position of each game, one per line, or with --last only the last
Both can serve as openings, here and for other match runners. The tags Rules and
OptionalCapture of a game record override the flags --rules and --optional-capture.`,
		Example: `  cathedral convert --check games.txt
  cathedral convert games.txt > clean.txt
  cathedral convert --to positions games.txt > positions.txt
  cathedral convert --to positions --last openings.txt > openings.epd
  echo "1 CAnF5 2 CSnB8 3 TOeH1" | cathedral convert`,
	}
	TakeInput(cmd, &o.input, o.run)
	cmd.Flags().StringVar(&o.kind, "to", "", "write this `kind`: records, moves or positions (default the kind of the input)")
	cmd.Flags().BoolVar(&o.last, "last", false, "with --to positions: write only the last position of each game")
	cmd.Flags().BoolVar(&o.ids, "ids", false, "with --to positions: name each position by its game and ply")
	cmd.Flags().BoolVar(&o.check, "check", false, "print only the number of games or positions")
	Declare(cmd,
		OneOf("to", "records", "moves", "positions"),
		NotWith("check", "to").Because("it writes nothing"),
		With("to positions", "last", "ids"))
	AddRules(cmd, &o.rules)
	return cmd
}

func (o *convertOptions) run(ctx context.Context) error {
	games, moves, positions := 0, 0, 0
	err := o.EachItem(ctx, o.input, "games or positions", o.rules, func(number int, item record.Item) error {
		if item.Entry != nil {
			positions++
			return o.convertEntry(item.Entry)
		}
		games++
		moves += len(item.Game.Moves)
		return o.convertGame(number, item.Game)
	})
	if err != nil || !o.check {
		return err
	}
	var kinds []string
	if games > 0 {
		kinds = append(kinds, wording.Count(games, "game")+" with "+wording.Count(moves, "move"))
	}
	if positions > 0 {
		kinds = append(kinds, wording.Count(positions, "position"))
	}
	_, err = fmt.Fprintf(o.Out, "%s, no faults\n", strings.Join(kinds, ", "))
	return err
}

// convertEntry checks an entry of a position file, and writes it unless options ask for
// no more than that.
func (o *convertOptions) convertEntry(entry *record.Entry) error {
	if o.kind != "" && o.kind != "positions" {
		return fmt.Errorf("line %d: a position has no moves: it cannot be written as %s", entry.Line, o.kind)
	}
	if err := entry.Check(); err != nil || o.check {
		return err
	}
	return entry.Write(o.Out)
}

func (o *convertOptions) convertGame(number int, game *record.Game) error {
	switch {
	case o.check:
		if err := game.Check(); err != nil {
			return fmt.Errorf("game %d: %w", number, err)
		}
		return nil
	case o.kind == "moves":
		return writeMoves(o.Out, number, game)
	case o.kind == "positions":
		return o.writePositions(number, game)
	}
	return game.Write(o.Out)
}

// writeMoves writes a game as one line of moves. A reader takes the next line for
// the beginning of the next game because the Cathedral is placed in it; a game that has
// not come so far ends with an empty line.
func writeMoves(out io.Writer, number int, game *record.Game) error {
	switch {
	case game.Tag("FEN") != "":
		return fmt.Errorf("game %d has its own start position, which a list of moves cannot state", number)
	case len(game.Moves) == 0:
		return fmt.Errorf("game %d has no moves", number)
	}
	var words []string
	for _, move := range game.Moves {
		words = append(words, move.Move.String())
	}
	positions := game.Positions()
	end := "\n"
	if last := positions[len(positions)-1]; last.CathedralPending() {
		end = "\n\n"
	}
	_, err := fmt.Fprint(out, strings.Join(words, " "), end)
	return err
}

// writePositions writes the positions of a game as lines of a position file.
func (o *convertOptions) writePositions(number int, game *record.Game) error {
	for i, position := range game.Positions() {
		if o.last && i < len(game.Moves) {
			continue
		}
		name := fmt.Sprintf("game %d after %d", number, i)
		entry := record.Entry{Position: position}
		if o.ids {
			entry.Operations = []record.Operation{{Code: "id", Operands: []string{name}}}
		}
		if err := entry.Write(o.Out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
