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
	if commit := buildCommit(); commit != "" {
		details = append(details, commit)
	}
	if date, _, _ := strings.Cut(buildSetting("vcs.time"), "T"); date != "" {
		details = append(details, date)
	}
	if buildSetting("vcs.modified") == "true" {
		details = append(details, "modified")
	}
	return append(details, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
}

// buildCommit returns the commit that this program was built from, as in "commit
// 0123456789ab", or "" if Go did not record it.
func buildCommit() string {
	revision := buildSetting("vcs.revision")
	if revision == "" {
		return ""
	}
	return "commit " + revision[:min(12, len(revision))]
}

// buildSetting returns what Go recorded about the build under a key, or "".
func buildSetting(key string) string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == key {
			return setting.Value
		}
	}
	return ""
}
