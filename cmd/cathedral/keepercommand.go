package main

import (
	"os"

	"github.com/spf13/cobra"

	"cathedral/protocol/process"
)

// keeperName is the name of the command that a match starts for itself.
const keeperName = "keeper"

// keeperOfThisProgram returns the command that starts a keeper, or nil if the path of this
// program is not known.
func keeperOfThisProgram() []string {
	executable, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{executable, keeperName}
}

// newKeeperCommand returns the command that kills the processes that the
// engines of a match have left behind when the match ends or is killed. It is
// not for people.
func newKeeperCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   keeperName + " MARK",
		Short: "Kill the processes that a match leaves behind",
		Long: `Kill the processes that the engines of a match leave behind. A match starts this
command for itself. When standard input ends, it kills all processes with the MARK.`,
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
