package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/study"
)

// studyGamesOptions are the options of `cathedral study games`.
type studyGamesOptions struct {
	gamesRun
	recipe study.EqualGames
}

// gamesRun is what the commands of a study that play games have in common.
type gamesRun struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	games       int
	threads     int
	machines    machineFlags
	file        string
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

// addTo adds the flags to a command.
func (r *gamesRun) addTo(cmd *cobra.Command, games int) {
	cmd.Flags().IntVar(&r.games, "games", games, "play until the file has `N` games")
	cmd.Flags().IntVar(&r.threads, "threads", 1, "number of games to play at a time")
	r.machines.addTo(cmd)
}

// check returns an error of usage if the flags, or the nodes for each move, make no sense.
func (r *gamesRun) check(nodes uint64) error {
	switch {
	case r.games < 1:
		return usageErrorf("--games %d: want 1 or more", r.games)
	case nodes < 1:
		return usageErrorf("--nodes 0: want 1 or more")
	case r.threads < 1 || r.threads > mostThreads:
		return usageErrorf("--threads %d: want a number from 1 to %d", r.threads, mostThreads)
	}
	return r.machines.check()
}

// play has the games played by workers, here or on other machines, and shows the progress.
func (r *gamesRun) play(ctx context.Context, work jobs.Work, play func(study.Workers, func(done int)) error) error {
	workers, closeAll, err := studyWorkers(ctx, &r.machines, r.file, jobs.Local{Work: work, Workers: r.threads}, r.out)
	if err != nil {
		return err
	}
	defer closeAll()
	shown := r.newProgress("games", int64(r.games))
	err = play(workers, func(done int) { shown.set(int64(done)) })
	shown.end()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(r.out, "%s: %d games\n", r.file, r.games)
	return err
}

func runStudyGames(ctx context.Context, options *studyGamesOptions) error {
	return options.play(ctx, study.PlayJob(), func(workers study.Workers, report func(done int)) error {
		return study.PlayGames(ctx, options.file, options.recipe, options.games, workers, report)
	})
}

// studyWorkers returns the workers of a study's command: those of other machines if flags say
// so, and else the local ones. The caller calls closeAll after the run.
func studyWorkers(ctx context.Context, machines *machineFlags, file string, local jobs.Local, out io.Writer) (workers study.Workers, closeAll func(), err error) {
	if !machines.areMany() {
		return study.Workers{Carrier: local}, func() {}, nil
	}
	carrier, build, closeAll, err := machines.carrierOfBuild(ctx, file, out)
	return study.Workers{Carrier: carrier, Build: build}, closeAll, err
}
