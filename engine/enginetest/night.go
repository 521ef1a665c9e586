package enginetest

import (
	"os"
	"testing"
)

// IsNight reports whether the environment variable CATHEDRAL_NIGHT is set, as by .ci/run --all.
// Then simulations are larger.
func IsNight() bool { return os.Getenv("CATHEDRAL_NIGHT") != "" }

// Night skips a test that is for the night and for releases, unless IsNight.
func Night(t testing.TB) {
	t.Helper()
	if !IsNight() {
		t.Skip("is for the night: set CATHEDRAL_NIGHT=1 to run it")
	}
}
