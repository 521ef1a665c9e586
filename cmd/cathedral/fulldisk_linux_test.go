package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cathedral/engine/enginetest"
)

// TestAFullDiskEndsAMatchThatGoesOnLater gives a match and its server a disk of 1 MB, first
// with too little space on it.
func TestAFullDiskEndsAMatchThatGoesOnLater(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	const pairs = 30
	folder := t.TempDir()
	local, far, disk := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt"), filepath.Join(folder, "disk")
	enginetest.Must(t, newProgram(t, io.Discard, remoteMatch(pairs, local)...).Run())
	enginetest.Must(t, os.Mkdir(disk, 0o755))
	if err := os.Symlink(os.Args[0], filepath.Join(folder, "cathedral")); err != nil { // see TestMain
		t.Fatal(err)
	}
	address := freeAddress(t)
	startWorker(t, io.Discard, address)

	const script = `
		mount -t tmpfs -o size=1m none disk 2>/dev/null || exit 99
		head -c 980k /dev/zero >disk/filler
		./cathedral "$@" && exit 98
		rm disk/filler
		./cathedral "$@" && cp disk/far.txt .`
	var said bytes.Buffer
	arguments := append([]string{"-c", script, "sh"}, remoteMatch(pairs, "disk/far.txt", "--listen", address, "--patience", "1s")...)
	program := exec.CommandContext(t.Context(), "sh", arguments...)
	program.Dir, program.Stderr = folder, &said
	program.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		program.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		program.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		program.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	if err := program.Start(); err != nil {
		t.Skipf("no disk can be made here: %v", err)
	}
	err := program.Wait()
	switch program.ProcessState.ExitCode() {
	case 99:
		t.Skip("no disk can be made here")
	case 98:
		t.Fatal("the disk does not become full")
	}
	if err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	if text := said.String(); strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "cathedral match: ") || !strings.HasSuffix(text, ": no space left on device\n") {
		t.Errorf("the match says %q", text)
	}
	compareGames(t, local, far, 2*pairs)
}
