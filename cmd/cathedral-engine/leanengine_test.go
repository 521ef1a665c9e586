package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"cathedral/cmd/internal/identity"
)

func TestTheLeanEnginePlays(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("ugi\nposition startpos moves CAnF5\ngo nodes 1000\nquit\n")
	if status := run(nil, in, &out, io.Discard); status != 0 {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{"id name " + identity.Name + " " + identity.EngineVersion() + "\n", "\nugiok\n", "\nbestmove "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the engine does not say %q:\n%s", want, &out)
		}
	}
}

func TestTheLeanEngineTakesNoArguments(t *testing.T) {
	var errors strings.Builder
	if status := run([]string{"serve"}, strings.NewReader(""), io.Discard, &errors); status != 2 || !strings.Contains(errors.String(), "no arguments") {
		t.Errorf("status %d: %s", status, &errors)
	}
}

// The server, the statistics and the progress bar are what makes the other program large.
func TestTheLeanEngineHasNoServer(t *testing.T) {
	packages, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, heavy := range []string{"net/http", "encoding/json", "github.com", "gonum.org", "cathedral/bench"} {
		if strings.Contains(string(packages), "\n"+heavy) {
			t.Errorf("%s is linked", heavy)
		}
	}
}
