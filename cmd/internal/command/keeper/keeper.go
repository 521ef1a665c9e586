// Package keeper is the command that kills processes that engines of a match leave behind.
package keeper

import (
	"os"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/command"
	"cathedral/protocol/process"
)

// Name is the name of the command that a match starts for itself.
const Name = "keeper"

// OfThisProgram returns the command that starts a keeper, or nil if the path of this
// program is not known.
func OfThisProgram() []string {
	executable, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{executable, Name}
}

// Command returns the command that kills the processes that the engines of a match leave
// behind when the match ends or is killed: when the input of f ends. People do not use it.
func Command(f *command.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   Name + " MARK",
		Short: "Kill the processes that a match leaves behind",
		Long: `Kill the processes that the engines of a match leave behind. A match starts this
command for itself. When standard input ends, it kills all processes with the MARK.`,
		Example: "  cathedral keeper 5f3a",
		Hidden:  true,
		Args:    command.One("one MARK"),
		RunE: func(_ *cobra.Command, arguments []string) error {
			process.KillOrphans(f.In, arguments[0])
			return nil
		},
	}
}
