//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

// TestTuningContinuesAfterItWasKilled kills the command ten times. Nothing in
// the file is lost or played twice, and at the end the numbers are those of a run without
// interruption.
func TestTuningContinuesAfterItWasKilled(t *testing.T) {
	enginetest.Long(t)
	const kills, games = 10, "120"
	folder := t.TempDir()
	tune := func(name string) []string {
		return []string{"tune", "techniques", filepath.Join(folder, name), "--games", games, "--pairs", "2", "--rate", "1",
			"--tc", "nodes=100", "--threads", "2", "--technique", "RootMovesDepth2=1..799/390"}
	}
	path := filepath.Join(folder, "killed.txt")
	var before []byte
	for kill := range kills {
		program := newProgram(t, io.Discard, tune("killed.txt")...)
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		lines := max(5, bytes.Count(before, []byte("\n"))) // of the heading at least
		awaitFile(t, path, func(text []byte) bool { return bytes.Count(text, []byte("\n")) > lines+kill%2 })
		program.Process.Kill()
		program.Wait()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(text, before[:bytes.LastIndexByte(before, '\n')+1]) {
			t.Fatalf("after kill %d, what was in the file is lost", kill+1)
		}
		before = text
	}
	var said [2]bytes.Buffer
	var results [2][]string
	for i, name := range []string{"killed.txt", "whole.txt"} {
		if err := newProgram(t, &said[i], tune(name)...).Run(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			results[i] = append(results[i], string(line))
		}
		slices.Sort(results[i])
	}
	if !slices.Equal(results[0], results[1]) || said[0].String() != said[1].String() {
		t.Errorf("killed again and again, the command says\n%swith the results\n%q\nwant\n%swith\n%q", &said[0], results[0], &said[1], results[1])
	}
}
