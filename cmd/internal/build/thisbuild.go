package build

import (
	"runtime"
	"runtime/debug"
	"strings"
)

// Details returns what Go recorded about the build: the commit and its date, if it
// was built in a checkout, the version of Go, and the platform.
func Details() []string {
	var details []string
	if commit := Commit(); commit != "" {
		details = append(details, commit)
	}
	if date, _, _ := strings.Cut(setting("vcs.time"), "T"); date != "" {
		details = append(details, date)
	}
	if setting("vcs.modified") == "true" {
		details = append(details, "modified")
	}
	return append(details, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
}

// Commit returns the commit that this program was built from, as in "commit
// 0123456789ab", or "" if Go did not record it.
func Commit() string {
	revision := setting("vcs.revision")
	if revision == "" {
		return ""
	}
	return "commit " + revision[:min(12, len(revision))]
}

// setting returns what Go recorded about the build under a key, or "".
func setting(key string) string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return ""
	}
	for _, recorded := range info.Settings {
		if recorded.Key == key {
			return recorded.Value
		}
	}
	return ""
}
