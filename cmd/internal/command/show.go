package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// showOptions are the options of `cathedral show`.
type showOptions struct {
	*Factory
	input string       // "": standard input
	rules engine.Rules // of texts that do not state their own
	game  int          // the number of the only game to show; 0: show all
	plies int          // show the position after this many plies; -1: the last one
	all   bool         // show every position
}

// NewShow returns the command that draws positions and games, with the streams of f.
func NewShow(f *Factory) *cobra.Command {
	o := &showOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "show [FILE]",
		Short: "Draw positions and games on the terminal",
		Long: `Draw positions, and games (game records or lists of moves). Input may be compressed
with gzip. Without FILE, or with -, read standard input. By default, draw only the last
position of each game.

Light's buildings are capital letters and Dark's small letters; + is the Cathedral,
: is Light's territory and , is Dark's. On a terminal the squares are also coloured,
unless NO_COLOR is set.`,
		Example: `  cathedral show games.txt --game 3 --all
  cathedral show games.txt --ply 12
  echo "CAnF5 CSnB8 TOeH1" | cathedral show
  echo "10/10/10/10/10/10/10/8+1/6++++/8+1 d - 1" | cathedral show`,
	}
	TakeInput(cmd, &o.input, o.run)
	cmd.Flags().IntVar(&o.game, "game", 0, "show only the game with this `number`, from 1 (default all)")
	cmd.Flags().IntVar(&o.plies, "ply", -1, "show the position after `N` plies")
	cmd.Flags().Lookup("ply").DefValue = "the last" // for the help text
	cmd.Flags().BoolVar(&o.all, "all", false, "show every position of a game")
	Declare(cmd, AtLeast(1, "game"), AtLeast(0, "ply"), Exclusive("ply", "all"))
	AddRules(cmd, &o.rules)
	return cmd
}

func (o *showOptions) run(ctx context.Context) error {
	shown := 0
	var short error
	err := o.EachItem(ctx, o.input, "games or positions", o.rules, func(number int, item record.Item) error {
		game := item.Game
		switch {
		case game == nil && (o.game > 0 || o.plies >= 0 || o.all):
			return UsageErrorf("this is a position file: --game, --ply and --all are for games")
		case game == nil:
			return o.showEntry(item.Entry)
		case o.game > 0 && number != o.game:
			return nil
		case o.plies > len(game.Moves):
			short = errors.Join(short, fmt.Errorf("%s: game %d has only %s", inputName(o.input), number, wording.Count(len(game.Moves), "ply")))
			return nil
		}
		shown++
		return o.showGame(number, game)
	})
	if err == nil && short == nil && shown == 0 && o.game > 0 {
		return fmt.Errorf("%s: there is no game %d", inputName(o.input), o.game)
	}
	return errors.Join(err, short)
}

// showEntry draws an entry of a position file.
func (o *showOptions) showEntry(entry *record.Entry) error {
	heading := fmt.Sprintf("Line %d", entry.Line)
	if id, found := entry.Operation("id"); found && len(id.Operands) > 0 {
		heading += ": " + id.Operands[0]
	}
	_, err := fmt.Fprintf(o.Out, "%s\n%s\n", heading, describePosition(&entry.Position, o.Colour))
	return err
}

// showGame draws a game: a heading and the selected positions, each below the
// move that led to it.
func (o *showOptions) showGame(number int, game *record.Game) error {
	if _, err := fmt.Fprintln(o.Out, gameHeading(number, game)); err != nil {
		return err
	}
	positions := game.Positions()
	first, last := len(game.Moves), len(game.Moves)
	if o.plies >= 0 {
		first, last = o.plies, o.plies
	}
	if o.all {
		first = 0
	}
	for i := first; i <= last; i++ {
		move := ""
		if i > 0 {
			move = describeMove(&positions[i-1], game.Moves[i-1]) + "\n"
		}
		if _, err := fmt.Fprintf(o.Out, "%s%s\n", move, describePosition(&positions[i], o.Colour)); err != nil {
			return err
		}
	}
	return nil
}

// gameHeading returns a line that identifies a game.
func gameHeading(number int, game *record.Game) string {
	text := fmt.Sprintf("Game %d", number)
	light, dark := game.Tag("White"), game.Tag("Black")
	if light != "" || dark != "" {
		text += fmt.Sprintf(": %s (Light) against %s (Dark)", light, dark)
	}
	return fmt.Sprintf("%s, %s, %s, %s", text, game.Rules.Set, wording.Count(len(game.Moves), "ply"), game.Result)
}
