package remote_test

import (
	"context"
	"encoding/json"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
	"cathedral/bench/jobs/remote/linktest"
	"cathedral/engine/enginetest"
)

// await waits until a condition holds.
func await(t *testing.T, ctx context.Context, what string, condition func() bool) {
	t.Helper()
	for !condition() {
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("in vain: %s", what)
		}
	}
}

// counted makes a run count how often each job is done.
func counted(run jobs.Run) (jobs.Run, map[string]int) {
	counts := map[string]int{}
	accept := run.Accept
	run.Accept = func(result jobs.Result) (bool, error) {
		done, err := accept(result)
		if done {
			counts[result.Job]++
		}
		return done, err
	}
	return run, counts
}

// A restarted server keeps its store, and the run and the workers find it again.
func TestARunOutlivesARestartOfItsServer(t *testing.T) {
	t.Parallel()
	ctx := limited(t)
	store := t.TempDir()
	s := linktest.Server(t, store, server.RANDOM_PORT)
	defer func() { s.Shutdown() }()
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	var said, workerSaid notices
	connection, err := remote.Connect(url, "run", remote.Credentials{}, said.add)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	worker, err := remote.Connect(url, "a", remote.Credentials{}, workerSaid.add)
	if err != nil {
		t.Fatal(err)
	}
	serveConnected(t, ctx, remote.Worker{Connection: worker, Name: "a", Slots: 2, Kinds: []jobs.Kind{squares("paper")}, Notice: workerSaid.add})

	run, counts := counted(first(run(200)))
	accept, accepted := run.Accept, 0
	run.Accept = func(result jobs.Result) (bool, error) {
		if accepted++; accepted == 50 {
			s.Shutdown()
			s.WaitForShutdown()
			s = linktest.Server(t, store, port)
		}
		return accept(result)
	}
	carrier := &remote.Carrier{Connection: connection, Notice: said.add, Patience: time.Second}
	if err := carrier.Carry(ctx, run); err != nil || len(counts) != 200 {
		t.Errorf("%d results, %v", len(counts), err)
	}
	for _, who := range []*notices{&said, &workerSaid} {
		for _, text := range []string{"has lost the connection to " + url, "is connected to " + url + " again"} {
			await(t, ctx, text, func() bool { return strings.Contains(who.String(), text) })
		}
	}
}

// first returns the run without its results.
func first(run jobs.Run, _ map[string]string) jobs.Run { return run }

// A worker whose network fails keeps its result and sends it later. By then another has
// done its job, and the result comes twice.
func TestARunOutlivesAFailureOfTheNetwork(t *testing.T) {
	pause := 1500 * time.Millisecond
	if enginetest.IsLong(t) {
		pause = 6 * time.Second
	}
	for name, fail := range map[string]func(*linktest.Link){"cut": (*linktest.Link).Cut, "stalled": (*linktest.Link).Stall} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, carrier, _ := start(t)
			ctx := limited(t)
			link := linktest.New(t, strings.TrimPrefix(url, "nats://"))
			taken, broken, mended := make(chan struct{}), make(chan struct{}), make(chan struct{})
			far := squares("paper")
			far.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				if string(payload) == "0" {
					close(taken)
					<-broken
				}
				return square(ctx, payload, deliver)
			}
			serve(t, ctx, "nats://"+link.Address(), remote.Worker{Name: "far", Kinds: []jobs.Kind{far}})
			go func() {
				<-taken
				fail(link)
				close(broken)
				near := squares("paper")
				near.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
					if string(payload) == "39" { // the last one waits for the other worker
						<-mended
					}
					return square(ctx, payload, deliver)
				}
				serve(t, ctx, url, remote.Worker{Name: "near", Kinds: []jobs.Kind{near}})
				time.Sleep(pause)
				link.Mend()
				close(mended)
			}()
			run, results := run(40)
			run, counts := counted(run)
			if err := carrier.Carry(ctx, run); err != nil || len(counts) != 40 {
				t.Errorf("%d results, %v", len(counts), err)
			}
			for number := range 40 {
				if results[strconv.Itoa(number)] == "" {
					t.Errorf("job %d is lost", number)
				}
			}
		})
	}
}
