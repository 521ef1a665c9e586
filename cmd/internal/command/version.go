package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/build"
	"cathedral/cmd/internal/identity"
)

// NewVersion returns the command that prints the program's version to f.
func NewVersion(f *Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the program's version, the commit it was built from with its date ("modified"
if files differ from it), the version of Go that built it, and the platform.`,
		Example: "  cathedral version",
		Args:    NoArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(f.Out, "cathedral %s (%s)\n", identity.Version, strings.Join(build.Details(), ", "))
			return err
		},
	}
}
