//go:build unix

package journal_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestAFileBelongsToOneProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	first, _, err := open(path)
	enginetest.Must(t, err)
	if _, _, err := open(path); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Errorf("the file is opened twice: %v", err)
	}
	enginetest.Must(t, first.Repair())
	enginetest.Must(t, first.Add(newGame()))
	enginetest.Must(t, first.Move(path+".moved", func(*record.Game) bool { return true }))
	if _, _, err := open(path); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Errorf("after games have left, the file is opened twice: %v", err)
	}
	enginetest.Must(t, first.Close())
	again, _, err := open(path)
	enginetest.Must(t, err)
	again.Close()
}
