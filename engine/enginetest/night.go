package enginetest

import (
	"os"
	"testing"
)

// Night skips a test that is for the night and for releases, as .ci/run --all runs them, unless
// the environment variable CATHEDRAL_NIGHT is set.
func Night(t testing.TB) {
	t.Helper()
	if os.Getenv("CATHEDRAL_NIGHT") == "" {
		t.Skip("is for the night: set CATHEDRAL_NIGHT=1 to run it")
	}
}
