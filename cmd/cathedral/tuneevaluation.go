package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
)

// tuneEvaluationOptions are the options of `cathedral tune evaluation`.
type tuneEvaluationOptions struct {
	fitOptions
	folder string  // of package evaluation, where the files are written; "": none
	share  float64 // of the engine's score in the target
	epochs int     // passes over the positions
}

// newTuneEvaluationCommand returns the command that fits the evaluation. Tests
// replace the work by runF.
func newTuneEvaluationCommand(f *factory, runF func(context.Context, *tuneEvaluationOptions) error) *cobra.Command {
	options := &tuneEvaluationOptions{fitOptions: newFitOptions(f)}
	if runF == nil {
		runF = runTuneEvaluation
	}
	cmd := &cobra.Command{
		Use:   "evaluation FILE...",
		Short: "Fit the evaluation to scores and final margins",
		Long: `Fit the evaluation, its weights and its network together. The target of each
position is a blend of the engine's score and the final margin of the game. FILE has
game records from "tune games", or others with the engine's scores. If a random move
follows a position, the margin says nothing about it, and the target is the score.

One game in ten is held out. The table shows the root mean square error on those
positions, in squares of the final margin, for this engine's evaluation (before) and
for the new one (after). Before is too low if this engine's parameters were fitted
to the same games.

The fit begins with the parameters of this engine, or at random --from-scratch. The
same files and flags give the same parameters, on any number of processors.
Parameters that measure worse than this engine's overwrite a file only with --force.`,
		Example: `  cathedral tune evaluation games.txt
  cathedral tune evaluation games.txt more.txt --out search/evaluation`,
		Args: func(_ *cobra.Command, arguments []string) error { return options.takeFiles(arguments) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !(options.share >= 0 && options.share <= 1):
				return usageErrorf("--score %g: want a share from 0 to 1", options.share)
			case options.epochs < 1:
				return usageErrorf("--epochs %d: want 1 or more", options.epochs)
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Float64Var(&options.share, "score", 0.4, "`share` of the engine's score in the target; the rest is the final margin")
	cmd.Flags().IntVar(&options.epochs, "epochs", 12, "number of passes over the positions")
	cmd.Flags().StringVar(&options.folder, "out", "", "write weights.go and network.bin to a `folder`, such as search/evaluation (default: print only the figures)")
	options.addScratchTo(cmd)
	options.addForceTo(cmd)
	return cmd
}

func runTuneEvaluation(ctx context.Context, options *tuneEvaluationOptions) error {
	samples, err := readSamples(ctx, &options.fitOptions, func(moment *tune.Moment, _ bool) (tune.Example, bool) {
		return tune.NewExample(moment, options.share)
	})
	if err != nil {
		return err
	}
	learned, held := samples.learned, samples.held
	shown := options.newProgress("positions", int64(options.epochs*len(learned)))
	var start *tune.Evaluation
	if !options.scratch {
		start = tune.CurrentEvaluation()
	}
	evaluation, err := tune.FitEvaluation(ctx, start, learned, options.epochs, func(done int) { shown.set(int64(done)) })
	shown.end()
	if err != nil {
		return err
	}
	measured := tune.MeasureErrors(held, evaluation)
	positions, before, after := measured.Total()
	quality := fmt.Sprintf("Fitted to %d positions. Error on %d held out: %.3f squares. Error against the target on %d held out: %.3f.",
		len(learned), positions, after, len(held), tune.TargetError(held, evaluation))
	if _, err := fmt.Fprintf(options.out, "\n%s\n%s\n", &measured, quality); err != nil {
		return err
	}
	kept := ""
	if options.folder != "" {
		kept = filepath.Join(options.folder, "weights.go")
	}
	if err := options.keepBetter(kept, "search/evaluation", before, after); err != nil {
		return err
	}
	command := fmt.Sprintf("cathedral tune evaluation --score %g --epochs %d%s", options.share, options.epochs, options.fromScratch())
	return options.writeBoth(evaluation, header(command, samples.origins, quality))
}

// writeBoth writes the two files of an evaluation, if --out asks for them.
func (o *tuneEvaluationOptions) writeBoth(evaluation *tune.Evaluation, header tune.Header) error {
	if o.folder == "" {
		return nil
	}
	network, err := evaluation.Network().Marshal()
	if err != nil {
		return err
	}
	weights, err := evaluation.Source(header)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name    string
		content []byte
	}{{"weights.go", weights}, {"network.bin", network}} {
		if err := o.writeFile(filepath.Join(o.folder, file.name), file.content); err != nil {
			return err
		}
	}
	return o.nextStep()
}
