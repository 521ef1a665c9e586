package study

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/machines"
	"cathedral/engine"
	"cathedral/engine/record"
)

// growOptions are the options of `cathedral study grow`.
type growOptions struct {
	*command.Factory
	settings study.Settings
	growth   study.Growth
	games    []string // files of games
	machines machines.Flags
	file     string
}

// newGrowCommand returns the command that grows a tree of openings.
func newGrowCommand(f *command.Factory, run func(*growOptions, context.Context) error) *cobra.Command {
	o := &growOptions{Factory: f}
	settings, growth := &o.settings, &o.growth
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
		Args: command.One("the name of one file for the tree"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.file = arguments[0]
			return run(o, cmd.Context())
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
	flags.StringArrayVar(&o.games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	flags.IntVar(&growth.AtATime, "threads", 1, "number of positions to search at a time, on all machines together")
	command.AddRules(cmd, &settings.Rules)
	command.Declare(cmd, command.AtLeast(1, "nodes", "lines", "positions"), command.ZeroMeans("no limit", "time"),
		command.Between(0, 100, "placements"), command.ZeroMeans("off", "played"), command.Between(1, command.MostThreads, "threads"))
	o.machines.AddTo(cmd)
	return cmd
}

func (o *growOptions) run(ctx context.Context) error {
	games, err := readGames(ctx, o.Factory, o.games, o.settings.Rules)
	if err != nil {
		return err
	}
	workers, closeAll, err := o.machines.Workers(ctx, o.growth.AtATime, o.file, o.Out)
	if err != nil {
		return err
	}
	defer closeAll()
	shown := o.NewProgress("positions", o.growth.Positions)
	positions, begin := 0, time.Now()
	if limit := o.growth.Time; limit > 0 && shown != nil {
		shown.Standing = func() string {
			return fmt.Sprintf("ends after %v more", (limit - time.Since(begin)).Round(time.Second))
		}
	}
	err = study.GrowTree(ctx, o.file, o.settings, games, o.growth, workers, func(count int) {
		positions = count
		shown.Set(count)
	})
	shown.End()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.Out, "%s: %d positions after %v\n", o.file, positions, time.Since(begin).Round(time.Second))
	return err
}

// readGames returns the games of files, which must all have the given rules.
func readGames(ctx context.Context, f *command.Factory, files []string, rules engine.Rules) ([]*record.Game, error) {
	games, err := f.ReadGames(ctx, files)
	for i, game := range games {
		if err == nil && game.Rules != rules {
			err = fmt.Errorf("game %d of --games has the rules %v, want %v", i+1, game.Rules, rules)
		}
	}
	return games, err
}
