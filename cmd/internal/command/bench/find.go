package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/suite"
	"cathedral/cmd/internal/command"
)

// findOptions are the options of `cathedral bench find`.
type findOptions struct {
	*command.Factory
	file    string
	command string // the command line, without the folder of the file
	finder  suite.Finder
}

// newFindCommand returns the command that finds the questions of the
// suite. It is for the maintainers of the suite.
func newFindCommand(f *command.Factory) *cobra.Command {
	o := &findOptions{Factory: f}
	finder := &o.finder
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
		Args:   command.One("the name of one file of game records"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			for _, name := range themes {
				theme, err := suite.ParseTheme(name)
				if err != nil || theme == suite.Endgame {
					return command.UsageErrorf("--themes: %q is not a theme of a move", name)
				}
				finder.Themes = append(finder.Themes, theme)
			}
			o.file = arguments[0]
			o.command = findCommand(cmd, o.file)
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().Uint64Var(&finder.DeepNodes, "nodes", 2_000_000, "search `N` nodes if an answer is not proven")
	cmd.Flags().IntVar(&finder.EarlyQuota, "early", 10, "find `N` questions of each theme by searches")
	cmd.Flags().IntVar(&finder.LateQuota, "late", 15, "find `N` questions of each theme by proofs")
	cmd.Flags().IntVar(&finder.EndQuota, "endgames", 6, "find `N` endgames of each ply")
	cmd.Flags().StringSliceVar(&themes, "themes", nil, "the `themes` of the moves, separated by commas (default all)")
	command.Declare(cmd, command.AtLeast(1, "nodes"))
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

func (o *findOptions) run(ctx context.Context) error {
	in, err := o.OpenInput(ctx, o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	finder := &o.finder
	fmt.Fprintf(o.Out, "# %s\n", o.command)
	total := finder.Questions()
	shown := o.NewProgress("questions", total)
	count := 0
	err = finder.Find(ctx, in.Reader, filepath.Base(o.file), func(q suite.Question) error {
		count++
		shown.Set(count)
		return q.Write(o.Out)
	})
	shown.End()
	return in.Fault(err)
}
