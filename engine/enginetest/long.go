package enginetest

import (
	"os"
	"testing"
)

// IsLong reports whether the tests are to take their time: whether the environment
// variable CATHEDRAL_LONG is 1. Tests that sample their cases otherwise take all of
// them then.
func IsLong() bool { return os.Getenv("CATHEDRAL_LONG") == "1" }

// Long skips a test that takes long, unless the tests are to take their time.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("takes long: set CATHEDRAL_LONG=1 to run it")
	}
}
