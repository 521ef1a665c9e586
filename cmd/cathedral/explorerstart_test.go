package main

import (
	"io"
	"testing"
)

// With a pipe on its input the program is the engine, always.
func TestOnlyExplorerOpensThePage(t *testing.T) {
	for _, test := range []struct {
		arguments         []string
		interactive, owns bool
		want              bool
	}{
		{nil, true, true, true},
		{nil, true, false, false},
		{nil, false, true, false},
		{[]string{"version"}, true, true, false},
	} {
		f := testFactory("", io.Discard)
		f.interactive, f.ownsConsole = test.interactive, func() bool { return test.owns }
		if got := fromExplorer(test.arguments, f); got != test.want {
			t.Errorf("%+v: the page is opened: %t", test, got)
		}
	}
}
