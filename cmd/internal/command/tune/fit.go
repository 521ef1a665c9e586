package tune

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command"
)

// fitOptions are the options that all fits share.
type fitOptions struct {
	*command.Factory
	files   []string
	out     string // the file or folder to write, "": none
	force   bool   // write parameters that are worse than this engine's
	scratch bool   // do not begin with this engine's parameters
	held    int    // positions that are held out
}

// fewestHeld is the number of positions held out from which better parameters are worth keeping.
const fewestHeld = 1_000

// addTo makes cmd run with files of games as its arguments, and adds the flags about the
// output. usage is the help text of --out.
func (o *fitOptions) addTo(cmd *cobra.Command, usage string, run func(context.Context) error) {
	cmd.Args = command.Some(1, "at least one file of games")
	cmd.RunE = func(cmd *cobra.Command, arguments []string) error {
		o.files = arguments
		return run(cmd.Context())
	}
	cmd.Flags().StringVar(&o.out, "out", "", usage+" (default: print only the figures)")
	cmd.Flags().BoolVar(&o.force, "force", false, "overwrite parameters even if the new ones measure worse than this engine's")
}

func (o *fitOptions) addScratchTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.scratch, "from-scratch", false, "do not begin with this engine's parameters")
}

// fromScratch returns the flag of that name for the command in generated source.
func (o *fitOptions) fromScratch() string {
	if o.scratch {
		return " --from-scratch"
	}
	return ""
}

// file is a file of parameters.
type file struct {
	path    string
	content []byte
}

// keep writes the files and prints the next step. It returns an error if the first file exists
// and the new parameters measure worse than this engine's (after above before). Without --out
// it prints how to write better parameters to their usual place.
func (o *fitOptions) keep(usual string, before, after float64, files ...file) error {
	if o.out == "" {
		if after > before || o.held < fewestHeld {
			_, err := fmt.Fprintf(o.Out, "Next: fit to more games: on %d held out the error is %.4f and this engine's is %.4f.\n", o.held, after, before)
			return err
		}
		_, err := fmt.Fprintf(o.Out, "Next: keep them with --out %s.\n", usual)
		return err
	}
	if _, err := os.Stat(files[0].path); err == nil && after > before && !o.force {
		return fmt.Errorf("%s is kept: the new parameters have an error of %.4f, and this engine's one of %.4f, which is too low if they were fitted to the same games; --force overwrites them",
			files[0].path, after, before)
	}
	for _, f := range files {
		if err := os.WriteFile(f.path, f.content, 0o644); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(o.Out, "written: %s\n", f.path); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(o.Out, "Next: go test ./search/... ./bench/tune, and keep them if they win cathedral match --against HEAD.")
	return err
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
	var shown *command.Progress
	var err error
	s.origins, err = tune.ReadFiles(ctx, o.files, func(read, total int64) {
		if shown == nil {
			shown = o.NewProgress("bytes", int(total))
		}
		shown.Set(int(read))
	}, func(moment *tune.Moment, held bool) {
		switch sample, fitting := sampleOf(moment, held); {
		case !fitting:
		case held:
			s.held = append(s.held, sample)
		default:
			s.learned = append(s.learned, sample)
		}
	})
	shown.End()
	if err != nil {
		return nil, err
	}
	for _, origin := range s.origins {
		if _, err := fmt.Fprintln(o.Out, origin); err != nil {
			return nil, err
		}
	}
	if len(s.learned) == 0 || len(s.held) == 0 {
		return nil, errors.New("nothing to fit: these games have no scores of the engine, or only those of searches that are too short")
	}
	o.held = len(s.held)
	return s, nil
}

// header returns the comment in generated source that states its origin.
func header(command string, origins []tune.FileOrigin, quality string) tune.Header {
	header := tune.Header{Notes: []string{"The games, from cathedral tune games:"}}
	words := []string{command}
	for _, origin := range origins {
		words = append(words, origin.Name)
		header.Notes = append(header.Notes, "  - "+origin.String())
	}
	header.Command = strings.Join(words, " ")
	header.Notes = append(header.Notes, quality)
	return header
}
