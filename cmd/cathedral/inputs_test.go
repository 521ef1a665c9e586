//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"cathedral/engine/enginetest"
)

// inputs are command lines in which IN is an input and the words without a slash are in the
// current folder.
const inputs = `solve IN
rate IN
convert IN
show IN
verify IN
puzzles IN
puzzles --check IN
book check IN
book show --book IN
book make --out new.book IN
book make --out new.book --games IN games.txt
openings --book IN
match --engine random --engine greedy --openings IN
match --config IN
match --engine random --engine greedy --listen 127.0.0.1:0 --worker-keys IN
bench --positions IN
bench --suite --positions IN
check --scenario IN cathedral
study show IN
study grow new.tree --games IN
study merge new.tree IN
tune evaluation IN
tune wdl IN
site new --wasm IN
worker nats://127.0.0.1:1 --nkey IN`

// TestEndlessInputsAreRefused checks that commands neither wait for the first line of an endless
// file nor keep all of it.
func TestEndlessInputsAreRefused(t *testing.T) {
	enginetest.Long(t)
	t.Chdir(t.TempDir())
	enginetest.Must(t, os.WriteFile("games.txt", []byte("CAnF5 *\n"), 0o644))
	for line := range strings.Lines(inputs) {
		var said bytes.Buffer
		program := newProgram(t, io.Discard, strings.Fields(strings.ReplaceAll(line, "IN", "/dev/zero"))...)
		program.Stderr = &said
		program.Run()
		usage, known := program.ProcessState.SysUsage().(*syscall.Rusage)
		if status := program.ProcessState.ExitCode(); status != statusError || strings.Count(said.String(), "\n") != 1 || known && runtime.GOOS == "linux" && usage.Maxrss > 400<<10 {
			t.Errorf("%s ends with status %d, after %d KiB: %s", strings.TrimSpace(line), status, usage.Maxrss, &said)
		}
	}
}

// TestSignalsAreObeyedWhileAFileIsRead lets each command read a pipe in which nothing comes.
func TestSignalsAreObeyedWhileAFileIsRead(t *testing.T) {
	enginetest.Long(t)
	t.Chdir(t.TempDir())
	enginetest.Must(t, os.WriteFile("games.txt", []byte("CAnF5 *\n"), 0o644))
	enginetest.Must(t, syscall.Mkfifo("pipe", 0o600))
	for line := range strings.Lines(inputs) {
		var said bytes.Buffer
		program := newProgram(t, io.Discard, strings.Fields(strings.ReplaceAll(line, "IN", filepath.Join(".", "pipe")))...)
		program.Stderr = &said
		ended := startProgram(t, program)
		var writer *os.File
		for err := error(syscall.ENXIO); err != nil; { // until somebody opens the pipe to read
			if writer, err = os.OpenFile("pipe", os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				break
			}
			select {
			case <-ended:
				t.Errorf("%s does not read the pipe: %s", strings.TrimSpace(line), &said)
				err = nil
			case <-time.After(time.Millisecond):
			}
		}
		if writer == nil {
			continue
		}
		program.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			if status := program.ProcessState.ExitCode(); status != statusSignal+int(syscall.SIGTERM) || said.Len() > 0 {
				t.Errorf("%s ends with status %d: %s", strings.TrimSpace(line), status, &said)
			}
		case <-time.After(patience):
			t.Errorf("%s does not end", strings.TrimSpace(line))
			program.Process.Kill()
			<-ended
		}
		writer.Close()
	}
}
