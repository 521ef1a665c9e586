package protocol

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"cathedral/search"
)

// serverClient returns the client of a server in this program.
func serverClient(t *testing.T, trace func(sent bool, line string)) *Client {
	t.Helper()
	client := NewClient(NewServer(Config{Name: "Memory", HashMiB: 1}).Start(), trace)
	t.Cleanup(client.Close)
	if err := client.Handshake(t.Context(), patience); err != nil {
		t.Fatal(err)
	}
	return client
}

func TestServerInMemoryIsAnEngineForTheClient(t *testing.T) {
	client := serverClient(t, nil)
	question := Question{Limits: search.Limits{Nodes: 1000}}
	answer, err := client.Go(t.Context(), &question, Deadline{Grace: patience})
	if err != nil || answer.Move == "" || answer.Info.Depth == 0 {
		t.Errorf("%+v, %v", answer, err)
	}
	if err := client.Quit(patience); err != nil {
		t.Error(err)
	}
	crash := (*CrashError)(nil)
	if err := client.Send("isready"); !errors.As(err, &crash) {
		t.Errorf("after the end: %v", err)
	}
}

func TestServerInMemoryEndsWhenItsClientIsClosed(t *testing.T) {
	for _, command := range []string{"go infinite", "go perft 9", "isready"} {
		client := serverClient(t, nil)
		client.Send(command)
		client.Close()
		select {
		case <-client.transport.Ended():
		case <-time.After(patience):
			t.Errorf("%s: the server still runs", command)
		}
	}
}

// Under the race detector this shows that Send may be called beside Await.
func TestLinesAreSentWhileOthersAreAwaited(t *testing.T) {
	for name, start := range map[string]func(func(bool, string)) *Client{
		"in memory": func(trace func(bool, string)) *Client { return serverClient(t, trace) },
		"process": func(trace func(bool, string)) *Client {
			client := badEngine(t, "server")
			client.trace = trace
			return client
		},
	} {
		t.Run(name, func(t *testing.T) {
			var mutex sync.Mutex
			sent := 0
			client := start(func(out bool, line string) {
				mutex.Lock()
				defer mutex.Unlock()
				if out && line == "isready" {
					sent++
				}
			})
			const questions = 200
			go func() {
				for range questions {
					if err := client.Send("nonsense", "isready"); err != nil {
						return // Await reports it
					}
				}
			}()
			answers := 0
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, _, err := client.Await(ctx, "readyok", time.Time{}, func(line string) (bool, error) {
				if strings.TrimSpace(line) == "readyok" {
					answers++
				}
				return answers == questions, nil
			})
			mutex.Lock()
			defer mutex.Unlock()
			if err != nil || sent != questions || len(client.Complaints()) == 0 {
				t.Errorf("%d of %d questions, %d answers, %v", sent, questions, answers, err)
			}
		})
	}
}
