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
	*command.Factory
	machines.GamesRun
	recipe  study.Practice
	tree    string
	results []string // files of games
}

// newPracticeCommand returns the command that tries out the moves of a tree.
func newPracticeCommand(f *command.Factory, run func(*practiceOptions, context.Context) error) *cobra.Command {
	o := &practiceOptions{GamesRun: machines.GamesRun{Factory: f}}
	cmd := &cobra.Command{
		Use:   "practice FILE --tree TREE",
		Short: "Play games that tell which moves of a tree are best",
		Long: `Play games of the engine against itself, from each of the 56 placements of the
Cathedral in turn, that try out the moves of a tree, and append their records to FILE.

In each game one side has a book, which is drawn from the tree: a move is in it as
often as it may be the best, by the errors of the values. The other side has none,
and searches its first move with one to eight times the nodes. The games that are
played count for the next books. If the command is interrupted, the same command
continues it. With --listen or --nats the games are played by "cathedral worker".

Where games leave the tree, "study grow" lets it grow, and then more games go on there:
take both in turn. "book make" makes a book of tree and games.`,
		Example: `  cathedral study practice practice.txt --tree tree.txt --results games.txt --games 560
  cathedral study grow tree.txt --games games.txt --games practice.txt --played 2
  cathedral study practice practice.txt --tree tree.txt --results games.txt --games 1120`,
		Args: command.One("the name of one file for the games"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.File = arguments[0]
			return run(o, cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tree, "tree", "", "try out the moves of the tree in a `file`")
	flags.StringArrayVar(&o.results, "results", nil, "count the results of the games in a `file` (can be repeated)")
	flags.Uint64Var(&o.recipe.Seed, "seed", 1, "seed of all draws")
	flags.Uint64Var(&o.recipe.Nodes, "nodes", 30000, "search `N` nodes for each move")
	o.AddTo(cmd, 5600)
	command.Declare(cmd, command.Required("tree", "name the file of a tree"))
	return cmd
}

func (o *practiceOptions) run(ctx context.Context) error {
	tree, err := study.ReadTree(o.tree)
	if err != nil {
		return err
	}
	results, err := readGames(ctx, o.Factory, o.results, tree.Rules)
	if err != nil {
		return err
	}
	tree.AddGames(results)
	return play(ctx, &o.GamesRun, func(workers jobs.Workers, report func(done int)) error {
		return study.PlayPractice(ctx, o.File, tree, o.recipe, o.Games, workers, report)
	})
}
