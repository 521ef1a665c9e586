package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
)

// tuneWeightsOptions say what `cathedral tune weights` is to fit to.
type tuneWeightsOptions struct {
	fitOptions
	ridge float64
	quiet bool // learn only from positions where nothing was settled at once
}

// newTuneWeightsCommand returns the command that fits the weights of the
// evaluation. runF takes the place of the work in tests.
func newTuneWeightsCommand(f *factory, runF func(context.Context, *tuneWeightsOptions) error) *cobra.Command {
	options := &tuneWeightsOptions{fitOptions: newFitOptions(f)}
	if runF == nil {
		runF = runTuneWeights
	}
	cmd := &cobra.Command{
		Use:   "weights FILE...",
		Short: "Fit the weights of the evaluation to final margins",
		Long: `Fit the weights of the evaluation to the final margins of games, by ridge
regression. FILE has game records, of "tune games" or others with the engine's
scores in them; only positions after the last random move of a game count.

One game in five is held out. The table says how far the estimates of those
positions are off the final margin, in squares, as the root of the mean square:
of the weights that this engine has (before) and of the new ones (after).`,
		Example: `  cathedral tune weights games.txt
  cathedral tune weights games.txt more.txt --out search/weights.go`,
		Args: func(_ *cobra.Command, arguments []string) error { return options.takeFiles(arguments) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !(options.ridge > 0) {
				return usageErrorf("--ridge %g: want more than 0", options.ridge)
			}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Float64Var(&options.ridge, "ridge", 50, "how strongly weights are pulled to 0, in positions")
	cmd.Flags().BoolVar(&options.quiet, "quiet", false, "learn only from positions whose next move claims and captures nothing")
	options.addTo(cmd, "search/weights.go")
	return cmd
}

func runTuneWeights(ctx context.Context, options *tuneWeightsOptions) error {
	var learned, held, heldQuiet []tune.Example
	origins, err := options.read(ctx, func(moment *tune.Moment, isHeld bool) {
		switch example := tune.NewExample(moment); {
		case moment.Position.CathedralPending():
		case isHeld:
			held = append(held, example)
			if !example.Settles {
				heldQuiet = append(heldQuiet, example)
			}
		case !options.quiet || !example.Settles:
			learned = append(learned, example)
		}
	})
	if err != nil {
		return err
	}
	if len(learned) == 0 || len(held) == 0 {
		return errNothingToFit
	}
	weights, err := tune.FitWeights(learned, options.ridge)
	if err != nil {
		return err
	}
	measured := tune.MeasureErrors(held, &weights)
	measuredQuiet := tune.MeasureErrors(heldQuiet, &weights)
	_, after := measured.Total()
	_, quietAfter := measuredQuiet.Total()
	quality := fmt.Sprintf("Fitted to %d positions. Error on %d held out: %.3f squares, %.3f where nothing is settled at once.",
		len(learned), len(held), after, quietAfter)
	if _, err := fmt.Fprintf(options.out, "\n%s\n%s\n", &measured, quality); err != nil {
		return err
	}
	command := fmt.Sprintf("cathedral tune weights --ridge %g", options.ridge)
	if options.quiet {
		command += " --quiet"
	}
	return options.write(weights.Source, header(command, origins, quality))
}

// header returns what generated source says of its origin.
func header(command string, origins []tune.FileOrigin, quality string) tune.Header {
	header := tune.Header{Notes: []string{"The games, from cathedral tune games:"}}
	words := []string{command}
	for _, origin := range origins {
		words = append(words, origin.Name)
		header.Notes = append(header.Notes, "  "+origin.String())
	}
	header.Command = strings.Join(words, " ")
	header.Notes = append(header.Notes, quality)
	return header
}
