package study

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// growOptions are the options of `cathedral study grow`.
type growOptions struct {
	*command.Factory
	settings study.Settings
	growth   study.Growth
	games    []string // files of games
	machines command.MachineFlags
	file     string
}

// newGrowCommand returns the command that grows a tree of openings.
func newGrowCommand(f *command.Factory) *cobra.Command {
	o := &growOptions{Factory: f}
	settings, growth := &o.settings, &o.growth
	cmd := &cobra.Command{
		Use:   "grow FILE",
		Short: "Grow a tree of openings",
		Long: `Search positions of the opening, the most important ones first, and append each to
FILE, which is created if it does not exist.

Each position is searched separately, to value its best moves. The values are backed up
to the beginning of the game. The next position is the one on the line that is shortest
and loses least against the best line: a lost square counts as much as five plies. With
--placements, part of the growth goes to the 56 placements of the Cathedral in turn.
With --played, positions of the games of --games come first. From ply 8 on, it also
tries to prove who wins. The comment of package bench/study has the details.

FILE is a position file. After the position, each line has:
  lines M C... the best moves, each with its value in hundredths of a square
  rest N       the number of other moves
  verdict V    win, draw or loss for the side to move, if it is proven
  acd N; acn N the depth and the nodes of the search
Only one process at a time may use FILE. If the command is interrupted, even by a power
failure, run it again to continue. With --listen or --nats, "cathedral worker" searches
the positions on other machines. "cathedral study merge" joins the files of machines
that work separately.`,
		Example: `  cathedral study grow tree.txt --positions 20000 --concurrency 2
  cathedral study grow tree.txt --time 8h --positions 1000000 --games games.txt
  cathedral study grow woods.txt --rules woods`,
	}
	command.TakeFile(cmd, "the name of one file for the tree", &o.file, o.run)
	flags := cmd.Flags()
	flags.IntVar(&growth.Positions, "positions", 20_000, "grow until the tree has `N` positions")
	flags.DurationVar(&growth.Time, "time", 0, "begin no search after this `time`; 0s: no limit")
	flags.IntVar(&growth.Share, "placements", 50, "`percentage` of the growth that the placements of the Cathedral share equally")
	flags.IntVar(&growth.Played, "played", 0, "begin with positions of the first plies that occur in at least `N` of the games; 0: off")
	flags.Uint64Var(&settings.Nodes, "nodes", 100_000, "search `N` nodes in a position")
	flags.IntVar(&settings.Lines, "lines", 6, "value the best `N` moves of a position")
	flags.Uint64Var(&settings.ProofNodes, "proof-nodes", 200_000, "search at most `N` nodes to prove who wins; 0: no proofs")
	flags.StringArrayVar(&o.games, "games", nil, "count the results of the games in a `file` (can be repeated)")
	command.AddRules(cmd, &settings.Rules)
	command.Declare(cmd, command.AtLeast(1, "nodes", "lines", "positions"), command.ZeroMeans("no limit", "time"),
		command.Between(0, 100, "placements"), command.ZeroMeans("off", "played"))
	command.Alias(cmd, "threads", "concurrency")
	o.machines.AddTo(cmd, &growth.AtATime, "number of positions to search at a time; with --listen or --nats as many as workers ask for")
	return cmd
}

func (o *growOptions) run(ctx context.Context) error {
	games, err := readGames(ctx, o.Factory, o.games, o.settings.Rules)
	if err != nil {
		return err
	}
	if err := o.CheckOutputs(o.games, command.Output{Name: o.file}); err != nil {
		return err
	}
	workers, closeAll, err := o.machines.Workers(ctx, o.growth.AtATime, command.Lines(o.Out))
	if err != nil {
		return err
	}
	defer closeAll()
	if o.machines.AreMany() {
		o.growth.AtATime = math.MaxInt // as many as they ask for
	}
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
	_, err = fmt.Fprintf(o.Out, "%s: %s after %v\n", o.file, wording.Count(positions, "position"), time.Since(begin).Round(time.Second))
	return err
}

// readTree returns the tree in a file, with the results of the games in other files.
func readTree(ctx context.Context, f *command.Factory, file string, games []string) (*study.Tree, error) {
	tree, err := command.ReadFile(ctx, file, "positions of a study", study.ParseTree)
	if err != nil {
		return nil, err
	}
	results, err := readGames(ctx, f, games, tree.Rules)
	if err == nil {
		tree.AddGames(results)
	}
	return tree, err
}

// readGames returns the games of files, which must all have the given rules.
func readGames(ctx context.Context, f *command.Factory, files []string, rules engine.Rules) ([]*record.Game, error) {
	games, err := f.ReadGames(ctx, engine.Rules{}, files...)
	for i, game := range games {
		if err == nil && game.Rules != rules {
			err = fmt.Errorf("game %d of --games has the rules %v, want %v", i+1, game.Rules, rules)
		}
	}
	return games, err
}
