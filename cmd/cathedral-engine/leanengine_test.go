package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/cmd/internal/identity"
	"cathedral/engine/enginetest"
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

func TestTheLeanEngineNamesItsVersion(t *testing.T) {
	var out strings.Builder
	if status := run([]string{"--version"}, nil, &out, io.Discard); status != 0 || out.String() != "cathedral-engine "+identity.Version+"\n" {
		t.Errorf("status %d: %s", status, &out)
	}
}

// The search does the same work on every machine. A change of the search changes its signature;
// a change that does not mean to must not.
func TestTheLeanEngineHasTheSignature(t *testing.T) {
	enginetest.Long(t)
	recorded, err := os.ReadFile("../../bench/signature.txt")
	enginetest.Must(t, err)
	var out strings.Builder
	if status := run([]string{"bench"}, nil, &out, io.Discard); status != 0 {
		t.Errorf("status %d", status)
	}
	for line := range strings.Lines(string(recorded)) {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the output is\n%s\nwant %s; if the search was meant to change, that goes into bench/signature.txt", &out, line)
		}
	}
}

// The engine of the page without a server is the same engine: node runs the test above in
// WebAssembly.
func TestTheSignatureInWebAssembly(t *testing.T) {
	enginetest.Night(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node is installed")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	enginetest.Must(t, err)
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	test := exec.Command("go", "test", "-count=1", "-v", "-exec", runner, "-run", "HasTheSignature", ".")
	test.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CATHEDRAL_LONG=1")
	if output, err := test.CombinedOutput(); err != nil || !strings.Contains(string(output), "--- PASS: TestTheLeanEngineHasTheSignature") {
		t.Errorf("in WebAssembly: %v\n%s", err, output)
	}
}

func TestTheLeanEngineRefusesOtherArguments(t *testing.T) {
	for _, arguments := range [][]string{{"serve"}, {"bench", "--suite"}} {
		var errors strings.Builder
		if status := run(arguments, strings.NewReader(""), io.Discard, &errors); status != 2 || !strings.Contains(errors.String(), "bench or none") {
			t.Errorf("%q: status %d: %s", arguments, status, &errors)
		}
	}
	var out strings.Builder
	run(nil, strings.NewReader("bench --suite\n"), &out, io.Discard)
	if !strings.Contains(out.String(), "info string error: bench: unexpected argument \"--suite\"") {
		t.Error(&out)
	}
}

// The server, the statistics and the progress bar are what makes the other program large.
func TestTheLeanEngineHasNoServer(t *testing.T) {
	packages, err := exec.Command("go", "list", "-deps", ".").Output()
	enginetest.Must(t, err)
	for _, heavy := range []string{"net/http", "encoding/json", "github.com", "gonum.org", "cathedral/bench/"} {
		if strings.Contains(string(packages), "\n"+heavy) {
			t.Errorf("%s is linked", heavy)
		}
	}
}

// What the documents promise of its size, with room for a small change.
func TestTheLeanEngineIsSmall(t *testing.T) {
	program := filepath.Join(t.TempDir(), "cathedral-engine")
	if output, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	info, err := os.Stat(program)
	enginetest.Must(t, err)
	if most := int64(3_700_000); info.Size() > most {
		t.Errorf("it has %d bytes, want %d at most", info.Size(), most)
	}
}
