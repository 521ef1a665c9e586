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

// newTuneCommand returns the command that fits the engine's numbers to its own
// games. Its own commands do the work, in files of their own.
func newTuneCommand(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's numbers to its own games",
		Long: `Fit the engine's numbers to its own games: play the games, then find the evaluation
that comes nearest to scores and final margins, the ranking of moves that puts first
what searches chose, and the chances of a win, a draw and a loss that go with a
score. They are written as files of the source, to be built into the next engine.

bench/tune/TUNING.md tells what was done to get the numbers there are.`,
		Example: `  cathedral tune games --games 3000 games.txt
  cathedral tune evaluation games.txt --out search/evaluation
  cathedral tune ranking games.txt --out search/ordering/rankweights.go
  cathedral tune wdl games.txt --out search/wdl.go`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) > 0 {
				return usageErrorf("there is no command tune %q: want games, evaluation, ranking or wdl", arguments[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTuneGamesCommand(f, nil), newTuneEvaluationCommand(f, nil),
		newTuneRankingCommand(f, nil), newTuneWDLCommand(f, nil))
	return cmd
}

// fitOptions are what all fits need to know: the games, and what becomes of the
// result.
type fitOptions struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	files       []string
	source      string // the Go file to write, "": none
}

func newFitOptions(f *factory) fitOptions {
	return fitOptions{out: f.out, newProgress: f.newProgress}
}

func (o *fitOptions) addTo(cmd *cobra.Command, example string) {
	cmd.Flags().StringVar(&o.source, "out", "", "the Go `file` to write, "+example+" (default none: only the figures)")
}

// takeFiles takes the arguments: files of games.
func (o *fitOptions) takeFiles(arguments []string) error {
	if len(arguments) == 0 {
		return usageErrorf("want a file of games, or several")
	}
	o.files = arguments
	return nil
}

// samples are what a fit learns from, and what is held out to measure it by.
type samples[T any] struct {
	learned, held []T
	origins       []tune.FileOrigin
}

// readSamples reads the games and writes where they come from. sampleOf makes a
// sample of a moment, if the fit learns from such moments. Without any it is an error.
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
		return nil, errors.New("there is nothing to fit in these games: it takes some with the engine's scores")
	}
	return s, nil
}

// write writes generated source, if that is asked for.
func (o *fitOptions) write(source func(tune.Header) ([]byte, error), header tune.Header) error {
	if o.source == "" {
		return nil
	}
	text, err := source(header)
	if err != nil {
		return err
	}
	return o.writeFile(o.source, text)
}

// writeFile writes a file and tells so.
func (o *fitOptions) writeFile(path string, content []byte) error {
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(o.out, "written: %s\n", path)
	return err
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
