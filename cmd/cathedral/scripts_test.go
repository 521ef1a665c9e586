package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cathedral/cmd/internal/command/keeper"
	"cathedral/engine/enginetest"
)

func TestMain(m *testing.M) {
	// A keeper is started by the path of the program, here that of the tests: without this
	// it would be one more run of all of them.
	if len(os.Args) > 1 && os.Args[1] == keeper.Name {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"cathedral": main})
}

// TestScripts runs the program as a person would: each script in testdata/script
// is a call, what is typed to it, and what has to come of it.
func TestScripts(t *testing.T) { testscript.Run(t, testscript.Params{Dir: "testdata/script"}) }

func TestLongScripts(t *testing.T) {
	enginetest.Long(t)
	testscript.Run(t, testscript.Params{Dir: "testdata/longscript"})
}
