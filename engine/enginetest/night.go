package enginetest

import (
	"os"
	"testing"
)

// IsNight reports whether the environment variable CATHEDRAL_NIGHT is set, as by .ci/run --all.
// Then simulations have all their samples.
func IsNight() bool { return os.Getenv("CATHEDRAL_NIGHT") != "" }

// Samples returns how many of n samples a simulation takes: a tenth, unless IsNight.
func Samples(n int) int {
	if IsNight() {
		return n
	}
	return n / 10
}

// Night skips a test that is for the night and for releases, unless IsNight.
func Night(t testing.TB) {
	t.Helper()
	if !IsNight() {
		t.Skip("is for the night: set CATHEDRAL_NIGHT=1 to run it")
	}
}
