package enginetest

import "testing"

// Must ends the test t at err, unless that is nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
