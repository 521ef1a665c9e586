package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
)

// studyMergeOptions are the options of `cathedral study merge`.
type studyMergeOptions struct {
	out     io.Writer
	file    string
	sources []string
}

// newStudyMergeCommand returns the command that joins trees of openings. Tests replace the
// work by runF.
func newStudyMergeCommand(f *factory, runF func(context.Context, *studyMergeOptions) error) *cobra.Command {
	options := &studyMergeOptions{out: f.out}
	if runF == nil {
		runF = runStudyMerge
	}
	return &cobra.Command{
		Use:   "merge OUT FILE...",
		Short: "Join trees of openings",
		Long: `Add the trees of openings in the FILEs, which have the same rules and settings, to the
one in OUT, which is created if it does not exist. Of several searches of a position,
the one that took the most nodes stays.`,
		Example: `  cathedral study merge all.txt tree.txt tree-of-another-machine.txt`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) < 2 {
				return usageErrorf("want the name of the file to write and of one or more to read")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			options.file, options.sources = arguments[0], arguments[1:]
			return runF(cmd.Context(), options)
		},
	}
}

func runStudyMerge(_ context.Context, options *studyMergeOptions) error {
	positions, err := study.MergeTrees(options.file, options.sources)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "%s: %d positions\n", options.file, positions)
	return err
}
