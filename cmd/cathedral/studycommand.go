package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/study"
)

// studyGamesOptions are the options of `cathedral study games`.
type studyGamesOptions struct {
	gamesRun
	recipe study.EqualGames
}

// newStudyCommand returns the command that studies the opening.
func newStudyCommand(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "study",
		Short: "Study the opening",
		Long: `Find out what the opening is worth: play games of the engine against itself from every
placement of the Cathedral, grow a tree of openings, and report what both say.`,
		Example: `  cathedral study games games.txt --threads 2
  cathedral study grow tree.txt --games games.txt --threads 2
  cathedral study practice practice.txt --tree tree.txt --results games.txt --threads 2
  cathedral study show tree.txt CAnF5
  cathedral study report OPENINGS.md --games games.txt --tree tree.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newStudyGamesCommand(f, nil), newStudyGrowCommand(f, nil), newStudyPracticeCommand(f, nil), newStudyMergeCommand(f, nil),
		newStudyShowCommand(f, nil), newStudyReportCommand(f, nil),
	)
	return cmd
}

// oneFile demands one argument, the name of the file for something.
func oneFile(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, arguments []string) error {
		if len(arguments) != 1 {
			return usageErrorf("want the name of one file for %s", what)
		}
		return nil
	}
}

// newStudyGamesCommand returns the command that plays the games of a study. Tests replace
// the work by runF.
func newStudyGamesCommand(f *factory, runF func(context.Context, *studyGamesOptions) error) *cobra.Command {
	options := &studyGamesOptions{gamesRun: gamesRun{out: f.out, newProgress: f.newProgress}}
	if runF == nil {
		runF = runStudyGames
	}
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "games FILE",
		Short: "Play games of the engine against itself from every placement of the Cathedral",
		Long: `Play games of the engine against itself, from each of the 56 placements of the
Cathedral in turn, and append their records to FILE.

Each side's first two moves after the placement are drawn among the best six, the
better ones more often, so that the games differ. All other moves are the engine's
best with a fixed number of nodes. If the command is interrupted, the same command
continues it. With --listen or --nats the games are played by "cathedral worker".`,
		Example: `  cathedral study games games.txt
  cathedral study games --rules woods --games 560 --threads 2 woods.txt`,
		Args: oneFile("the games"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if err := options.check(options.recipe.Nodes); err != nil {
				return err
			}
			options.recipe.Rules, options.file = rules.rules, arguments[0]
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Uint64Var(&options.recipe.Seed, "seed", 1, "seed of all draws")
	cmd.Flags().Uint64Var(&options.recipe.Nodes, "nodes", 100000, "search `N` nodes for each move")
	rules.addTo(cmd)
	options.addTo(cmd, 2240)
	return cmd
}

func runStudyGames(ctx context.Context, options *studyGamesOptions) error {
	return playStudy(ctx, &options.gamesRun, func(workers jobs.Workers, report func(done int)) error {
		return study.PlayGames(ctx, options.file, options.recipe, options.games, workers, report)
	})
}

// playStudy has the games of a study played and says how many there are.
func playStudy(ctx context.Context, run *gamesRun, play func(jobs.Workers, func(done int)) error) error {
	if _, _, err := run.play(ctx, play); err != nil {
		return err
	}
	_, err := fmt.Fprintf(run.out, "%s: %d games\n", run.file, run.games)
	return err
}
