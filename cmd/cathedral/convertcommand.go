package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/record"
)

// convertOptions are the options of `cathedral convert`.
type convertOptions struct {
	out   io.Writer
	open  func() (*input, error)
	rules engine.Rules // of texts that do not state their own
	kind  string       // one of convertKinds, "": the kind of the input
	last  bool         // of each game only the last position
	ids   bool         // each position of a game gets an id
	check bool         // print only a summary
}

// convertKinds returns the kinds of output.
func convertKinds() []string { return []string{"records", "moves", "positions"} }

// newConvertCommand returns the command that checks and rewrites files. Tests
// replace the work by runF.
func newConvertCommand(f *factory, runF func(context.Context, *convertOptions) error) *cobra.Command {
	options := &convertOptions{out: f.out}
	if runF == nil {
		runF = runConvert
	}
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "convert [FILE]",
		Short: "Check and rewrite game records and position files",
		Long: `Check a file of games (game records or lists of moves) or of positions, and write
it in canonical form. Without FILE, or with -, read standard input; a file that gzip
has compressed is unpacked. At the first fault, print its line number, stop, and exit
with status 1; the output is then incomplete.

Games can also be written as
  moves      one list of moves per line
  positions  every position of each game, one per line, or with --last only the last
Both can serve as openings, here and for other match runners. A game record's own
tags Rules and OptionalCapture come before the flags of these names.`,
		Example: `  cathedral convert --check games.txt
  cathedral convert games.txt > clean.txt
  cathedral convert --to positions games.txt > positions.txt
  cathedral convert --to positions --last openings.txt > openings.epd
  echo "1 CAnF5 2 CSnB8 3 TOeH1" | cathedral convert`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			switch {
			case options.kind != "" && !slices.Contains(convertKinds(), options.kind):
				return usageErrorf("--to %q: want one of %s", options.kind, strings.Join(convertKinds(), ", "))
			case options.kind != "" && options.check:
				return usageErrorf("--check writes nothing, so --to is not allowed with it")
			case options.kind != "positions" && (options.last || options.ids):
				return usageErrorf("--last and --ids are for --to positions")
			}
			options.rules = rules.rules
			options.open = func() (*input, error) { return openInput(cmd.Context(), f, arguments) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.kind, "to", "", "write this `kind`: records, moves or positions (default the kind of the input)")
	cmd.Flags().BoolVar(&options.last, "last", false, "with --to positions: write only the last position of each game")
	cmd.Flags().BoolVar(&options.ids, "ids", false, "with --to positions: name each position by its game and ply")
	cmd.Flags().BoolVar(&options.check, "check", false, "print only the number of games or positions")
	registerCompletion(cmd, "to", convertKinds())
	rules.addTo(cmd)
	return cmd
}

func runConvert(_ context.Context, options *convertOptions) error {
	in, err := options.open()
	if err != nil {
		return err
	}
	defer in.close()
	games, moves, positions := 0, 0, 0
	err = in.each(options.rules, func(number int, item record.Item) error {
		if item.Entry != nil {
			positions++
			return in.fault(convertEntry(options, item.Entry))
		}
		games++
		moves += len(item.Game.Moves)
		return in.fault(convertGame(options, number, item.Game))
	})
	var kinds []string
	if games > 0 {
		kinds = append(kinds, counted(games, "game")+" with "+counted(moves, "move"))
	}
	if positions > 0 {
		kinds = append(kinds, counted(positions, "position"))
	}
	return found(options, in, err, games+positions, strings.Join(kinds, ", "))
}

// convertEntry checks an entry of a position file, and writes it unless options ask for
// no more than that.
func convertEntry(options *convertOptions, entry *record.Entry) error {
	if options.kind != "" && options.kind != "positions" {
		return fmt.Errorf("line %d: a position has no moves: it cannot be written as %s", entry.Line, options.kind)
	}
	if err := entry.Check(); err != nil || options.check {
		return err
	}
	return entry.Write(options.out)
}

func convertGame(options *convertOptions, number int, game *record.Game) error {
	switch {
	case options.check:
		if err := game.Check(); err != nil {
			return fmt.Errorf("game %d: %w", number, err)
		}
		return nil
	case options.kind == "moves":
		return writeMoves(options.out, number, game)
	case options.kind == "positions":
		return writePositions(options, number, game)
	}
	return game.Write(options.out)
}

// found ends a conversion. It returns err, rejects an empty text, or prints the
// summary of a check.
func found(options *convertOptions, in *input, err error, count int, what string) error {
	switch {
	case err != nil:
		return err
	case count == 0:
		return in.fault(errors.New("there are no games and no positions"))
	case options.check:
		_, err = fmt.Fprintf(options.out, "%s, no faults\n", what)
	}
	return err
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
func writePositions(options *convertOptions, number int, game *record.Game) error {
	for i, position := range game.Positions() {
		if options.last && i < len(game.Moves) {
			continue
		}
		name := fmt.Sprintf("game %d after %d", number, i)
		entry := record.Entry{Position: position}
		if options.ids {
			entry.Operations = []record.Operation{{Code: "id", Operands: []string{name}}}
		}
		if err := entry.Write(options.out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
