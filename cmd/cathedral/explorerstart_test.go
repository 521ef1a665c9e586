package main

import (
	"testing"

	"cathedral/cmd/internal/command"
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
		f := &command.Factory{Interactive: test.interactive}
		if got := fromExplorer(test.arguments, f, func() bool { return test.owns }); got != test.want {
			t.Errorf("%+v: the page is opened: %t", test, got)
		}
	}
}
