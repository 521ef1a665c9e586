package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
)

// TestSolvingDocument checks that the table of SOLVING.md counts its results, and that those
// that took little say what certificates prove.
func TestSolvingDocument(t *testing.T) {
	folder, here := filepath.Join(top, "search/proof"), t.TempDir()
	results := benchtest.Read(t, filepath.Join(folder, "testdata/strong-proofs.txt"))
	positions, err := filepath.Abs(filepath.Join(folder, "testdata/strong.txt"))
	enginetest.Must(t, err)
	run := func(arguments ...string) string {
		t.Helper()
		cmd := exec.Command("cathedral", arguments...)
		cmd.Dir = here
		output, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%q: %v\n%s", arguments, err, output)
		}
		return string(output)
	}

	benchtest.Write(t, filepath.Join(here, "strong-proofs.txt"), results)
	document := benchtest.Read(t, filepath.Join(folder, "SOLVING.md"))
	output := run("solve", "--verdict", "--threads", "2", "--time", "60s", "--out", "strong-proofs.txt", positions)
	if !strings.Contains(document, "\n"+output) {
		t.Errorf("SOLVING.md does not contain\n%s", output)
	}
	counted := func(results string, ply int) (proven, all int) {
		count := func(rest string) int {
			return len(regexp.MustCompile(fmt.Sprintf(`(?m)^\S+ \S+ \S+ %d %s`, ply, rest)).FindAllString(results, -1))
		}
		return count("verdict "), count("")
	}
	states := func(results string, ply int) {
		t.Helper()
		proven, all := counted(results, ply)
		if stated := fmt.Sprintf("%d of %d at ply %d", proven, all, ply); !strings.Contains(document, stated) {
			t.Errorf("SOLVING.md does not state %q", stated)
		}
	}
	for ply := 8; ply <= 14; ply += 2 {
		proven, all := counted(results, ply)
		if row := fmt.Sprintf("\n%5d%11d%8d ", ply, all, proven); !strings.Contains(document, row) {
			t.Errorf("the table has no row %q", row)
		}
	}
	states(results, 10)
	states(results, 8)
	far := benchtest.Read(t, filepath.Join(folder, "testdata/far-proofs.txt"))
	states(far, 8)
	states(far, 6)

	const quick = 20_000 // nodes
	verdicts, quickPositions := map[string]string{}, new(strings.Builder)
	for _, result := range regexp.MustCompile(`(?m)^(.*? \d+) verdict (\w+); .*acn (\d+);`).FindAllStringSubmatch(results, -1) {
		if nodes, _ := strconv.Atoi(result[3]); nodes <= quick {
			verdicts[result[1]] = result[2]
			fmt.Fprintln(quickPositions, result[1])
		}
	}
	if len(verdicts) < 40 {
		t.Fatalf("only %d results took at most %d nodes", len(verdicts), quick)
	}
	benchtest.Write(t, filepath.Join(here, "quick.txt"), quickPositions.String())
	run("solve", "--verdict", "--time", "60s", "--certificate", "quick.cert", "--out", "again.txt", "quick.txt")
	for _, claim := range regexp.MustCompile(`(?m)^(.*) \(classic\): margin at (least|most) (-?\d+)$`).FindAllStringSubmatch(run("verify", "quick.cert"), -1) {
		margin, _ := strconv.Atoi(claim[3])
		wins, loses := claim[2] == "least" && margin >= 1, claim[2] == "most" && margin <= -1
		if verdict := verdicts[claim[1]]; wins && verdict == "win" || loses && verdict == "loss" {
			delete(verdicts, claim[1])
		}
	}
	if len(verdicts) > 0 {
		t.Errorf("no certificate proves %v", verdicts)
	}
}
