//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
	"cathedral/bench/jobs/remote/linktest"
	"cathedral/bench/match"
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

func (s *spoken) say(text string) { io.WriteString(s, text+"\n") }

func (s *spoken) String() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.text.String()
}

// serveKind does jobs of one kind in this process.
func serveKind(t *testing.T, ctx context.Context, url, name string, kind jobs.Kind, say func(string)) {
	t.Helper()
	connection, err := remote.Connect(url, name, remote.Credentials{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	worker := &remote.Worker{Connection: connection, Name: name, Slots: 1, Kinds: []jobs.Kind{kind}, Notice: say}
	go func() {
		defer close(ended)
		if err := worker.Serve(ctx); ctx.Err() == nil {
			say(err.Error())
		}
	}()
	t.Cleanup(func() { stop(); <-ended; connection.Close() })
}

// awaitText waits until a text has been said.
func awaitText(t *testing.T, ctx context.Context, said *spoken, text string) {
	t.Helper()
	for !strings.Contains(said.String(), text) {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("nobody says %q: %s", text, said)
		}
	}
}

// TestAMatchOutlivesWhatCanGoWrong plays a match with a server that is restarted, a
// worker whose network fails, one that lies and one of another version. Each fault is
// named in a line, and the games are those of a match in one process.
func TestAMatchOutlivesWhatCanGoWrong(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	const pairs, failure = 40, 15 * time.Second
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	folder := t.TempDir()
	local, far := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt")
	if err := newProgram(t, io.Discard, remoteMatch(pairs, local)...).Run(); err != nil {
		t.Fatal(err)
	}
	store := t.TempDir()
	s := linktest.Server(t, store, server.RANDOM_PORT)
	defer func() { s.Shutdown() }()
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	link := linktest.New(t, strings.TrimPrefix(url, "nats://"))

	var said spoken
	program := newProgram(t, &said, remoteMatch(pairs, far, "--nats", url, "--patience", "1s", "--quiet=false", "--game-lines=false")...)
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	awaitText(t, ctx, &said, "played by workers")

	var liarSaid, strangerSaid, farSaid spoken
	serveKind(t, ctx, url, "liar", jobs.Kind{
		Name: match.JobKind, Check: func(json.RawMessage) error { return nil },
		Work: func(_ context.Context, payload json.RawMessage, deliver func(any) error) error {
			var pair struct{ Games []struct{ Round string } }
			if err := json.Unmarshal(payload, &pair); err != nil {
				return err
			}
			return deliver(map[string]any{
				"round": pair.Games[0].Round, "moves": []string{"CAnB1"}, "comments": []string{""}, "outcome": 1, "termination": "normal",
			})
		},
	}, liarSaid.say)
	awaitText(t, ctx, &liarSaid, "dismissed for false results")
	stranger, err := match.NewWorker(match.WorkerConfig{Build: "version 0.0.1", Slots: 1, Name: "stranger"})
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	serveKind(t, ctx, url, "stranger", stranger.Kind(), strangerSaid.say)
	awaitText(t, ctx, &strangerSaid, "the builds differ: this worker is version 0.0.1, the run ")

	startWorker(t, &farSaid, link.Address(), "--name", "far")
	if !awaitGames(ctx, far, 4) {
		t.Fatalf("there are %d games: %s", countGames(far), &said)
	}
	link.Stall()
	near := startWorker(t, io.Discard, strings.TrimPrefix(url, "nats://"), "--name", "near")
	stalled := time.Now()
	if !awaitGames(ctx, far, countGames(far)+6) {
		t.Fatalf("there are %d games: %s", countGames(far), &said)
	}
	near.Process.Signal(syscall.SIGSTOP)
	time.Sleep(failure - time.Since(stalled))
	s.Shutdown()
	s.WaitForShutdown()
	s = linktest.Server(t, store, port)
	link.Mend()
	near.Process.Signal(syscall.SIGCONT)
	if err := program.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	compareGames(t, local, far, 2*pairs)
	for _, line := range []string{
		"worker liar sent a false result: game ", "After 3 of them the worker is dismissed", "has lost the connection to " + url, "is connected to " + url + " again",
	} {
		if !strings.Contains(said.String(), line) {
			t.Errorf("the match does not say %q: %s", line, &said)
		}
	}
	if text := farSaid.String(); !strings.Contains(text, "has lost the connection to nats://"+link.Address()) {
		t.Errorf("the worker says %q", text)
	}
}
