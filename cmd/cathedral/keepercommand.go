package main

import (
	"github.com/spf13/cobra"

	"cathedral/protocol/process"
)

// keeperName is the name of the command that a match starts for itself.
const keeperName = "keeper"

// newKeeperCommand returns the command that ends what the engines of a match leave
// behind when the match is over, or has been killed. It is not for people.
func newKeeperCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   keeperName + " MARK",
		Short: "End what the engines of a match leave behind",
		Long: `End what the engines of a match leave behind. A match starts this command for
itself: when standard input ends, it ends all processes that carry the MARK.`,
		Example: "  cathedral keeper 5f3a",
		Hidden:  true,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) != 1 {
				return usageErrorf("want one MARK")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, arguments []string) error {
			process.KillOrphans(f.in, arguments[0])
			return nil
		},
	}
}
