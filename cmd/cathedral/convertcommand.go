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
	rules engine.Rules // of a position file
	kind  string       // one of convertKinds, "": the kind of the input
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
it in canonical form. Without FILE, or with -, read standard input. At the first
fault, print its line number, stop, and exit with status 1; the output is then
incomplete.

Games can also be written as
  moves      one list of moves per line, which can serve as a file of openings
  positions  every position of each game, one per line`,
		Example: `  cathedral convert --check games.txt
  cathedral convert games.txt > clean.txt
  cathedral convert --to positions games.txt > positions.txt
  echo "1 CAnF5 2 CSnB8 3 TOeH1" | cathedral convert`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			switch {
			case options.kind != "" && !slices.Contains(convertKinds(), options.kind):
				return usageErrorf("--to %q: want one of %s", options.kind, strings.Join(convertKinds(), ", "))
			case options.kind != "" && options.check:
				return usageErrorf("--check writes nothing, so --to is not allowed with it")
			}
			options.rules = rules.rules
			options.open = func() (*input, error) { return openInput(cmd.Context(), f, arguments) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.kind, "to", "", "write this `kind`: records, moves or positions (default the kind of the input)")
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
	if in.hasPositions() {
		return convertPositions(options, in)
	}
	return convertRecords(options, in)
}

func convertPositions(options *convertOptions, in *input) error {
	if options.kind != "" && options.kind != "positions" {
		return in.fault(fmt.Errorf("these are positions, which have no moves: they cannot be written as %s", options.kind))
	}
	positions := 0
	err := in.eachPosition(options.rules, func(entry *record.Entry) error {
		positions++
		if err := entry.Check(); err != nil || options.check {
			return in.fault(err)
		}
		return entry.Write(options.out)
	})
	return found(options, in, err, positions, counted(positions, "position"))
}

func convertRecords(options *convertOptions, in *input) error {
	games, moves := 0, 0
	err := in.eachRecord(func(number int, game *record.Game) error {
		games++
		moves += len(game.Moves)
		switch {
		case options.check:
			if err := game.Check(); err != nil {
				return in.fault(fmt.Errorf("game %d: %w", number, err))
			}
			return nil
		case options.kind == "moves":
			return in.fault(writeMoves(options.out, number, game))
		case options.kind == "positions":
			return in.fault(writePositions(options.out, number, game))
		}
		return game.Write(options.out)
	})
	return found(options, in, err, games, counted(games, "game")+" with "+counted(moves, "move"))
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

// writeMoves writes a game as one line of moves.
func writeMoves(out io.Writer, number int, game *record.Game) error {
	if game.Tag("FEN") != "" {
		return fmt.Errorf("game %d has a start position of its own, which a list of moves cannot state", number)
	}
	var words []string
	for _, move := range game.Moves {
		words = append(words, move.Move.String())
	}
	_, err := fmt.Fprintln(out, strings.Join(words, " "))
	return err
}

// writePositions writes all positions of a game as entries of a position file.
func writePositions(out io.Writer, number int, game *record.Game) error {
	for i, position := range game.Positions() {
		name := fmt.Sprintf("game %d after %d", number, i)
		entry := record.Entry{
			Position:   position,
			Operations: []record.Operation{{Code: "id", Operands: []string{name}}},
		}
		if err := entry.Write(out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
