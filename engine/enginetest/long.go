package enginetest

import (
	"os"
	"testing"
)

// IsLong reports whether the environment variable CATHEDRAL_LONG is set. Then tests that
// otherwise sample their cases take all of them, which lasts minutes instead of seconds.
func IsLong() bool { return os.Getenv("CATHEDRAL_LONG") != "" }

// Long skips a test that lasts minutes, unless IsLong.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: set CATHEDRAL_LONG=1 to run it")
	}
}
