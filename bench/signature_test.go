package bench_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench"
	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
)

// The search does the same work on every machine: signature.txt says which. A change of the
// search changes it; a change that does not mean to must not.
func TestTheSignatureIsTheOneOnFile(t *testing.T) {
	enginetest.Long(t)
	want := benchtest.Read(t, "signature.txt")
	summary, err := bench.Run(t.Context(), bench.DefaultConfig(), func(bench.Result) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("Nodes searched: %d\nSignature: %016x\n", summary.Nodes, summary.Signature); got != want {
		t.Errorf("The search has changed. If that was the aim, write this to bench/signature.txt:\n%sIt has\n%s", got, want)
	}
}

// The engine of the page without a server is the same engine: node runs the test above
// in WebAssembly.
func TestTheSignatureInWebAssembly(t *testing.T) {
	enginetest.Long(t)
	for _, program := range []string{"go", "node"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s is installed", program)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	test := exec.Command("go", "test", "-count=1", "-v", "-exec", runner, "-run", "^TestTheSignatureIsTheOneOnFile$", ".")
	test.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CATHEDRAL_LONG=1")
	output, err := test.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "--- PASS: TestTheSignatureIsTheOneOnFile") {
		t.Errorf("in WebAssembly: %v\n%s", err, output)
	}
}
