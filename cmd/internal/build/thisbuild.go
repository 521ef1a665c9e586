package build

import (
	"runtime"
	"strings"

	"cathedral/cmd/internal/identity"
)

// Details returns what Go recorded about the build: the commit and its date, if it
// was built in a checkout, the version of Go, and the platform.
func Details() []string {
	var details []string
	if commit := Commit(); commit != "" {
		details = append(details, commit)
	}
	if date, _, _ := strings.Cut(identity.Recorded("vcs.time"), "T"); date != "" {
		details = append(details, date)
	}
	if identity.Recorded("vcs.modified") == "true" {
		details = append(details, "modified")
	}
	return append(details, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
}

// Commit returns the commit that this program was built from, as in "commit
// 0123456789ab", or "" if Go did not record it.
func Commit() string {
	if commit := identity.Commit(); commit != "" {
		return "commit " + commit
	}
	return ""
}
