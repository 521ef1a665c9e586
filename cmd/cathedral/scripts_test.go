package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cathedral/engine/enginetest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cathedral": main})
}

// TestScripts runs the program as a person would: each script in testdata/script
// is a call, what is typed to it, and what has to come of it. Some have parts that take long.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Condition: func(name string) (bool, error) {
		return name == "long" && enginetest.IsLong(), nil
	}})
}
