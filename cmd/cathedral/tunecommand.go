package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
)

// newTuneCommand returns the command whose subcommands fit the engine's
// parameters.
func newTuneCommand(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's parameters to its own games",
		Long: `Fit the engine's parameters to its own games: play the games, then fit the
evaluation to scores and final margins, the ranking of moves to the moves that
searches chose, and the chances of a win, a draw and a loss to the results. The
parameters are written as source files for the next build.

bench/tune/TUNING.md says how the current parameters were made.`,
		Example: `  cathedral tune games --games 3000 games.txt
  cathedral tune evaluation games.txt --out search/evaluation
  cathedral tune ranking games.txt --out search/ordering/rankweights.go
  cathedral tune wdl games.txt --out search/windrawloss.go`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) > 0 {
				return usageErrorf("unknown command %q: want games, evaluation, ranking or wdl", arguments[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTuneGamesCommand(f, nil), newTuneEvaluationCommand(f, nil),
		newTuneRankingCommand(f, nil), newTuneWDLCommand(f, nil))
	return cmd
}

// fitOptions are the options that all fits share.
type fitOptions struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	files       []string
	source      string // the Go file to write, "": none
	force       bool   // write parameters that are worse than this engine's
	scratch     bool   // do not begin with this engine's parameters
}

func newFitOptions(f *factory) fitOptions {
	return fitOptions{out: f.out, newProgress: f.newProgress}
}

func (o *fitOptions) addTo(cmd *cobra.Command, example string) {
	cmd.Flags().StringVar(&o.source, "out", "", "write the parameters to a Go `file`, such as "+example+" (default: print only the figures)")
	o.addForceTo(cmd)
}

func (o *fitOptions) addForceTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite parameters even if the new ones measure worse than this engine's")
}

func (o *fitOptions) addScratchTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.scratch, "from-scratch", false, "do not begin with the parameters that this engine has")
}

// fromScratch returns the flag of that name for the command in generated source.
func (o *fitOptions) fromScratch() string {
	if o.scratch {
		return " --from-scratch"
	}
	return ""
}

// keepBetter returns an error if a file exists at path and the new parameters measure
// worse than this engine's, whose place they would take. Without a path it prints how to
// keep the parameters.
func (o *fitOptions) keepBetter(path, usual string, before, after float64) error {
	if path == "" {
		_, err := fmt.Fprintf(o.out, "Next: keep them with --out %s.\n", usual)
		return err
	}
	if _, err := os.Stat(path); err == nil && after > before && !o.force {
		return fmt.Errorf("%s is kept: the new parameters have an error of %.4f, and this engine's one of %.4f, which is too low if they were fitted to the same games; --force overwrites them",
			path, after, before)
	}
	return nil
}

// nextStep prints what to do with parameters that were written.
func (o *fitOptions) nextStep() error {
	_, err := fmt.Fprintln(o.out, "Next: go test ./search/... ./bench/tune, and keep them if they win cathedral match --against HEAD.")
	return err
}

// takeFiles takes the arguments, which name files of games.
func (o *fitOptions) takeFiles(arguments []string) error {
	if len(arguments) == 0 {
		return usageErrorf("want at least one file of games")
	}
	o.files = arguments
	return nil
}

// samples are the samples that a fit learns from and those that are held out to
// measure it.
type samples[T any] struct {
	learned, held []T
	origins       []tune.FileOrigin
}

// readSamples reads the games and prints their origins. sampleOf returns the
// sample of a moment and reports whether the fit can use it. Without samples,
// readSamples returns an error.
func readSamples[T any](ctx context.Context, o *fitOptions, sampleOf func(moment *tune.Moment, held bool) (T, bool)) (*samples[T], error) {
	s := &samples[T]{}
	var shown *progress
	var err error
	s.origins, err = tune.ReadFiles(ctx, o.files, func(read, total int64) {
		if shown == nil {
			shown = o.newProgress("bytes", total)
		}
		shown.set(read)
	}, func(moment *tune.Moment, held bool) {
		switch sample, fitting := sampleOf(moment, held); {
		case !fitting:
		case held:
			s.held = append(s.held, sample)
		default:
			s.learned = append(s.learned, sample)
		}
	})
	shown.end()
	if err != nil {
		return nil, err
	}
	for _, origin := range s.origins {
		if _, err := fmt.Fprintln(o.out, origin); err != nil {
			return nil, err
		}
	}
	if len(s.learned) == 0 || len(s.held) == 0 {
		return nil, errors.New("nothing to fit: these games do not have the engine's scores")
	}
	return s, nil
}

// write writes the generated source, if --out asks for it.
func (o *fitOptions) write(source func(tune.Header) ([]byte, error), header tune.Header) error {
	if o.source == "" {
		return nil
	}
	text, err := source(header)
	if err != nil {
		return err
	}
	if err := o.writeFile(o.source, text); err != nil {
		return err
	}
	return o.nextStep()
}

// writeFile writes a file and prints its name.
func (o *fitOptions) writeFile(path string, content []byte) error {
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(o.out, "written: %s\n", path)
	return err
}

// header returns the comment in generated source that states its origin.
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
