package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCommand returns the command that prints the version.
func newVersionCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version, the version of Go that built the program, and the platform. The
version names the commit, with "+dirty" if files differed from it.`,
		Example: "  cathedral version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(f.out, "cathedral %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// version returns the version that Go recorded in the program: the module's, or
// one made from the commit and its date. It returns "development" if there is
// none, as in tests.
func version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
