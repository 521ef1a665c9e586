package farm_test

import (
	"context"
	"encoding/json"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
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
func counted(run farm.Run) (farm.Run, map[string]int) {
	counts := map[string]int{}
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		done, err := accept(result)
		if done {
			counts[result.Job]++
		}
		return done, err
	}
	return run, counts
}

// The run and the workers find a restarted server again.
func TestARunOutlivesARestartOfItsServer(t *testing.T) {
	t.Parallel()
	ctx := limited(t)
	s := farmtest.Server(t, server.RANDOM_PORT)
	defer func() { s.Shutdown() }()
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	said, workerSaid := &farmtest.Notices{}, &farmtest.Notices{}
	carrier := connected(t, url, said)
	worker, err := farm.Connect(url, "a", farm.Credentials{}, workerSaid.Add)
	enginetest.Must(t, err)
	farmtest.Serve(t, ctx, farm.Worker{Connection: worker, Name: "a", Slots: 2, Kinds: []farm.Kind{squares("paper")}, Notice: workerSaid.Add})

	run, counts := counted(first(run(200)))
	run = at(run, 50, func() {
		s.Shutdown()
		s.WaitForShutdown()
		s = farmtest.Server(t, port)
	})
	carry(t, ctx, carrier, run, counts, 200)
	for _, who := range []*farmtest.Notices{said, workerSaid} {
		for _, text := range []string{"has lost the connection to " + url, "is connected to " + url + " again"} {
			await(t, ctx, text, func() bool { return strings.Contains(who.String(), text) })
		}
	}
}

// first returns the run without its results.
func first(run farm.Run, _ map[string]string) farm.Run { return run }

// A worker whose network fails keeps its result and sends it later. By then another has
// done its job, and the result comes twice.
func TestARunOutlivesAFailureOfTheNetwork(t *testing.T) {
	pause := 1500 * time.Millisecond
	if enginetest.IsLong() {
		pause = 6 * time.Second
	}
	for name, fail := range map[string]func(*farmtest.Link){"cut": (*farmtest.Link).Cut, "stalled": (*farmtest.Link).Stall} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, carrier, _ := listen(t)
			ctx := limited(t)
			link := farmtest.New(t, strings.TrimPrefix(url, "nats://"))
			taken, broken, mended := make(chan struct{}), make(chan struct{}), make(chan struct{})
			far := squares("paper")
			far.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				if string(payload) == "0" {
					close(taken)
					<-broken
				}
				return square(ctx, payload, deliver)
			}
			serve(t, ctx, "nats://"+link.Address(), farm.Worker{Name: "far", Kinds: []farm.Kind{far}})
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
				serve(t, ctx, url, farm.Worker{Name: "near", Kinds: []farm.Kind{near}})
				time.Sleep(pause)
				link.Mend()
				close(mended)
			}()
			run, results := run(40)
			run, counts := counted(run)
			carry(t, ctx, carrier, run, counts, 40)
			for number := range 40 {
				if results[strconv.Itoa(number)] == "" {
					t.Errorf("job %d is lost", number)
				}
			}
		})
	}
}
