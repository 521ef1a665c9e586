//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"cathedral/engine/enginetest"
)

// newProgram returns this program with arguments, to be started. It is killed at the end of
// the test, or after five minutes.
func newProgram(t testing.TB, out io.Writer, arguments ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	program := exec.CommandContext(ctx, os.Args[0])
	program.Args = append([]string{"cathedral"}, arguments...) // see TestMain
	program.Stdout = out
	return program
}

// startProgram starts a program and returns a channel that is closed when it has ended.
func startProgram(t testing.TB, program *exec.Cmd) (ended chan struct{}) {
	t.Helper()
	enginetest.Must(t, program.Start())
	ended = make(chan struct{})
	go func() {
		program.Wait()
		close(ended)
	}()
	return ended
}

// startWorker starts a worker of the server at an address, which does one job at a time. It is
// killed at the end of the test.
func startWorker(t testing.TB, out io.Writer, address string, more ...string) *exec.Cmd {
	t.Helper()
	worker := newProgram(t, out, append([]string{"worker", "nats://" + address, "--concurrency", "1"}, more...)...)
	enginetest.Must(t, worker.Start())
	t.Cleanup(func() {
		worker.Process.Kill()
		worker.Wait()
	})
	return worker
}

// awaitFile waits until wanted accepts the text of the file path.
func awaitFile(t testing.TB, path string, wanted func(text []byte) bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(path)
		if err == nil && wanted(text) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not grow: %s, %v", path, text, err)
		}
	}
}

func TestSignalsGiveTheStatusOfShellsAndAReport(t *testing.T) {
	for number, status := range map[syscall.Signal]int{syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		if signal.Ignored(number) { // as below nohup, which programs respect
			continue
		}
		reader, writer, err := os.Pipe()
		enginetest.Must(t, err)
		program := newProgram(t, writer, "match", "--engine", "random", "--engine", "greedy", "--games", "200000")
		enginetest.Must(t, program.Start())
		writer.Close()
		lines := bufio.NewReader(reader)
		text := ""
		for line := ""; !strings.HasPrefix(line, "Game "); text += line { // until it has played
			if line, err = lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		program.Process.Signal(number)
		rest, err := io.ReadAll(lines)
		enginetest.Must(t, err)
		var ended *exec.ExitError
		if err := program.Wait(); !errors.As(err, &ended) || ended.ExitCode() != status {
			t.Errorf("%v: %v, want exit status %d", number, err, status)
		}
		if report := text + string(rest); !strings.Contains(report, "\nInterrupted after ") || !strings.Contains(report, "\nrandom against greedy, ") {
			t.Errorf("%v: no report at the end of %.2000s", number, report)
		}
	}
}

// A worker at work ends as all commands do. serve, which only signals end, ends well.
func TestAWorkerAndAPageEndAsTheHelpSays(t *testing.T) {
	address, folder := freeAddress(t), t.TempDir()
	record, friends := filepath.Join(folder, "games.txt"), filepath.Join(folder, "friends")
	match := newProgram(t, io.Discard, remoteMatch(100_000, record, "--listen", address)...)
	worker := newProgram(t, io.Discard, "worker", "nats://"+address, "--concurrency", "1")
	page := newProgram(t, nil, "serve", "--listen", "127.0.0.1:0", "--games", friends)
	out, err := page.StdoutPipe()
	enginetest.Must(t, err)
	programs := []*exec.Cmd{worker, page, match}
	for _, program := range programs {
		enginetest.Must(t, program.Start())
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	enginetest.Must(t, err)
	response, err := http.Get(regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line))
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	response.Body.Close()
	if _, err := os.Stat(friends); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("the page: %s; the games of friends: %v", response.Status, err)
	}
	awaitFile(t, record, func(text []byte) bool { return bytes.Contains(text, []byte("[Round ")) })
	for i, want := range []int{130, 0, 130} {
		programs[i].Process.Signal(os.Interrupt)
		programs[i].Wait()
		if got := programs[i].ProcessState.ExitCode(); got != want {
			t.Errorf("%q: exit status %d, want %d", programs[i].Args, got, want)
		}
	}
}

func TestAFullDiskIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, arguments := range [][]string{nil, {"version"}} {
		program := newProgram(t, full, arguments...)
		program.Stdin = strings.NewReader("ugi\n")
		var ended *exec.ExitError
		if err := program.Run(); !errors.As(err, &ended) || ended.ExitCode() != 1 {
			t.Errorf("%q: %v, want exit status 1", arguments, err)
		}
	}
}
