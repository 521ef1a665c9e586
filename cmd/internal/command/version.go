package command

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

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
			_, err := fmt.Fprintf(f.Out, "cathedral %s (%s)\n", identity.Version, strings.Join(buildDetails(), ", "))
			return err
		},
	}
}

// buildDetails returns what Go recorded about the build: the commit and its date, if it
// was built in a checkout, the version of Go, and the platform.
func buildDetails() []string {
	var details []string
	if commit := identity.Commit(); commit != "" {
		details = append(details, "commit "+commit)
	}
	if date, _, _ := strings.Cut(identity.Recorded("vcs.time"), "T"); date != "" {
		details = append(details, date)
	}
	if identity.Recorded("vcs.modified") == "true" {
		details = append(details, "modified")
	}
	return append(details, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
}
