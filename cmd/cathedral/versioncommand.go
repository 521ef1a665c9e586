package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCommand returns the command that says which program this is.
func newVersionCommand(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Long: `Say which version this is, made of the commit it was built from ("+dirty" where
files differ from it), which version of Go built it, and for which platform.`,
		Example: "  cathedral version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(f.out, "cathedral %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// version returns the version that Go wrote into the program: the module's, or one
// made of the commit and its date; "development" where it wrote none, as in tests.
func version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
