package study

import (
	"context"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/cmd/internal/machines"
)

// practiceOptions are the options of `cathedral study practice`.
type practiceOptions struct {
	machines.GamesRun
	recipe  study.Practice
	tree    string
	results []string // files of games
}

// newPracticeCommand returns the command that tries out the moves of a tree.
func newPracticeCommand(f *command.Factory) *cobra.Command {
	o := &practiceOptions{GamesRun: machines.GamesRun{Factory: f}}
	cmd := &cobra.Command{
		Use:   "practice FILE --tree TREE",
		Short: "Play games to find out which moves of a tree are best",
		Long: `Play games of the engine against itself, from each of the 56 placements of the
Cathedral in turn, that try out the moves of a tree, and append their records to FILE.

In each game, one side has a book sampled from the tree: a move is chosen with the
probability that it is the best, given the errors of the values. The other side has
no book, and searches its first move with one to eight times the nodes. The results
count for the books of later games. If the command is interrupted, run it again to
continue. With --listen or --nats, "cathedral worker" plays the games.

Alternate with "study grow", which extends the tree where games left it. "book make"
makes a book from the tree and the games.`,
		Example: `  cathedral study practice practice.txt --tree tree.txt --results games.txt --games 560
  cathedral study grow tree.txt --games games.txt --games practice.txt --played 2
  cathedral study practice practice.txt --tree tree.txt --results games.txt --games 1120`,
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tree, "tree", "", "try out the moves of the tree in a `file`")
	flags.StringArrayVar(&o.results, "results", nil, "count the results of the games in a `file` (can be repeated)")
	flags.Uint64Var(&o.recipe.Seed, "seed", 1, "seed of all random choices")
	flags.Uint64Var(&o.recipe.Nodes, "nodes", 30000, "search `N` nodes for each move")
	o.AddTo(cmd, 5600, o.run)
	command.Declare(cmd, command.Required("tree", "name the file of a tree"))
	return cmd
}

func (o *practiceOptions) run(ctx context.Context) error {
	tree, err := readTree(ctx, o.Factory, o.tree, o.results)
	if err != nil {
		return err
	}
	if err := o.CheckOutputs(append(o.results, o.tree), command.Output{Name: o.File}); err != nil {
		return err
	}
	return play(ctx, &o.GamesRun, func(workers jobs.Workers, report func(done int)) error {
		return study.PlayPractice(ctx, o.File, tree, o.recipe, o.Games, workers, report)
	})
}
