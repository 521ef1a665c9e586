//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestTheGamesOfTwoWorkersAreThoseOfOneProcess kills the command that collects the games
// and one of its two workers, and holds the file against that of a run in one process.
func TestTheGamesOfTwoWorkersAreThoseOfOneProcess(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	local, far := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt")
	games := func(path string, more ...string) []string {
		return append([]string{"tune", "games", "--games", "24", "--nodes", "60", "--noise", "8", path}, more...)
	}
	if err := startProgram(t, io.Discard, games(local)...).Run(); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	workers := [2]*exec.Cmd{}
	for i := range workers {
		workers[i] = startProgram(t, io.Discard, "worker", "nats://"+address, "--concurrency", "1")
		if err := workers[i].Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			workers[i].Process.Kill()
			workers[i].Wait()
		}()
	}
	killed := startProgram(t, io.Discard, games(far, "--listen", address, "--patience", "1s")...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	limit, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	played := awaitGames(limit, far, 5)
	killed.Process.Kill()
	killed.Wait()
	workers[0].Process.Kill()
	if !played {
		t.Fatalf("there are %d games", countGames(far))
	}
	var said bytes.Buffer
	if err := startProgram(t, &said, games(far, "--listen", address, "--patience", "1s")...).Run(); err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	want, err := os.ReadFile(local)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(far)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) || countGames(far) != 24 {
		t.Errorf("the workers give\n%s\none process gives\n%s", got, want)
	}
}
