package main

import (
	"fmt"
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
// lists commands with their input and their expected results. Lines that begin with [long]
// run only in long tests.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Condition: func(condition string) (bool, error) {
		if condition != "long" {
			return false, fmt.Errorf("no such condition: %s", condition)
		}
		return enginetest.IsLong(t), nil
	}})
}
