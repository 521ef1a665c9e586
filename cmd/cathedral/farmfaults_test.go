//go:build unix

package main

import (
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

// resultsStream is the name that MACHINES.md gives to the stream for results.
const resultsStream = "CATHEDRAL_RESULTS"

// natsServer is a NATS server in a process of its own.
type natsServer struct {
	*exec.Cmd
	program, config, name string
	setBack               string // when this file exists, the clock of a server built for it is an hour late
}

// natsServers starts servers, which are a cluster if they are several, and returns their URLs
// when they can keep streams. They are killed at the end of the test.
func natsServers(t *testing.T, ctx context.Context, program string, count int) (servers []*natsServer, urls string) {
	t.Helper()
	var addresses, routes []string
	for range count {
		addresses = append(addresses, freeAddress(t))
		routes = append(routes, freeAddress(t))
	}
	for i := range count {
		text := fmt.Sprintf("server_name: n%d\nlisten: %q\nmax_payload: 128KB\n", i, addresses[i])
		if count > 1 {
			text += fmt.Sprintf("cluster { name: farm, listen: %q, routes: [\"nats://%s\"] }\n", routes[i], strings.Join(routes, `", "nats://`))
		}
		s := &natsServer{program: program, config: text, name: fmt.Sprintf("n%d", i), setBack: filepath.Join(t.TempDir(), "setback")}
		s.start(t)
		t.Cleanup(func() { s.kill() })
		servers = append(servers, s)
	}
	urls = "nats://" + strings.Join(addresses, ",nats://")
	askServers(t, ctx, urls, func(ctx context.Context, js jetstream.JetStream) error {
		_, err := js.AccountInfo(ctx)
		return err
	})
	return servers, urls
}

// start starts the server with an empty store.
func (s *natsServer) start(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "nats.conf")
	if err := os.WriteFile(path, fmt.Appendf(nil, "%sjetstream { store_dir: %q, max_file_store: 2GB }\n", s.config, folder), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Cmd = exec.Command(s.program, path)
	s.Env = append(os.Environ(), "CLOCK_SET_BACK_BY="+s.setBack)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
}

// kill kills the server.
func (s *natsServer) kill() {
	s.Process.Kill()
	s.Wait()
}

// askServers calls ask with a connection to servers until it has no error. A cluster without
// a leader does not answer.
func askServers(t *testing.T, ctx context.Context, urls string, ask func(context.Context, jetstream.JetStream) error) {
	t.Helper()
	for {
		connection, err := nats.Connect(urls)
		if err == nil {
			var js jetstream.JetStream
			if js, err = jetstream.New(connection); err == nil {
				asking, stop := context.WithTimeout(ctx, 2*time.Second)
				err = ask(asking, js)
				stop()
			}
			connection.Close()
		}
		if err == nil {
			return
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			t.Fatal(err)
		}
	}
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
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	replaced := map[string]string{}
	for path, text := range map[string]string{
		filepath.Join(library, "time.go"): changed, filepath.Join(library, "setback.go"): changedClock, server: clockSetter,
	} {
		replaced[path] = filepath.Join(folder, filepath.Base(path))
		if err := os.WriteFile(replaced[path], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	return "-overlay=" + path
}

// heard is what a match says, and the longest time in which it has said nothing.
type heard struct {
	spoken
	mutex   sync.Mutex
	last    time.Time
	longest time.Duration
	after   string // the line before the longest silence
	line    string
}

// Write implements io.Writer.
func (h *heard) Write(text []byte) (int, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if now := time.Now(); !h.last.IsZero() && now.Sub(h.last) > h.longest {
		h.longest, h.after = now.Sub(h.last), h.line
	}
	h.last, h.line = time.Now(), string(text)
	return h.spoken.Write(text)
}

// listen forgets the silences so far, as that in which a program starts.
func (h *heard) listen() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.last, h.longest = time.Now(), 0
}

// TestAFarmSurvivesEachFault plays a match by the workers of an operator's servers, to which
// something happens. Its games are those of a match in one process, and it never says nothing
// for longer than four times the patience. Every match has two workers; one is killed.
func TestAFarmSurvivesEachFault(t *testing.T) {
	enginetest.Long(t)
	const pairs, patience = 150, 4 * time.Second
	folder := t.TempDir()
	local := filepath.Join(folder, "local.txt")
	if err := newProgram(t, io.Discard, remoteMatch(pairs, local)...).Run(); err != nil {
		t.Fatal(err)
	}
	usual := buildServer(t)
	for _, fault := range []struct {
		name    string
		servers int
		overlay func(t *testing.T) string
		happens func(t *testing.T, ctx context.Context, servers []*natsServer, urls string)
		said    string
	}{
		{"stream deleted", 1, nil, func(t *testing.T, ctx context.Context, _ []*natsServer, urls string) {
			askServers(t, ctx, urls, func(ctx context.Context, js jetstream.JetStream) error { return js.DeleteStream(ctx, resultsStream) })
		}, "had lost the stream"},
		{"store lost", 1, nil, func(t *testing.T, _ context.Context, servers []*natsServer, _ string) {
			servers[0].kill()
			servers[0].start(t)
		}, "had lost the stream"},
		{"clock set back", 1, clockOverlay, func(t *testing.T, ctx context.Context, servers []*natsServer, urls string) {
			if err := os.WriteFile(servers[0].setBack, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			askServers(t, ctx, urls, func(ctx context.Context, js jetstream.JetStream) error { // the server's clock is an hour late
				info, err := js.Stream(ctx, resultsStream)
				if err == nil && time.Since(info.CachedInfo().TimeStamp) < 50*time.Minute {
					err = fmt.Errorf("the server's time is %s", info.CachedInfo().TimeStamp)
				}
				return err
			})
		}, ""},
		{"leader of three killed", 3, nil, func(t *testing.T, ctx context.Context, servers []*natsServer, urls string) {
			askServers(t, ctx, urls, func(ctx context.Context, js jetstream.JetStream) error {
				stream, err := js.Stream(ctx, resultsStream)
				if err != nil {
					return err
				}
				if replicas := stream.CachedInfo().Config.Replicas; replicas != 3 {
					t.Errorf("the stream has %d replicas", replicas)
				}
				for _, s := range servers {
					if s.name == stream.CachedInfo().Cluster.Leader {
						s.kill()
						return nil
					}
				}
				return fmt.Errorf("the stream has no leader")
			})
		}, ""},
	} {
		t.Run(fault.name, func(t *testing.T) {
			server := usual
			if fault.overlay != nil {
				enginetest.Night(t) // the overlay has all packages built again
				server = buildServer(t, fault.overlay(t))
			}
			ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
			defer stop()
			servers, urls := natsServers(t, ctx, server, fault.servers)
			far := filepath.Join(t.TempDir(), "far.txt")
			said := &heard{}
			program := newProgram(t, said, remoteMatch(pairs, far, "--nats", urls, "--patience", patience.String(), "--replicas", fmt.Sprint(fault.servers), "--quiet=false")...)
			program.Stderr = said
			var workerSaid spoken
			workers := strings.TrimPrefix(urls, "nats://")
			startWorker(t, &workerSaid, workers, "--name", "survivor")
			victim := startWorker(t, &workerSaid, workers, "--name", "victim")
			awaitText(t, ctx, &workerSaid, "worker victim, 1 game at a time")
			awaitText(t, ctx, &workerSaid, "worker survivor, 1 game at a time")
			if err := program.Start(); err != nil {
				t.Fatal(err)
			}
			if !awaitGames(ctx, far, 20) {
				t.Fatalf("there are %d games: %s", countGames(far), said)
			}
			said.listen()
			victim.Process.Kill()
			fault.happens(t, ctx, servers, urls)
			if games := countGames(far); games >= 2*pairs {
				t.Error("the match was over before the fault")
			}
			if err := program.Wait(); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			compareGames(t, local, far, 2*pairs)
			if limit := 4*patience + patience/2; said.longest > limit {
				t.Errorf("nothing was said for %s after %q", said.longest, said.after)
			}
			if !strings.Contains(said.String(), fault.said) {
				t.Errorf("nobody says %q: %s", fault.said, said)
			}
			t.Logf("the longest silence is %s", said.longest)
		})
	}
}

// TestAFarmWithoutAFittingWorkerSaysSo gives a match a worker that has not its engine, and
// then one that has.
func TestAFarmWithoutAFittingWorkerSaysSo(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	const pairs, patience = 10, 2 * time.Second
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	folder := t.TempDir()
	local, far := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt")
	cathedral := filepath.Join(folder, "cathedral") // see TestMain
	if err := os.Symlink(os.Args[0], cathedral); err != nil {
		t.Fatal(err)
	}
	engine := fmt.Sprintf("name=C cmd=%s nodes=10 option.Hash=1", cathedral)
	if err := newProgram(t, io.Discard, remoteMatch(pairs, local, "--engine", engine)...).Run(); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	said := &heard{}
	program := newProgram(t, said, remoteMatch(pairs, far, "--engine", engine, "--listen", address, "--patience", patience.String(), "--quiet=false")...)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	startWorker(t, io.Discard, address, "--name", "stranger")
	awaitText(t, ctx, &said.spoken, `stranger takes no jobs: no engine "C" here`)
	startWorker(t, io.Discard, address, "--engine", engine)
	if err := program.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	compareGames(t, local, far, 6*pairs)
}

// A port in use is reported at once.
func TestAPortInUseIsSaidAtOnce(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var said spoken
	program := newProgram(t, nil, "match", "--engine", "random", "--engine", "greedy", "--listen", listener.Addr().String())
	program.Stderr = &said
	if err := program.Run(); err == nil || !strings.Contains(said.String(), "address already in use") {
		t.Errorf("%v: %s", err, &said)
	}
}
