package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
)

// tuneWDLOptions are the options of `cathedral tune wdl`.
type tuneWDLOptions struct {
	fitOptions
	depth int // the least depth of a score, in plies
}

// newTuneWDLCommand returns the command that fits the chances of a win, a draw
// and a loss. Tests replace the work by runF.
func newTuneWDLCommand(f *factory, runF func(context.Context, *tuneWDLOptions) error) *cobra.Command {
	options := &tuneWDLOptions{fitOptions: newFitOptions(f)}
	if runF == nil {
		runF = runTuneWDL
	}
	cmd := &cobra.Command{
		Use:   "wdl FILE...",
		Short: "Fit the chances of a win, a draw and a loss to scores",
		Long: `Fit the chances of a win, a draw and a loss at a given score and ply, by ordered
logistic regression on the results of games. FILE has game records from "tune games",
or others with the engine's scores. Only positions after the last random move of a
game count. By default, scores of one-ply searches do not count: such a search sees
no reply, and its scores are too high.

One game in ten is held out. The log loss is the mean of -log of the chance that the
actual result was given. The table compares chances and results in tenths of those
positions, from the worst for the side to move to the best. The best chances for the
games do not depend on those of this engine, so the fit has no other start. Chances that
measure worse than this engine's overwrite a file only with --force.`,
		Example: `  cathedral tune wdl games.txt
  cathedral tune wdl games.txt --out search/windrawloss.go`,
		Args: func(_ *cobra.Command, arguments []string) error { return options.takeFiles(arguments) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if options.depth < 0 {
				return usageErrorf("--depth %d: want 0 or more", options.depth)
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().IntVar(&options.depth, "depth", 2, "ignore scores of searches of fewer than `N` plies")
	options.addTo(cmd, "search/windrawloss.go")
	return cmd
}

func runTuneWDL(ctx context.Context, options *tuneWDLOptions) error {
	samples, err := readSamples(ctx, &options.fitOptions, func(moment *tune.Moment, _ bool) (tune.Guess, bool) {
		if !moment.HasMargin || moment.Depth < options.depth {
			return tune.Guess{}, false
		}
		return tune.NewGuess(moment), true
	})
	if err != nil {
		return err
	}
	learned, held := samples.learned, samples.held
	chances, err := tune.FitChances(learned)
	if err != nil {
		return err
	}
	calibration := tune.Calibrate(&chances, held)
	quality := fmt.Sprintf("Fitted to %d scores. Log loss on %d held out: %.4f, %.4f from frequencies alone; points off by %.1f %%.",
		len(learned), len(held), chances.LogLoss(held), tune.FrequencyLogLoss(held), 100*calibration.Error())
	if _, err := fmt.Fprintf(options.out, "\n%s\n%s\n%s\nLog loss of this engine's chances: %.4f.\n",
		tune.LossByPly(&chances, held), &calibration, quality, tune.CurrentLogLoss(held)); err != nil {
		return err
	}
	if err := options.keepBetter(options.source, "search/windrawloss.go", tune.CurrentLogLoss(held), chances.LogLoss(held)); err != nil {
		return err
	}
	return options.write(chances.Source, header(fmt.Sprintf("cathedral tune wdl --depth %d", options.depth), samples.origins, quality))
}
