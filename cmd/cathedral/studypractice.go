package main

import (
	"context"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/study"
	"cathedral/engine/record"
)

// studyPracticeOptions are the options of `cathedral study practice`.
type studyPracticeOptions struct {
	gamesRun
	recipe  study.Practice
	tree    string
	results func(*study.Tree) ([]*record.Game, error)
}

// newStudyPracticeCommand returns the command that tries out the moves of a tree. Tests
// replace the work by runF.
func newStudyPracticeCommand(f *factory, runF func(context.Context, *studyPracticeOptions) error) *cobra.Command {
	options := &studyPracticeOptions{gamesRun: gamesRun{out: f.out, newProgress: f.newProgress}}
	if runF == nil {
		runF = runStudyPractice
	}
	var results []string
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
		Args: oneFile("the games"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if options.tree == "" {
				return usageErrorf("--tree is missing: name the file of a tree")
			}
			if err := options.check(options.recipe.Nodes); err != nil {
				return err
			}
			options.file = arguments[0]
			options.results = func(tree *study.Tree) ([]*record.Game, error) {
				return readStudyGames(cmd.Context(), f, results, tree.Rules)
			}
			return runF(cmd.Context(), options)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&options.tree, "tree", "", "try out the moves of the tree in a `file`")
	flags.StringArrayVar(&results, "results", nil, "count the results of the games in a `file` (can be repeated)")
	flags.Uint64Var(&options.recipe.Seed, "seed", 1, "seed of all draws")
	flags.Uint64Var(&options.recipe.Nodes, "nodes", 30000, "search `N` nodes for each move")
	options.addTo(cmd, 5600)
	return cmd
}

func runStudyPractice(ctx context.Context, options *studyPracticeOptions) error {
	tree, err := study.ReadTree(options.tree)
	if err != nil {
		return err
	}
	results, err := options.results(tree)
	if err != nil {
		return err
	}
	tree.AddGames(results)
	return playStudy(ctx, &options.gamesRun, func(workers jobs.Workers, report func(done int)) error {
		return study.PlayPractice(ctx, options.file, tree, options.recipe, options.games, workers, report)
	})
}
