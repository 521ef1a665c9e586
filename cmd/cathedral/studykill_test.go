//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// TestGrowingATreeGoesOnAfterItWasKilled kills the command twenty times.
// Nothing in the file is lost or searched again, and at the end the tree is the one that
// grows without interruption.
func TestGrowingATreeGoesOnAfterItWasKilled(t *testing.T) {
	enginetest.Long(t)
	folder := t.TempDir()
	grow := func(name, positions string) []string {
		return []string{"study", "grow", filepath.Join(folder, name), "--positions", positions, "--nodes", "300", "--placements", "70"}
	}
	const name = "tree.txt"
	path := filepath.Join(folder, name)
	before := ""
	for kill := range 20 {
		program := newProgram(t, io.Discard, grow(name, "1000000")...)
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		awaitFile(t, path, func(text []byte) bool {
			return bytes.Count(text, []byte("\n")) > strings.Count(before, "\n")+kill%3
		})
		program.Process.Kill()
		program.Wait()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if whole := before[:strings.LastIndexByte(before, '\n')+1]; !bytes.HasPrefix(text, []byte(whole)) {
			t.Fatalf("after kill %d, what was in the file is lost", kill+1)
		}
		before = string(text)
	}
	var said bytes.Buffer
	for _, tree := range []string{name, "whole.txt"} {
		if err := newProgram(t, &said, grow(tree, "80")...).Run(); err != nil {
			t.Fatal(err)
		}
	}
	killed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(folder, "whole.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(killed, whole) && !bytes.HasPrefix(whole, killed) {
		t.Errorf("killed again and again, the tree is\n%s\nwant\n%s\nthe command said %s", killed, whole, &said)
	}
}
