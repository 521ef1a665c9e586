package tune

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command"
)

// evaluationOptions are the options of `cathedral tune evaluation`.
type evaluationOptions struct {
	fitOptions
	share  float64 // of the engine's score in the target
	epochs int     // passes over the positions
}

// newEvaluationCommand returns the command that fits the evaluation.
func newEvaluationCommand(f *command.Factory) *cobra.Command {
	o := &evaluationOptions{fitOptions: fitOptions{Factory: f}}
	cmd := &cobra.Command{
		Use:   "evaluation FILE...",
		Short: "Fit the evaluation to scores and final margins",
		Long: `Fit the evaluation, its weights and its network together. The target of each
position is a blend of the engine's score and the final margin of the game. FILE contains
game records from "tune games", or others with the engine's scores. If a random move
follows a position, the margin says nothing about it, and the target is the score.

One game in ten is held out. The table shows the root mean square error on those
positions, in squares of the final margin, for this engine's evaluation (before) and
for the new one (after). Before is too low if this engine's parameters were fitted
to the same games.

The fit begins with this engine's parameters, or at random with --from-scratch. The
same files and flags give the same parameters, on any number of processors.
Parameters that measure worse than this engine's overwrite a file only with --force.`,
		Example: `  cathedral tune evaluation games.txt
  cathedral tune evaluation games.txt more.txt --out search/evaluation`,
	}
	cmd.Flags().Float64Var(&o.share, "score", 0.4, "`share` of the engine's score in the target; the rest is the final margin")
	cmd.Flags().IntVar(&o.epochs, "epochs", 12, "number of passes over the positions")
	o.addScratchTo(cmd)
	o.addTo(cmd, "write weights.go and network.bin to a `folder`, such as search/evaluation", o.run)
	command.Declare(cmd, command.Between(0, 1, "score"), command.AtLeast(1, "epochs"))
	return cmd
}

func (o *evaluationOptions) run(ctx context.Context) error {
	samples, err := readSamples(ctx, &o.fitOptions, func(moment *tune.Moment, _ bool) (tune.Example, bool) {
		return tune.NewExample(moment, o.share)
	})
	if err != nil {
		return err
	}
	learned, held := samples.learned, samples.held
	shown := o.NewProgress("positions", o.epochs*len(learned))
	var start *tune.Evaluation
	if !o.scratch {
		start = tune.CurrentEvaluation()
	}
	evaluation, err := tune.FitEvaluation(ctx, start, learned, o.epochs, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	measured := tune.MeasureErrors(held, evaluation)
	positions, before, after := measured.Total()
	quality := fmt.Sprintf("Fitted to %d positions. Error on %d held out: %.3f squares. Error against the target on %d held out: %.3f.",
		len(learned), positions, after, len(held), tune.TargetError(held, evaluation))
	if _, err := fmt.Fprintf(o.Out, "\n%s\n%s\n", &measured, quality); err != nil {
		return err
	}
	words := fmt.Sprintf("cathedral tune evaluation --score %g --epochs %d%s", o.share, o.epochs, o.fromScratch())
	weights, err := evaluation.Source(header(words, samples.origins, quality))
	if err != nil {
		return err
	}
	network, err := evaluation.Network().Marshal()
	if err != nil {
		return err
	}
	return o.keep("search/evaluation", before, after,
		file{command.Output{Name: filepath.Join(o.out, "weights.go"), Begin: sourceBegin}, weights},
		file{command.Output{Name: filepath.Join(o.out, "network.bin"), Begin: string(network[:len("cathedral network ")])}, network})
}
