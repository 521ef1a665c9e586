//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
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
		again.Stderr = &report
		if err := again.Run(); err != nil {
			t.Fatalf("%v: %s", err, &report)
		}
		if !strings.HasSuffix(report.String(), "\n6 positions: 1 new, 1 left open\n") {
			t.Errorf("%v: the next run says %s", signal, &report)
		}
	}
}

// TestACertificateSurvivesKills kills the command twenty times while it writes a certificate of
// forty claims. Every run keeps the claims of those before.
func TestACertificateSurvivesKills(t *testing.T) {
	const positions, kills = 20, 20
	folder, random := t.TempDir(), rand.New(rand.NewPCG(43, 5))
	in, out, proofs := filepath.Join(folder, "positions.txt"), filepath.Join(folder, "proven.txt"), filepath.Join(folder, "proofs.cert")
	var text strings.Builder
	for range positions {
		p := enginetest.RandomPosition(random, engine.Rules{}, 18)
		fmt.Fprintln(&text, &p)
	}
	if err := os.WriteFile(in, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"solve", "--time", "0s", "--hash", "4", "--concurrency", "2", "--out", out, "--certificate", proofs, in}
	var before map[string]bool
	size, inTheMiddle := int64(0), 0
	for kill := range kills + 1 {
		program := newProgram(t, io.Discard, arguments...)
		ended := startProgram(t, program)
		grown := func() bool {
			info, err := os.Stat(proofs)
			return err == nil && info.Size() > size+random.Int64N(1+size/4)
		}
		for isOver := false; kill < kills && !isOver && !(kill%4 == 0 || grown()); { // some are killed at once
			select {
			case <-ended:
				isOver = true
			case <-time.After(time.Millisecond):
			}
		}
		if kill < kills {
			program.Process.Kill()
		}
		<-ended
		file, err := os.ReadFile(proofs)
		if err != nil {
			continue // before it was created
		}
		claims := map[string]bool{}
		totals, err := certificate.Verify(bytes.NewReader(file), certificate.Limits{}, func(claim certificate.Claim, _ certificate.Proof) {
			claims[fmt.Sprint(claim, " ", &claim.Position)] = true
		})
		for claim := range before {
			if !claims[claim] {
				t.Fatalf("after kill %d, the claim %s is lost", kill+1, claim)
			}
		}
		if kill == kills && (err != nil || len(claims) != 2*positions) || totals.Claims != len(claims) {
			t.Errorf("after kill %d, %d of %d claims are different ones that hold: %v", kill+1, len(claims), totals.Claims, err)
		}
		if before, size = claims, int64(len(file)); err != nil {
			inTheMiddle++
		}
		results, err := os.ReadFile(out)
		if known := bytes.Count(results, []byte(" fm ")); err != nil || known > positions || kill == kills && known != positions {
			t.Errorf("after kill %d, there are %d results: %v", kill+1, known, err)
		}
	}
	if inTheMiddle < kills/4 {
		t.Errorf("only %d kills came before the end", inTheMiddle)
	}
}
