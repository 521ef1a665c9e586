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
	fit tune.EvaluationFit
}

// newEvaluationCommand returns the command that fits the evaluation.
func newEvaluationCommand(f *command.Factory) *cobra.Command {
	o := &evaluationOptions{fitOptions: fitOptions{Factory: f}}
	cmd := &cobra.Command{
		Use:   "evaluation FILE...",
		Short: "Fit the evaluation to scores of searches",
		Long: `Fit the evaluation, its weights and its network together, to the engine's scores.
FILE contains game records from "tune games", or others with the engine's scores. The
positions of variations count too, and on the line of a proof the proven margin is the
score.

The games are read from disk once more in each epoch, so that there can be any number
of them. With --progress, the fit continues after an interruption.

The games of one opening in ten are held out. The table shows the root mean square error
on their positions, in squares of the score, for this engine's evaluation (before) and for
the new one (after). Before is too low if this engine's parameters were fitted to the same games.

The same files and flags give the same parameters, on any number of processors.
Parameters that measure worse than this engine's overwrite a file only with --force.`,
		Example: `  cathedral tune evaluation games.txt
  cathedral tune evaluation games.txt more.txt --progress fit.state --out search/evaluation`,
	}
	cmd.Flags().IntVar(&o.fit.Epochs, "epochs", 16, "number of passes over the positions")
	cmd.Flags().StringVar(&o.fit.Progress, "progress", "", "keep the state of the fit in a `file`, from which the same command continues")
	o.addTo(cmd, "write weights.go and network.bin to a `folder`, such as search/evaluation", o.run)
	command.Declare(cmd, command.AtLeast(1, "epochs"))
	return cmd
}

func (o *evaluationOptions) run(ctx context.Context) error {
	var origins []tune.FileOrigin
	o.fit.Moments = func(use func(*tune.Moment, bool) error) (err error) {
		origins, err = o.readGames(ctx, func(_, _ int64) {}, use)
		return err
	}
	show, end := o.progress("positions")
	o.fit.Report = show
	fitted, err := o.fit.Run(ctx)
	end()
	if err != nil {
		return err
	}
	if err := o.printOrigins(origins); err != nil {
		return err
	}
	positions, before, after := fitted.Errors.Total()
	if fitted.Learned == 0 || positions == 0 {
		return errNothing
	}
	o.held = positions
	quality := fmt.Sprintf("Fitted to %d positions. Error on %d held out: %.3f squares; before: %.3f.", fitted.Learned, positions, after, before)
	if _, err := fmt.Fprintf(o.Out, "\n%s\n%s\n", &fitted.Errors, quality); err != nil {
		return err
	}
	weights, err := fitted.Source(header(fmt.Sprintf("cathedral tune evaluation --epochs %d", o.fit.Epochs), origins, quality))
	if err != nil {
		return err
	}
	network, err := fitted.Network().Marshal()
	if err != nil {
		return err
	}
	return o.keep("search/evaluation", before, after,
		file{command.Output{Name: filepath.Join(o.out, "weights.go"), Begin: sourceBegin}, weights},
		file{command.Output{Name: filepath.Join(o.out, "network.bin"), Begin: string(network[:len("cathedral network ")])}, network})
}
