package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/cmd/internal/identity"
)

// version is the version of the program.
const version = identity.Version

// newVersionCommand returns the command that prints the program's version.
func newVersionCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the program's version, the commit it was built from with its date ("modified"
when files differ from it), the version of Go that built it, and the platform.`,
		Example: "  cathedral version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(f.out, "cathedral %s (%s)\n", version, strings.Join(buildDetails(), ", "))
			return err
		},
	}
}

// buildDetails returns what Go recorded about the build: the commit and its date, if it
// was built in a checkout, the version of Go, and the platform.
func buildDetails() []string {
	var details []string
	if info, known := debug.ReadBuildInfo(); known {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				details = append(details, "commit "+setting.Value[:min(12, len(setting.Value))])
			case "vcs.time":
				date, _, _ := strings.Cut(setting.Value, "T")
				details = append(details, date)
			case "vcs.modified":
				if setting.Value == "true" {
					details = append(details, "modified")
				}
			}
		}
	}
	return append(details, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
}
