//go:build unix

package journal_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine/record"
)

func TestAFileBelongsToOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	first, _, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(path); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Errorf("the file is opened twice: %v", err)
	}
	if err := first.Repair(); err != nil {
		t.Fatal(err)
	}
	if err := first.Add(newGame()); err != nil {
		t.Fatal(err)
	}
	if err := first.Move(path+".moved", func(*record.Game) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(path); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Errorf("after games have left, the file is opened twice: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
