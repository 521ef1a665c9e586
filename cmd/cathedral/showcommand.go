package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/record"
)

// showOptions are the options of `cathedral show`.
type showOptions struct {
	out    io.Writer
	colour bool
	open   func() (*input, error)
	rules  engine.Rules // of texts that do not state their own
	game   int          // the number of the only game to show; 0: show all
	plies  int          // show the position after this many plies; -1: the last one
	all    bool         // show every position
}

// newShowCommand returns the command that draws positions and games. Tests
// replace the work by runF.
func newShowCommand(f *factory, runF func(context.Context, *showOptions) error) *cobra.Command {
	options := &showOptions{out: f.out, colour: f.colour}
	if runF == nil {
		runF = runShow
	}
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "show [FILE]",
		Short: "Draw positions and games on the terminal",
		Long: `Draw positions, and games (game records or lists of moves), also of a file that gzip
has compressed. Without FILE, or with -, read standard input. Unless flags say
otherwise, draw only the last position of each game.

Light's buildings are capital letters and Dark's small letters; + is the Cathedral,
: is Light's territory and , is Dark's. On a terminal the squares are also coloured,
unless NO_COLOR is set.`,
		Example: `  cathedral show games.txt --game 3 --all
  cathedral show games.txt --ply 12
  echo "CAnF5 CSnB8 TOeH1" | cathedral show
  echo "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1" | cathedral show`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			flags := cmd.Flags()
			switch {
			case flags.Changed("game") && options.game < 1:
				return usageErrorf("--game %d: the first game is 1", options.game)
			case flags.Changed("ply") && options.plies < 0:
				return usageErrorf("--ply %d: want 0 or more", options.plies)
			case flags.Changed("ply") && options.all:
				return usageErrorf("--ply and --all are mutually exclusive")
			}
			options.rules = rules.rules
			options.open = func() (*input, error) { return openInput(cmd.Context(), f, arguments) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().IntVar(&options.game, "game", 0, "show only the game with this `number`, from 1 (default all)")
	cmd.Flags().IntVar(&options.plies, "ply", -1, "show the position after `N` plies")
	cmd.Flags().Lookup("ply").DefValue = "the last" // for the help text
	cmd.Flags().BoolVar(&options.all, "all", false, "show every position of a game")
	rules.addTo(cmd)
	return cmd
}

func runShow(_ context.Context, options *showOptions) error {
	in, err := options.open()
	if err != nil {
		return err
	}
	defer in.close()
	shown := 0
	err = in.each(options.rules, func(number int, item record.Item) error {
		game := item.Game
		switch {
		case game == nil && (options.game > 0 || options.plies >= 0 || options.all):
			return in.fault(usageErrorf("this is a position file: --game, --ply and --all are for games"))
		case game == nil:
			shown++
			return showEntry(options, item.Entry)
		case options.game > 0 && number != options.game:
			return nil
		case options.plies > len(game.Moves):
			return in.fault(fmt.Errorf("game %d has only %d plies", number, len(game.Moves)))
		}
		shown++
		return showRecord(options, number, game)
	})
	switch {
	case err == nil && shown == 0 && options.game > 0:
		return in.fault(fmt.Errorf("there is no game %d", options.game))
	case err == nil && shown == 0:
		return in.fault(errors.New("there are no games and no positions"))
	}
	return err
}

// showEntry draws an entry of a position file.
func showEntry(options *showOptions, entry *record.Entry) error {
	heading := fmt.Sprintf("Line %d", entry.Line)
	if id, found := entry.Operation("id"); found && len(id.Operands) > 0 {
		heading += ": " + id.Operands[0]
	}
	_, err := fmt.Fprintf(options.out, "%s\n%s\n", heading, describePosition(&entry.Position, options.colour))
	return err
}

// showRecord draws a game: a heading and the selected positions, each below the
// move that led to it.
func showRecord(options *showOptions, number int, game *record.Game) error {
	if _, err := fmt.Fprintln(options.out, heading(number, game)); err != nil {
		return err
	}
	positions := game.Positions()
	first, last := len(game.Moves), len(game.Moves)
	if options.plies >= 0 {
		first, last = options.plies, options.plies
	}
	if options.all {
		first = 0
	}
	for i := first; i <= last; i++ {
		move := ""
		if i > 0 {
			move = describeMove(&positions[i-1], game.Moves[i-1]) + "\n"
		}
		if _, err := fmt.Fprintf(options.out, "%s%s\n", move, describePosition(&positions[i], options.colour)); err != nil {
			return err
		}
	}
	return nil
}

// heading returns a line that identifies a game.
func heading(number int, game *record.Game) string {
	text := fmt.Sprintf("Game %d", number)
	light, dark := game.Tag("White"), game.Tag("Black")
	if light != "" || dark != "" {
		text += fmt.Sprintf(": %s (Light) against %s (Dark)", light, dark)
	}
	return fmt.Sprintf("%s, %s, %d plies, %s", text, game.Rules.Set, len(game.Moves), game.Result)
}
