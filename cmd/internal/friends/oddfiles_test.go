//go:build unix

package friends

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cathedral/engine/enginetest"
)

// Only regular files of some length are opened: others are counted, and hang nothing. If the folder goes,
// errors name it.
func TestOddFilesInTheFolder(t *testing.T) {
	now, folder := new(testClock), filepath.Join(t.TempDir(), "friends")
	h := openHouse(t, folder, now)
	invitation := h.invite(t, "")
	enginetest.Must(t, h.Close())
	file := func(name string) string { return filepath.Join(folder, name) }
	enginetest.Must(t, os.Remove(file(timesName)))
	for _, name := range []string{"a.game", "b.game.new", timesName} {
		enginetest.Must(t, syscall.Mkfifo(file(name), 0o600))
	}
	enginetest.Must(t, os.Mkdir(file("c.game"), 0o700))
	enginetest.Must(t, os.Symlink("/dev/zero", file("d.game")))
	write(t, file("e.game"), nil)
	enginetest.Must(t, os.Truncate(file("e.game"), 1<<40))
	h = openHouse(t, folder, now)
	if !strings.HasPrefix(h.Damage(), "4 of 5 games") {
		t.Errorf("it says %q", h.Damage())
	}
	enginetest.Must(t, os.RemoveAll(folder))
	if err := h.Play(ticketOf(invitation.Host), 0, "CAnF5"); err == nil || !strings.Contains(err.Error(), folder) {
		t.Error(err)
	}
}
