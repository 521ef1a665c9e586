package study

import (
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
)

// newMergeCommand returns the command that joins trees of openings.
func newMergeCommand(f *command.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "merge OUT FILE...",
		Short: "Join trees of openings",
		Long: `Add the trees of openings in the FILEs to the tree in OUT, which is created if it does
not exist. All trees must have the same rules and settings. If a position was searched
more than once, the search with the most nodes is kept.`,
		Example: `  cathedral study merge all.txt tree.txt tree-of-another-machine.txt`,
		Args:    command.Some(2, "the name of the file to write and of one or more to read"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if err := f.CheckOutputs(arguments[1:], command.Output{Name: arguments[0]}); err != nil {
				return err
			}
			positions, err := command.Await(cmd.Context(), func() (int, error) { return study.MergeTrees(arguments[0], arguments[1:]) })
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(f.Out, "%s: %s\n", arguments[0], wording.Count(positions, "position"))
			return err
		},
	}
}
