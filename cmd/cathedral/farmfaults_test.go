//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cathedral/engine/enginetest"
)

// spoken is what a program or a worker says. It is safe for concurrent use.
type spoken struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

// Write implements io.Writer.
func (s *spoken) Write(text []byte) (int, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.Write(text)
}

func (s *spoken) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// buildServer builds testdata/natsserver, for other clocks with an overlay of the standard
// library's files.
func buildServer(t *testing.T, overlay ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "natsserver")
	build := exec.CommandContext(t.Context(), "go", append(append([]string{"build", "-o", program}, overlay...), "./testdata/natsserver")...)
	if text, err := build.CombinedOutput(); err != nil {
		t.Skipf("the server cannot be built: %v: %s", err, text)
	}
	return program
}

// A file for the package time, and one for the server, which sets the clock back when the
// file exists whose name is in the environment. The runtime reads the clock where it cannot
// look for files.
const (
	changedClock = `package time

import "sync/atomic"

var isSetBack atomic.Bool

func SetBack() { isSetBack.Store(true) }
`
	clockSetter = `package main

import (
	"os"
	"time"
)

func init() {
	go func() {
		for range time.Tick(50 * time.Millisecond) {
			if _, err := os.Stat(os.Getenv("CLOCK_SET_BACK_BY")); err == nil {
				time.SetBack()
				return
			}
		}
	}()
}
`
)

// clockOverlay returns the flag of go build that replaces the package time by one whose
// clock can be set back by an hour. Monotonic times stay.
func clockOverlay(t *testing.T) string {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("there is no Go: %v", err)
	}
	library := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	text, err := os.ReadFile(filepath.Join(library, "time.go"))
	if err != nil {
		t.Skipf("there is no standard library: %v", err)
	}
	const reading = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	changed := strings.Replace(string(text), reading, reading+"\tif isSetBack.Load() {\n\t\tsec -= 3600\n\t}\n", 1)
	if changed == string(text) {
		t.Skip("this version of Go reads its clock in another way")
	}
	server, err := filepath.Abs("testdata/natsserver/clocksetter.go")
	enginetest.Must(t, err)
	folder := t.TempDir()
	replaced := map[string]string{}
	for path, text := range map[string]string{
		filepath.Join(library, "time.go"): changed, filepath.Join(library, "setback.go"): changedClock, server: clockSetter,
	} {
		replaced[path] = filepath.Join(folder, filepath.Base(path))
		enginetest.Must(t, os.WriteFile(replaced[path], []byte(text), 0o600))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	enginetest.Must(t, err)
	path := filepath.Join(folder, "overlay.json")
	enginetest.Must(t, os.WriteFile(path, overlay, 0o600))
	return "-overlay=" + path
}

// A match continues when its server's clock is set back: its games are those of one process. It is a
// simulation, for which the server is built with a standard library of its own.
func TestAWrongClockDoesNoHarm(t *testing.T) {
	enginetest.Night(t)
	t.Parallel()
	const pairs = 40
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	folder := t.TempDir()
	local, far, setBack := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt"), filepath.Join(folder, "setback")
	enginetest.Must(t, newProgram(t, io.Discard, remoteMatch(pairs, local)...).Run())
	address, config := freeAddress(t), filepath.Join(folder, "nats.conf")
	enginetest.Must(t, os.WriteFile(config, fmt.Appendf(nil, "listen: %q\nmax_payload: 128KB\njetstream { store_dir: %q, max_file_store: 2GB }\n", address, folder), 0o600))
	server := exec.CommandContext(ctx, buildServer(t, clockOverlay(t)), config)
	server.Env = append(os.Environ(), "CLOCK_SET_BACK_BY="+setBack)
	enginetest.Must(t, server.Start())
	defer server.Wait()
	defer stop()
	var said spoken
	program := newProgram(t, &said, remoteMatch(pairs, far, "--nats", "nats://"+address, "--patience", "4s")...)
	program.Stderr = &said
	startWorker(t, io.Discard, address)
	enginetest.Must(t, program.Start())
	if !awaitGames(ctx, far, 10) {
		t.Fatalf("there are %d games: %s", countGames(far), &said)
	}
	enginetest.Must(t, os.WriteFile(setBack, nil, 0o600))
	connection, err := nats.Connect("nats://" + address)
	enginetest.Must(t, err)
	defer connection.Close()
	js, err := jetstream.New(connection)
	enginetest.Must(t, err)
	for late := time.Duration(0); late < 50*time.Minute; {
		stream, err := js.Stream(ctx, "CATHEDRAL_RESULTS")
		enginetest.Must(t, err)
		late = time.Since(stream.CachedInfo().TimeStamp)
	}
	if games := countGames(far); games >= 2*pairs {
		t.Error("the match was over before the fault")
	}
	if err := program.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	compareGames(t, local, far, 2*pairs)
}

// A port in use is reported at once.
func TestAPortInUseIsSaidAtOnce(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	enginetest.Must(t, err)
	defer listener.Close()
	var said spoken
	program := newProgram(t, nil, "match", "--engine", "random", "--engine", "greedy", "--listen", listener.Addr().String())
	program.Stderr = &said
	if err := program.Run(); err == nil || !strings.Contains(said.String(), "address already in use") {
		t.Errorf("%v: %s", err, &said)
	}
}
