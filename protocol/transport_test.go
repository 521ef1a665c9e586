package protocol

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// serverClients returns functions that start a server and return its client.
func serverClients() map[string]func(*testing.T, func(sent bool, line string)) *Client {
	return map[string]func(*testing.T, func(sent bool, line string)) *Client{
		"in memory": serverInMemory,
		"process": func(t *testing.T, trace func(bool, string)) *Client {
			return start(t, ClientConfig{Command: os.Args[0], Environment: []string{roleVariable + "=server"}, Trace: trace})
		},
	}
}

func serverInMemory(t *testing.T, trace func(sent bool, line string)) *Client {
	client := NewClient(NewServer(Config{Name: "Memory", HashMiB: 1}).Start(), trace, nil)
	t.Cleanup(client.Close)
	return client
}

func TestServerInMemoryEndsWhenItsClientIsClosed(t *testing.T) {
	for _, command := range []string{"go infinite", "go perft 9", "isready"} {
		client := serverInMemory(t, nil)
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
	for name, start := range serverClients() {
		t.Run(name, func(t *testing.T) {
			var mutex sync.Mutex
			sent := 0
			client := start(t, func(out bool, line string) {
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

// The same when the engine ends in the middle: each of the two calls reports a crash.
func TestACrashIsReportedToBothWhoSendAndWhoAwait(t *testing.T) {
	for name, start := range serverClients() {
		t.Run(name, func(t *testing.T) {
			client := start(t, nil)
			awaited := make(chan error, 1)
			go func() {
				_, _, err := client.Await(t.Context(), "a line that never comes", time.Now().Add(patience), func(string) (bool, error) { return false, nil })
				awaited <- err
			}()
			sent := client.Send("quit")
			for deadline := time.Now().Add(patience); sent == nil && time.Now().Before(deadline); {
				sent = client.Send("isready")
			}
			var crash *CrashError
			for who, err := range map[string]error{"Send": sent, "Await": <-awaited} {
				if !errors.As(err, &crash) {
					t.Errorf("%s reports %v, want a crash", who, err)
				}
			}
		})
	}
}
