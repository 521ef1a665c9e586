package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/suite"
)

// benchFindOptions are the options of `cathedral bench find`.
type benchFindOptions struct {
	out         io.Writer
	newProgress func(what string, total int64) *progress
	open        func(name string) (*input, error)
	file        string
	command     string // the command line, without the folder of the file
	finder      suite.Finder
}

// newBenchFindCommand returns the command that finds the questions of the
// suite. It is for the maintainers of the suite. Tests replace the work by
// runF.
func newBenchFindCommand(f *factory, runF func(context.Context, *benchFindOptions) error) *cobra.Command {
	options := &benchFindOptions{out: f.out, newProgress: f.newProgress}
	if runF == nil {
		runF = runBenchFind
	}
	finder := &options.finder
	var themes []string
	cmd := &cobra.Command{
		Use:   "find RECORDS",
		Short: "Find and verify questions for the suite in game records",
		Long: `Find and verify questions for the suite in game records.

The answers to endgames and other positions from ply 13 on are proven. Earlier
positions are searched with --nodes, once for the best move and once for all others.
bench/suite/SUITE.md says what makes a question.`,
		Example: `  cathedral tune games --games 3000 games.txt
  cathedral bench find games.txt >suite.txt`,
		Hidden: true,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 1 {
				return usageErrorf("want the name of one file of game records")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if finder.DeepNodes < 1 {
				return usageErrorf("--nodes 0: want 1 or more")
			}
			for _, name := range themes {
				theme, err := suite.ParseTheme(name)
				if err != nil || theme == suite.Endgame {
					return usageErrorf("--themes: %q is not a theme of a move", name)
				}
				finder.Themes = append(finder.Themes, theme)
			}
			options.file = arguments[0]
			options.command = findCommand(cmd, options.file)
			options.open = func(name string) (*input, error) { return openInput(cmd.Context(), f, []string{name}) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().Uint64Var(&finder.DeepNodes, "nodes", 2_000_000, "search `N` nodes if an answer is not proven")
	cmd.Flags().IntVar(&finder.EarlyQuota, "early", 10, "find `N` questions of each theme by searches")
	cmd.Flags().IntVar(&finder.LateQuota, "late", 15, "find `N` questions of each theme by proofs")
	cmd.Flags().IntVar(&finder.EndQuota, "endgames", 6, "find `N` endgames of each ply")
	cmd.Flags().StringSliceVar(&themes, "themes", nil, "the `themes` of the moves, separated by commas (default all)")
	return cmd
}

// findCommand returns the command line that finds the same questions again.
func findCommand(cmd *cobra.Command, file string) string {
	words := cmd.CommandPath()
	for _, name := range []string{"nodes", "early", "late", "endgames", "themes"} {
		if flag := cmd.Flags().Lookup(name); name != "themes" || flag.Changed {
			words += fmt.Sprintf(" --%s %s", name, strings.Trim(flag.Value.String(), "[]"))
		}
	}
	return words + " " + filepath.Base(file)
}

func runBenchFind(ctx context.Context, options *benchFindOptions) error {
	in, err := options.open(options.file)
	if err != nil {
		return err
	}
	defer in.close()
	finder := &options.finder
	fmt.Fprintf(options.out, "# %s\n", options.command)
	total := finder.Questions()
	shown := options.newProgress("questions", int64(total))
	count := 0
	err = finder.Find(ctx, in.reader, filepath.Base(options.file), func(q suite.Question) error {
		count++
		shown.set(int64(count))
		return q.Write(options.out)
	})
	shown.end()
	return in.fault(err)
}
