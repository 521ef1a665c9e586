package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/puzzles"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// puzzlesOptions are the options of `cathedral puzzles`.
type puzzlesOptions struct {
	*Factory
	input       string // file of games or puzzles, "": standard input
	recipe      puzzles.Recipe
	concurrency int // games at a time
	machines    MachineFlags
	file        string // of the puzzles, "": none
	check       bool
	rate        bool
	short       bool
	rules       engine.Rules // of games that do not state their own
}

// NewPuzzles returns the command that makes puzzles from games, with the streams of f.
func NewPuzzles(f *Factory) *cobra.Command {
	o := &puzzlesOptions{Factory: f}
	recipe := &o.recipe
	cmd := &cobra.Command{
		Use:   "puzzles [GAMES]",
		Short: "Make puzzles from games",
		Long: `Find positions of games in which exactly one move is proven to win, and write them as
lines of a position file with these operations:
  id "game N after M"  the number of the game, and of the moves before the position
  rules SET            the rules, if they are not classic; then "optional" if captures are
  bm MOVE              the only move that wins
  rating N             a player of this rating finds it in one of two tries
  themes NAME ...      what the move is about
  before MOVE ...      the moves before the position, if the game begins at the start
engine/record/FORMATS.md describes ratings, grades and themes. The levels of limited
strength, whose ratings are known, try each puzzle several times.

The same games and settings always give the same puzzles. --out appends them to a file,
which only one process at a time may use. If the command is interrupted, run it again to
continue. Without GAMES, or with -, read standard input. With --listen or --nats,
"cathedral worker" examines the games on other machines.

--check reads puzzles instead, proves each of them again, and fails if one is like
another, up to symmetry. --rate reads puzzles, finds their ratings and themes again, and
prints them in their order, without those that are like an earlier one or more than
--per-grade allows. --short prints the short form of the page's file, which --check and
--rate read too.`,
		Example: `  cathedral puzzles --out puzzles.txt --concurrency 2 games.txt
  cathedral puzzles --out puzzles.txt --listen 127.0.0.1:4222 games.txt
  cathedral puzzles --check puzzles.txt
  cathedral puzzles --rate --short --concurrency 2 puzzles.txt > rated.txt`,
	}
	TakeInput(cmd, &o.input, o.run)
	cmd.Flags().StringVar(&o.file, "out", "", "append the puzzles to a `file`, which may exist")
	cmd.Flags().BoolVar(&o.check, "check", false, "prove the puzzles of a file again")
	cmd.Flags().BoolVar(&o.rate, "rate", false, "rate the puzzles of a file again")
	cmd.Flags().BoolVar(&o.short, "short", false, "with --rate: print the short form")
	cmd.Flags().Uint64Var(&recipe.Seed, "seed", 1, "seed of the order in which the positions of a game are tried, and of the levels' tries")
	cmd.Flags().IntVar(&recipe.FirstPly, "first-ply", 8, "first `ply` at which a puzzle may begin")
	cmd.Flags().IntVar(&recipe.Moves, "moves", 12, "minimum number of legal moves in a puzzle")
	cmd.Flags().Uint64Var(&recipe.Nodes, "nodes", 300_000, "maximum number of nodes for the proof of a position")
	cmd.Flags().IntVar(&recipe.PerGame, "per-game", 1, "maximum number of puzzles from each game")
	cmd.Flags().IntVar(&recipe.PerGrade, "per-grade", 0, "maximum number of puzzles of each grade and rule set; 0: no limit")
	cmd.Flags().IntVar(&recipe.HashMiB, "hash", 32, "size of the table of each proof in `MiB`")
	AddRules(cmd, &o.rules)
	o.machines.AddTo(cmd, &o.concurrency, "number of games to examine at a time")
	Declare(cmd,
		AtLeast(1, "per-game"), ZeroMeans("no limit", "per-grade"), Hash(),
		Exclusive("check", "rate"), With("rate", "short"),
		NotWith("check", "out", "listen", "nats"), NotWith("rate", "out", "listen", "nats"),
		NotWith("check", "rules", "optional-capture").Because("a puzzle states its own"),
		NotWith("rate", "rules", "optional-capture").Because("a puzzle states its own"))
	return cmd
}

func (o *puzzlesOptions) run(ctx context.Context) error {
	if o.check {
		return o.checkPuzzles(ctx)
	}
	if o.rate {
		return o.ratePuzzles(ctx)
	}
	games, err := o.ReadGames(ctx, o.rules, o.input)
	if err != nil {
		return err
	}
	if err := o.CheckOutputs([]string{o.input}, Output{Name: o.file}); err != nil {
		return err
	}
	results := puzzles.NewResults(o.Out)
	if o.file != "" {
		opened, file, err := puzzles.OpenResults(o.file, &o.recipe)
		if err != nil {
			return err
		}
		defer file.Close()
		results = opened
	}
	workers, closeAll, err := o.machines.Workers(ctx, o.concurrency, Lines(o.Err))
	if err != nil {
		return err
	}
	defer closeAll()
	shown := o.NewProgress("games", len(games))
	err = puzzles.Find(ctx, games, results, o.recipe, workers, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Err, "%s in %s\n", wording.Count(len(results.List), "puzzle"), wording.Count(len(games), "game"))
	return err
}

// readPuzzles reads the puzzles of the input.
func (o *puzzlesOptions) readPuzzles(ctx context.Context) ([]puzzles.Puzzle, error) {
	in, err := o.OpenInput(ctx, o.input, "positions")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	list, err := puzzles.Read(in)
	return list, in.Fault(err)
}

// ratePuzzles prints the puzzles of the input with new ratings.
func (o *puzzlesOptions) ratePuzzles(ctx context.Context) error {
	list, err := o.readPuzzles(ctx)
	if err != nil {
		return err
	}
	shown := o.NewProgress("puzzles", len(list))
	err = puzzles.Rate(ctx, list, o.recipe.Seed, o.concurrency, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	list = puzzles.Select(list, o.recipe.PerGrade)
	if err := puzzles.Write(o.Out, list, o.short); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Err, "%s\n", wording.Count(len(list), "puzzle"))
	return err
}

// checkPuzzles proves the puzzles of the input again.
func (o *puzzlesOptions) checkPuzzles(ctx context.Context) error {
	list, err := o.readPuzzles(ctx)
	if err != nil {
		return err
	}
	wrong := 0
	err = puzzles.Check(ctx, list, o.recipe, func(number int, fault error) {
		wrong++
		fmt.Fprintf(o.Err, "puzzle %d: %v\n", number, fault)
	})
	switch {
	case err != nil:
	case wrong > 0:
		err = fmt.Errorf("%d of %s without proof of one solution", wrong, wording.Count(len(list), "puzzle"))
	default:
		_, err = fmt.Fprintf(o.Out, "%s, each with one solution\n", wording.Count(len(list), "puzzle"))
	}
	return err
}
