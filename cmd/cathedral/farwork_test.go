//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

// TestTheWorkOfWorkersIsThatOfOneProcess kills a command whose work two workers do, and one
// of them, continues it, and compares the file with that of a run in one process. A tree grows
// in turn from all placements of the Cathedral: which other positions it has depends on how many
// are analysed at a time.
func TestTheWorkOfWorkersIsThatOfOneProcess(t *testing.T) {
	isLong, games := enginetest.IsLong(t), filepath.Join(t.TempDir(), "games.txt")
	if isLong { // the puzzles are taken from them
		if err := newProgram(t, io.Discard, "tune", "games", "--games", "20", "--nodes", "60", "--threads", "2", games).Run(); err != nil {
			t.Fatal(err)
		}
	}
	for name, work := range map[string]struct {
		arguments []string // without the file
		lines     int      // of the file, before the kill
		long      bool
		compared  func(text []byte) []byte // of the file; nil: all of it
	}{
		"games":    {[]string{"tune", "games", "--games", "10", "--nodes", "60", "--noise", "8"}, 40, false, nil},
		"tree":     {[]string{"study", "grow", "--positions", "40", "--nodes", "300", "--placements", "100"}, 10, true, sortedWithoutTimes},
		"openings": {[]string{"openings", "--count", "8", "--candidates", "2", "--nodes", "50", "--games", "2", "--game-nodes", "50", "--buildings", "4", "--out"}, 4, false, nil},
		"puzzles":  {[]string{"puzzles", "--nodes", "3000", "--first-ply", "14", "--moves", "4", games, "--out"}, 1, true, nil},
		"proofs":   {[]string{"solve", "--nodes", "20000", "--time", "0s", "--max-plies", "6", games, "--out"}, 10, true, sortedWithoutTimes},
	} {
		if work.long && !isLong {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			local, far := filepath.Join(t.TempDir(), "local.txt"), filepath.Join(t.TempDir(), "far.txt")
			if err := newProgram(t, io.Discard, append(work.arguments, local)...).Run(); err != nil {
				t.Fatal(err)
			}
			address := freeAddress(t)
			workers := [2]*exec.Cmd{startWorker(t, io.Discard, address), startWorker(t, io.Discard, address)}
			var said bytes.Buffer
			command := func() *exec.Cmd {
				program := newProgram(t, &said, append(work.arguments, far, "--listen", address, "--patience", "1s")...)
				program.Stderr = &said
				return program
			}
			killed := command()
			if err := killed.Start(); err != nil {
				t.Fatal(err)
			}
			awaitFile(t, far, func(text []byte) bool { return bytes.Count(text, []byte("\n")) > work.lines })
			killed.Process.Kill()
			killed.Wait()
			workers[0].Process.Kill()
			if err := command().Run(); err != nil {
				t.Fatalf("%v: %s", err, &said)
			}
			want, err := os.ReadFile(local)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(far)
			if work.compared != nil {
				got, want = work.compared(got), work.compared(want)
			}
			if err != nil || !bytes.Equal(got, want) || bytes.Count(got, []byte("\n")) <= work.lines {
				t.Errorf("the workers give\n%s\none process gives\n%s\nthe command said %s (%v)", got, want, &said, err)
			}
			if _, err := os.Stat(far + ".jobs"); err == nil {
				t.Error("the server's store is left")
			}
		})
	}
}

// sortedWithoutTimes returns the lines of a file of results in alphabetical order and without
// the seconds that they took.
func sortedWithoutTimes(text []byte) []byte {
	lines := bytes.SplitAfter(regexp.MustCompile(` acs [0-9.]+;`).ReplaceAll(text, nil), []byte("\n"))
	slices.SortFunc(lines, bytes.Compare)
	return bytes.Join(lines, nil)
}
