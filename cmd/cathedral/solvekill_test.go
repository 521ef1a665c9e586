//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// endless is a game whose last positions are proven at once, and then a position whose
// proof takes for ever.
const endless = `CAnF3 ACwG2 CSeB4 TOsG10 MAsB8 BReJ1 INeC2 INwD6 INnD2 MAeJ5 TAnJ10 TAnC6 STeH7 TAnA8 BRnC8 STnE1 STeH9 STeF7 TAnB10 INnD9 ABeD4 TAnH8 SQnG5 CSwI9

10/10/10/10/10/10/10/10/10/10 l C 0
`

// TestSolveGoesOnAfterItWasKilled ends a run in the middle, and counts what the next one
// still has to do.
func TestSolveGoesOnAfterItWasKilled(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		folder := t.TempDir()
		in, out := filepath.Join(folder, "games.txt"), filepath.Join(folder, "proven.txt")
		if err := os.WriteFile(in, []byte(endless), 0o644); err != nil {
			t.Fatal(err)
		}
		program := newProgram(t, io.Discard, "solve", "--time", "0s", "--max-plies", "5", "--hash", "4", "--out", out, in)
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		awaitFile(t, out, func(text []byte) bool { return bytes.Count(text, []byte(" fm ")) == 5 })
		program.Process.Signal(signal)
		err := program.Wait()
		var ended *exec.ExitError
		if signal == syscall.SIGINT && (!errors.As(err, &ended) || ended.ExitCode() != statusSignal+int(signal)) {
			t.Errorf("%v: %v, want exit status %d", signal, err, statusSignal+int(signal))
		}

		var report bytes.Buffer
		again := newProgram(t, &report, "solve", "--time", "0s", "--nodes", "1", "--max-plies", "5", "--hash", "4", "--out", out, in)
		if err := again.Run(); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(report.String(), "\n6 positions: 1 new, 1 left open\n") {
			t.Errorf("%v: the next run says %s", signal, &report)
		}
	}
}
