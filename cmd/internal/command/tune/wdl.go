package tune

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command"
)

// wdlOptions are the options of `cathedral tune wdl`.
type wdlOptions struct {
	fitOptions
	depth int // the least depth of a score, in plies
}

// newWDLCommand returns the command that fits the chances of a win, a draw
// and a loss.
func newWDLCommand(f *command.Factory) *cobra.Command {
	o := &wdlOptions{fitOptions: fitOptions{Factory: f}}
	cmd := &cobra.Command{
		Use:   "wdl FILE...",
		Short: "Fit the chances of a win, a draw and a loss to scores",
		Long: `Fit the chances of a win, a draw and a loss at a given score and ply, by ordered
logistic regression on the results of games. FILE contains game records from "tune
games", or others with the engine's scores. Only positions after the last random move of
a game count. By default, scores of one-ply searches do not count: such a search sees
no reply, and its scores are too high.

The games of one opening in ten are held out. The log loss is the mean of -log of the
chance that the actual result was given. The table compares chances and results in tenths of those
positions, from the worst for the side to move to the best. The best fit
does not depend on this engine's chances, so there is no --from-scratch. Chances that
measure worse than this engine's overwrite a file only with --force.`,
		Example: `  cathedral tune wdl games.txt
  cathedral tune wdl games.txt --out search/windrawloss.go`,
	}
	cmd.Flags().IntVar(&o.depth, "depth", 2, "ignore scores of searches of fewer than `N` plies")
	command.Declare(cmd, command.AtLeast(0, "depth"))
	o.addTo(cmd, "write the parameters to a Go `file`, such as search/windrawloss.go", o.run)
	return cmd
}

func (o *wdlOptions) run(ctx context.Context) error {
	var learned, held []tune.Guess
	show, end := o.progress("bytes")
	origins, err := o.readGames(ctx, func(read, total int64) { show(int(read), int(total)) }, func(moment *tune.Moment, isHeld bool) error {
		switch {
		case !moment.HasMargin || moment.Depth < o.depth:
		case isHeld:
			held = append(held, tune.NewGuess(moment))
		default:
			learned = append(learned, tune.NewGuess(moment))
		}
		return nil
	})
	end()
	if err != nil {
		return err
	}
	if err := o.printOrigins(origins); err != nil {
		return err
	}
	if len(learned) == 0 || len(held) == 0 {
		return errNothing
	}
	o.held = len(held)
	chances, err := tune.FitChances(learned)
	if err != nil {
		return err
	}
	calibration := tune.Calibrate(&chances, held)
	quality := fmt.Sprintf("Fitted to %d scores. Log loss on %d held out: %.4f, %.4f from frequencies alone; points off by %.1f %%.",
		len(learned), len(held), chances.LogLoss(held), tune.FrequencyLogLoss(held), 100*calibration.Error())
	if _, err := fmt.Fprintf(o.Out, "\n%s\n%s\nLog loss of this engine's chances: %.4f.\n",
		&calibration, quality, tune.CurrentLogLoss(held)); err != nil {
		return err
	}
	text, err := chances.Source(header(fmt.Sprintf("cathedral tune wdl --depth %d", o.depth), origins, quality))
	if err != nil {
		return err
	}
	return o.keep("search/windrawloss.go", tune.CurrentLogLoss(held), chances.LogLoss(held), file{command.Output{Name: o.out, Begin: sourceBegin}, text})
}
