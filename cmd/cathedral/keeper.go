package main

import (
	"github.com/spf13/cobra"

	"cathedral/bench/match"
)

// keeperName is the name of the command that a match starts for itself.
const keeperName = "keeper"

// newKeeperCommand returns the command that ends what the engines of a match leave
// behind when the match is over, or has been killed. It is not for people.
func newKeeperCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:    keeperName + " MARK",
		Short:  "End what the engines of a match leave behind (started by match)",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			match.Keep(f.in, arguments[0])
			return nil
		},
	}
}
