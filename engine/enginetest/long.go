package enginetest

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// IsLong reports whether the tests are to take their time: whether the environment
// variable CATHEDRAL_LONG is 1. Tests that sample their cases otherwise take all of
// them then, which lasts minutes instead of seconds.
//
// If CATHEDRAL_ASKED names a file, IsLong adds a line with the package and the test of t to
// it. Those tests have more to do in a long run, and a long run after a quick one needs no
// others.
func IsLong(t testing.TB) bool {
	t.Helper()
	if path := os.Getenv("CATHEDRAL_ASKED"); path != "" {
		note(t, path)
	}
	return os.Getenv("CATHEDRAL_LONG") == "1"
}

// note adds the package and the outermost test of t to the file at path. One write of a
// short line to a file that only grows is not mixed with those of other processes.
func note(t testing.TB, path string) {
	t.Helper()
	build, _ := debug.ReadBuildInfo()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	test, _, _ := strings.Cut(t.Name(), "/")
	if _, err := fmt.Fprintf(file, "%s %s\n", strings.TrimSuffix(build.Path, ".test"), test); err != nil {
		t.Fatal(err)
	}
}

// Long skips a test that lasts minutes, unless they are asked for: see IsLong.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong(t) {
		t.Skip("takes long: set CATHEDRAL_LONG=1 to run it")
	}
}
