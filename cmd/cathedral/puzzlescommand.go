package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/puzzles"
	"cathedral/engine"
	"cathedral/engine/record"
)

// puzzlesOptions are the options of `cathedral puzzles`.
type puzzlesOptions struct {
	out, err    io.Writer
	newProgress func(what string, total int64) *progress
	open        func() (*input, error)
	config      puzzles.Config
	concurrency int // games at a time
	machines    machineFlags
	file        string // of the puzzles, "": none
	check       bool
	rules       engine.Rules // of games that do not state their own
}

// newPuzzlesCommand returns the command that makes puzzles out of games. Tests replace the
// work by runF.
func newPuzzlesCommand(f *factory, runF func(context.Context, *puzzlesOptions) error) *cobra.Command {
	options := &puzzlesOptions{out: f.out, err: f.err, newProgress: f.newProgress}
	if runF == nil {
		runF = runPuzzles
	}
	config := &options.config
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "puzzles [GAMES]",
		Short: "Make puzzles out of games",
		Long: `Find the positions of games in which just one move wins, which is proven, and write
them as lines of a position file with these operations:
  id "game N after M"  the number of the game, and of the moves before the position
  rules SET            the rules, if they are not classic; then "optional" if captures are
  bm MOVE              the only move that wins
  grade N              how hard it is to find, from 1 to 4
Of grade 1, no other move takes as many squares at once, or a search of one node finds
it. Searches of 1, 30 and 300 nodes miss those of grades 2, 3 and 4.

The same games and settings give the same puzzles, however many games are examined at a
time. With --out they are appended to a file, which belongs to one process at a time: if
the command is interrupted, the same command goes on. Without GAMES, or with -, read
standard input. With --listen or --nats the games are examined by "cathedral worker" on
other machines, and what they find is proven again here.

With --check, read puzzles instead, and prove each of them again.`,
		Example: `  cathedral puzzles --out puzzles.txt --concurrency 2 games.txt
  cathedral puzzles --out puzzles.txt --listen 127.0.0.1:4222 games.txt
  cathedral puzzles --check puzzles.txt`,
		Args: atMostOneFile,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			switch {
			case config.PerGame < 1:
				return usageErrorf("--per-game %d: want 1 or more", config.PerGame)
			case config.PerGrade < 0:
				return usageErrorf("--per-grade %d: want 0 (no limit) or more", config.PerGrade)
			case options.concurrency < 1 || options.concurrency > mostThreads:
				return usageErrorf("--concurrency %d: want a number from 1 to %d", options.concurrency, mostThreads)
			case options.check && options.file != "":
				return usageErrorf("--out is for puzzles that are made, and --check proves others")
			case options.check && options.machines.areMany():
				return usageErrorf("--listen and --nats are for puzzles that are made, and --check proves others here")
			case options.check && rules.rules != (engine.Rules{}):
				return usageErrorf("--rules and --optional-capture are for games: a puzzle states its own")
			}
			if err := options.machines.check(); err != nil {
				return err
			}
			options.rules = rules.rules
			options.open = func() (*input, error) { return openInput(cmd.Context(), f, arguments) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.file, "out", "", "append the puzzles to a `file`, and continue what is in it")
	cmd.Flags().BoolVar(&options.check, "check", false, "prove the puzzles of a file again")
	cmd.Flags().Uint64Var(&config.Seed, "seed", 1, "seed of the order in which the positions of a game are tried")
	cmd.Flags().IntVar(&config.Limits.FirstPly, "first-ply", 9, "first `ply` at which a puzzle may begin")
	cmd.Flags().IntVar(&config.Limits.Moves, "moves", 12, "least number of legal moves")
	cmd.Flags().Uint64Var(&config.Limits.Effort, "nodes", 100_000, "nodes for the proof of a position")
	cmd.Flags().IntVar(&config.PerGame, "per-game", 1, "puzzles of a game at most")
	cmd.Flags().IntVar(&config.PerGrade, "per-grade", 0, "puzzles of a grade and rule set at most; 0: no limit")
	cmd.Flags().IntVar(&options.concurrency, "concurrency", 1, "number of games to examine at a time")
	cmd.Flags().IntVar(&config.Limits.HashMiB, "hash", 32, "size of the table of each proof in `MiB`")
	rules.addTo(cmd)
	options.machines.addTo(cmd)
	return cmd
}

func runPuzzles(ctx context.Context, options *puzzlesOptions) error {
	if options.check {
		return checkPuzzles(ctx, options)
	}
	games, err := readGames(options)
	if err != nil {
		return err
	}
	results := puzzles.NewResults(options.out)
	if options.file != "" {
		opened, file, err := puzzles.OpenResults(options.file, &options.config)
		if err != nil {
			return err
		}
		defer file.Close()
		results = opened
	}
	workers, closeAll, err := options.machines.workers(ctx, options.concurrency, options.file, options.err)
	if err != nil {
		return err
	}
	defer closeAll()
	shown := options.newProgress("games", int64(len(games)))
	err = puzzles.Run(ctx, games, results, options.config, workers, func(done int) { shown.set(int64(done)) })
	shown.end()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.err, "%s in %s\n", counted(len(results.Puzzles), "puzzle"), counted(len(games), "game"))
	return err
}

// readGames reads the games of the input.
func readGames(options *puzzlesOptions) (games []*record.Game, err error) {
	in, err := options.open()
	if err != nil {
		return nil, err
	}
	defer in.close()
	err = in.each(options.rules, func(_ int, item record.Item) error {
		if item.Game != nil {
			games = append(games, item.Game)
		}
		return nil
	})
	if err == nil && len(games) == 0 {
		err = in.fault(errors.New("there are no games"))
	}
	return games, err
}

// checkPuzzles proves the puzzles of the input again.
func checkPuzzles(ctx context.Context, options *puzzlesOptions) error {
	in, err := options.open()
	if err != nil {
		return err
	}
	defer in.close()
	var list []puzzles.Puzzle
	err = in.each(engine.Rules{}, func(_ int, item record.Item) error {
		if item.Entry == nil {
			return in.fault(errors.New("there is a game, and no puzzle"))
		}
		p, err := puzzles.ParsePuzzle(item.Entry)
		list = append(list, p)
		return in.fault(err)
	})
	if err != nil {
		return err
	}
	wrong := 0
	err = puzzles.Check(ctx, list, options.config, func(number int, fault error) {
		wrong++
		fmt.Fprintf(options.err, "puzzle %d: %v\n", number, fault)
	})
	switch {
	case err != nil:
	case wrong > 0:
		err = fmt.Errorf("%d of %s without proof of one solution", wrong, counted(len(list), "puzzle"))
	default:
		_, err = fmt.Fprintf(options.out, "%s, each with one solution\n", counted(len(list), "puzzle"))
	}
	return err
}
