package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/engine"
	"cathedral/engine/record"
)

// studyGrowOptions are the options of `cathedral study grow`.
type studyGrowOptions struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	settings    study.Settings
	growth      study.Growth
	games       func() ([]*record.Game, error)
	machines    machineFlags
	file        string
}

// newStudyGrowCommand returns the command that grows a tree of openings. Tests replace the
// work by runF.
func newStudyGrowCommand(f *factory, runF func(context.Context, *studyGrowOptions) error) *cobra.Command {
	options := &studyGrowOptions{out: f.out, newProgress: f.newProgress}
	if runF == nil {
		runF = runStudyGrow
	}
	settings, growth := &options.settings, &options.growth
	var rules rulesFlags
	var games []string
	cmd := &cobra.Command{
		Use:   "grow FILE",
		Short: "Grow a tree of openings",
		Long: `Search positions of the opening, the most important ones first, and append each to
FILE, which is created if it does not exist.

Each position has a search of its own, which values its best moves. The values are
backed up to the beginning of the game, and the next position is the one on the line
that loses least against the best and is shortest: a square lost counts like five
plies. With --placements, a part of the growth goes to the 56 placements of the
Cathedral in turn. With --played, positions that the games of --games passed come
first, such as those of "study practice". From ply 8 on it is tried to prove who wins.
The comment of package bench/study has the details.

FILE is a position file. Its lines have, after the position:
  lines M C... the best moves, each with its value in hundredths of a square
  rest N       the number of other moves
  verdict V    win, draw or loss for the side to move, if it is proven
  acd N; acn N the depth and the nodes of the search
FILE belongs to one process at a time. If the command is interrupted, even by a power
failure, the same command continues it. With --listen or --nats the positions are searched by
"cathedral worker" on other machines; files of machines that work alone are joined by
"cathedral study merge".`,
		Example: `  cathedral study grow tree.txt --positions 20000 --threads 2
  cathedral study grow tree.txt --time 8h --positions 1000000 --games games.txt
  cathedral study grow woods.txt --rules woods`,
		Args: oneFile("the tree"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			switch {
			case settings.Nodes < 1:
				return usageErrorf("--nodes 0: want 1 or more")
			case settings.Lines < 1:
				return usageErrorf("--lines %d: want 1 or more", settings.Lines)
			case growth.Positions < 1:
				return usageErrorf("--positions %d: want 1 or more", growth.Positions)
			case growth.Time < 0:
				return usageErrorf("--time %v: want 0s (no limit) or more", growth.Time)
			case growth.Share < 0 || growth.Share > 100:
				return usageErrorf("--placements %d: want a percentage from 0 to 100", growth.Share)
			case growth.Played < 0:
				return usageErrorf("--played %d: want 0 (off) or more", growth.Played)
			case growth.AtATime < 1 || growth.AtATime > mostThreads:
				return usageErrorf("--threads %d: want a number from 1 to %d", growth.AtATime, mostThreads)
			}
			if err := options.machines.check(); err != nil {
				return err
			}
			settings.Rules, options.file = rules.rules, arguments[0]
			options.games = func() ([]*record.Game, error) { return readStudyGames(cmd.Context(), f, games, rules.rules) }
			return runF(cmd.Context(), options)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&growth.Positions, "positions", 20_000, "grow until the tree has `N` positions")
	flags.DurationVar(&growth.Time, "time", 0, "begin no position after this `time`; 0s: no limit")
	flags.IntVar(&growth.Share, "placements", 50, "`percentage` of the growth that the placements of the Cathedral share equally")
	flags.IntVar(&growth.Played, "played", 0, "begin with positions of the first plies that `N` of the games or more passed; 0: off")
	flags.Uint64Var(&settings.Nodes, "nodes", 100_000, "search `N` nodes in a position")
	flags.IntVar(&settings.Lines, "lines", 6, "value the best `N` moves of a position")
	flags.Uint64Var(&settings.ProofNodes, "proof-nodes", 200_000, "search at most `N` nodes to prove who wins; 0: no proofs")
	flags.StringArrayVar(&games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	flags.IntVar(&growth.AtATime, "threads", 1, "number of positions to search at a time, on all machines together")
	rules.addTo(cmd)
	options.machines.addTo(cmd)
	return cmd
}

func runStudyGrow(ctx context.Context, options *studyGrowOptions) error {
	games, err := options.games()
	if err != nil {
		return err
	}
	workers, closeAll, err := options.machines.workers(ctx, options.growth.AtATime, options.file, options.out)
	if err != nil {
		return err
	}
	defer closeAll()
	shown := options.newProgress("positions", int64(options.growth.Positions))
	positions, begin := 0, time.Now()
	if limit := options.growth.Time; limit > 0 && shown != nil {
		shown.standing = func() string {
			return fmt.Sprintf("ends after %v more", (limit - time.Since(begin)).Round(time.Second))
		}
	}
	err = study.GrowTree(ctx, options.file, options.settings, games, options.growth, workers, func(count int) {
		positions = count
		shown.set(int64(count))
	})
	shown.end()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "%s: %d positions after %v\n", options.file, positions, time.Since(begin).Round(time.Second))
	return err
}

// readStudyGames returns the games of files, which must all have the given rules.
func readStudyGames(ctx context.Context, f *factory, files []string, rules engine.Rules) ([]*record.Game, error) {
	games, err := readAllGames(ctx, f, files)
	for i, game := range games {
		if err == nil && game.Rules != rules {
			err = fmt.Errorf("game %d of --games has the rules %v, want %v", i+1, game.Rules, rules)
		}
	}
	return games, err
}

// readAllGames returns the games of files.
func readAllGames(ctx context.Context, f *factory, files []string) ([]*record.Game, error) {
	var games []*record.Game
	for _, file := range files {
		in, err := openInput(ctx, f, []string{file})
		if err != nil {
			return nil, err
		}
		err = in.each(engine.Rules{}, func(_ int, item record.Item) error {
			if item.Game == nil {
				return in.fault(fmt.Errorf("line %d is a position, not a game", item.Entry.Line))
			}
			games = append(games, item.Game)
			return nil
		})
		in.close()
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}
