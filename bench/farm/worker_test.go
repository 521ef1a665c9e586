package farm_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// square delivers the square of the number of its job.
func square(_ context.Context, payload json.RawMessage, deliver func(any) error) error {
	number, err := strconv.Atoi(string(payload))
	if err != nil {
		return err
	}
	return deliver(number * number)
}

// squares is the kind of jobs whose work is square, on workers that have the needs.
func squares(has string) farm.Kind {
	return farm.Kind{Name: "squares", Work: square, Check: func(needs json.RawMessage) error {
		if want := strconv.Quote(has); string(needs) != want {
			return fmt.Errorf("it needs %s and not %s", needs, want)
		}
		return nil
	}}
}

// memory has the servers of start, by their names.
var memory sync.Map

// start starts a server without a network, so that a test can run in virtual time. It returns the
// name of the server and a carrier.
func start(t *testing.T) (name string, carrier *farm.Remote, said *farmtest.Notices) {
	t.Helper()
	name = "memory " + rand.Text()
	memory.Store(name, farmtest.Memory(t))
	said = &farmtest.Notices{}
	return name, &farm.Remote{Connection: dial(t, name, "run"), Notice: said.Add, Patience: time.Second}, said
}

// dial connects to the server with a name.
func dial(t *testing.T, name, key string) *nats.Conn {
	t.Helper()
	s, _ := memory.Load(name)
	return farmtest.Dial(t, s.(*server.Server), key)
}

// listen starts a server for this machine and returns its address and a carrier.
func listen(t *testing.T) (url string, carrier *farm.Remote, said *farmtest.Notices) {
	t.Helper()
	server, carrier, said := startServer(t, nil)
	return server.URL(), carrier, said
}

// startServer starts a server for this machine, with TLS unless its configuration is nil, and
// for workers with keys. It returns a carrier, too.
func startServer(t *testing.T, config *tls.Config, keys ...string) (server *farm.Server, carrier *farm.Remote, said *farmtest.Notices) {
	t.Helper()
	server, err := farm.StartServer(farm.ServerConfig{Address: "127.0.0.1:0", TLS: config, Keys: keys})
	enginetest.Must(t, err)
	t.Cleanup(server.Close)
	connection, err := server.Connect()
	enginetest.Must(t, err)
	t.Cleanup(connection.Close)
	said = &farmtest.Notices{}
	return server, &farm.Remote{Connection: connection, Notice: said.Add, Patience: time.Second}, said
}

// connected returns the carrier of a run that is connected to a server.
func connected(t *testing.T, url string, said *farmtest.Notices) *farm.Remote {
	t.Helper()
	connection, err := farm.Connect(url, "run", farm.Credentials{}, said.Add)
	enginetest.Must(t, err)
	t.Cleanup(connection.Close)
	return &farm.Remote{Connection: connection, Notice: said.Add, Patience: time.Second}
}

// serveSquares starts a worker that does squares.
func serveSquares(t *testing.T, ctx context.Context, url, name string) {
	t.Helper()
	serve(t, ctx, url, farm.Worker{Name: name, Kinds: []farm.Kind{squares("paper")}})
}

// serve starts a worker. Its error comes when it has ended.
func serve(t *testing.T, ctx context.Context, url string, worker farm.Worker) <-chan error {
	t.Helper()
	return serveWith(t, ctx, url, farm.Credentials{}, worker)
}

func serveWith(t *testing.T, ctx context.Context, url string, credentials farm.Credentials, worker farm.Worker) <-chan error {
	t.Helper()
	if _, isMemory := memory.Load(url); isMemory {
		worker.Connection = dial(t, url, worker.Name)
	} else {
		var err error
		worker.Connection, err = farm.Connect(url, worker.Name, credentials, nil)
		enginetest.Must(t, err)
	}
	worker.Slots = 2
	return farmtest.Serve(t, ctx, worker)
}

// run returns the run of the squares below count and, after it, the accepted results by job.
func run(count int) (farm.Run, map[string]string) {
	results := map[string]string{}
	return farm.Run{
		Kind: "squares", ID: "run1", Needs: "paper",
		Jobs: func(yield func(farm.Job) bool) {
			for number := range count {
				if !yield(farm.Job{ID: strconv.Itoa(number), Payload: number}) {
					return
				}
			}
		},
		Accept: func(result farm.Result) (bool, error) {
			number, err := strconv.Atoi(result.Job)
			if err != nil || string(result.Payload) != strconv.Itoa(number*number) {
				return false, farm.Refuse("the square of %s is not %s", result.Job, result.Payload)
			}
			results[result.Job] = result.Host
			return true, nil
		},
	}, results
}

// at makes a run call do before it accepts the result that follows count others.
func at(run farm.Run, count int, do func()) farm.Run {
	accept, accepted := run.Accept, 0
	run.Accept = func(result farm.Result) (bool, error) {
		if accepted++; accepted == count+1 {
			do()
		}
		return accept(result)
	}
	return run
}

// carry has a carrier do a run, which has as many results as count.
func carry[result any](t *testing.T, ctx context.Context, carrier farm.Carrier, run farm.Run, results map[string]result, count int) {
	t.Helper()
	if err := carrier.Carry(ctx, run); err != nil || len(results) != count {
		t.Errorf("%d results, %v", len(results), err)
	}
}

// carryAll has a carrier do the run of the squares below count, and returns its results.
func carryAll(t *testing.T, ctx context.Context, carrier *farm.Remote, count int) map[string]string {
	t.Helper()
	run, results := run(count)
	if err := carrier.Carry(ctx, run); err != nil || len(results) != count {
		t.Fatalf("%d results, %v", len(results), err)
	}
	return results
}

func limited(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// A worker that has taken a job and is gone, with or without an acknowledgement, leaves
// the job to another.
func TestAJobWithoutResultGoesToAnother(t *testing.T) {
	synctest.Test(t, testAJobWithoutResultGoesToAnother)
}

func testAJobWithoutResultGoesToAnother(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	gone := squares("paper")
	var taken atomic.Int32
	gone.Work = func(ctx context.Context, _ json.RawMessage, _ func(any) error) error {
		if taken.Add(1) == 1 {
			return nil // and so acknowledged
		}
		<-ctx.Done()
		return ctx.Err()
	}
	leaving, leave := context.WithCancel(ctx)
	serve(t, leaving, url, farm.Worker{Name: "gone", Kinds: []farm.Kind{gone}})
	go func() {
		for taken.Load() < 2 && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		leave()
		serveSquares(t, ctx, url, "other")
	}()
	carryAll(t, ctx, carrier, 4)
}

// A worker with three refused results gets no more jobs of the run, and those of others.
func TestAWorkerThatLiesGetsNoMoreJobsOfTheRun(t *testing.T) {
	synctest.Test(t, testAWorkerThatLiesGetsNoMoreJobsOfTheRun)
}

func testAWorkerThatLiesGetsNoMoreJobsOfTheRun(t *testing.T) {
	url, carrier, said := start(t)
	ctx := limited(t)
	liar := squares("paper")
	liar.Work = func(_ context.Context, _ json.RawMessage, deliver func(any) error) error { return deliver(-1) }
	liarSaid := &farmtest.Notices{}
	serve(t, ctx, url, farm.Worker{Name: "liar", Kinds: []farm.Kind{liar}, Notice: liarSaid.Add})
	go func() {
		await(t, ctx, "the liar knows", func() bool {
			return strings.Contains(liarSaid.String(), "takes no jobs of run run1: it has refused results")
		})
		serveSquares(t, ctx, url, "honest")
	}()
	results := carryAll(t, ctx, carrier, 20)
	for job, worker := range results {
		if worker != "honest" {
			t.Errorf("the result of job %s is from %q", job, worker)
		}
	}
	if text := said.String(); strings.Count(text, "worker liar sent a false result: the square of") != 3 || !strings.Contains(text, "After 3 of them it gets no more jobs") {
		t.Errorf("said is %q", text)
	}
}

// Results are verified several at a time and accepted one at a time, and the job of one that is not
// true is done again.
func TestResultsAreVerifiedSeveralAtATime(t *testing.T) {
	synctest.Test(t, testResultsAreVerifiedSeveralAtATime)
}

func testResultsAreVerifiedSeveralAtATime(t *testing.T) {
	url, carrier, said := start(t)
	ctx := limited(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		serveSquares(t, ctx, url, name)
	}
	run, results := run(40)
	var now, most, tries, long atomic.Int32
	run.AtOnce = 3
	run.Verify = func(_ context.Context, result farm.Result) (any, error) {
		defer now.Add(-1)
		if at := now.Add(1); at > most.Load() {
			most.Store(at)
		}
		time.Sleep(10 * time.Millisecond)
		if result.Job == "3" { // it is sent again before that ends
			long.Add(1)
			time.Sleep(15 * time.Second)
		}
		if result.Job == "7" && tries.Add(1) == 1 {
			return nil, farm.Refuse("it is not true")
		}
		return "seen " + result.Job, nil
	}
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		if result.Verified != "seen "+result.Job {
			t.Errorf("job %s was verified as %v", result.Job, result.Verified)
		}
		return accept(result)
	}
	carry(t, ctx, carrier, run, results, 40)
	if most.Load() != 3 || tries.Load() < 2 || long.Load() != 1 || strings.Contains(said.String(), "has held job 3") || strings.Count(said.String(), "sent a false result: it is not true") != 1 {
		t.Errorf("%d at a time, job 7 %d times, job 3 %d times: %s", most.Load(), tries.Load(), long.Load(), said)
	}
}

func TestAWorkerTakesNothingOfARunThatItCannotServe(t *testing.T) {
	synctest.Test(t, testAWorkerTakesNothingOfARunThatItCannotServe)
}

func testAWorkerTakesNothingOfARunThatItCannotServe(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	said := &farmtest.Notices{}
	serve(t, ctx, url, farm.Worker{Name: "stone", Kinds: []farm.Kind{squares("stone")}, Notice: said.Add})
	go func() {
		for said.String() == "" && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		serveSquares(t, ctx, url, "paper")
	}()
	results := carryAll(t, ctx, carrier, 20)
	if want := `takes no jobs of run run1: it needs "paper" and not "stone"`; !strings.HasPrefix(said.String(), want) {
		t.Errorf("said is %q, want %q", said, want)
	}
	for job, worker := range results {
		if worker != "paper" {
			t.Errorf("job %s was done by %q", job, worker)
		}
	}
}

// When the run has enough, queued jobs are withdrawn, and those in progress are stopped.
func TestARunThatHasEnoughStopsItsWorkers(t *testing.T) {
	synctest.Test(t, testARunThatHasEnoughStopsItsWorkers)
}

func testARunThatHasEnoughStopsItsWorkers(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	began, stopped := make(chan struct{}), make(chan struct{})
	var once, last sync.Once
	kind := squares("paper")
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		if string(payload) == "0" {
			<-began
			return square(ctx, payload, deliver)
		}
		once.Do(func() { close(began) })
		<-ctx.Done()
		last.Do(func() { close(stopped) })
		return ctx.Err()
	}
	serve(t, ctx, url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}})
	run, _ := run(50)
	run.Accept = func(farm.Result) (bool, error) { return true, farm.ErrEnough }
	enginetest.Must(t, carrier.Carry(ctx, run))
	select {
	case <-stopped:
	case <-ctx.Done():
		t.Error("the worker goes on")
	}
}

// A worker keeps a result that arrived when the run was interrupted until it continues.
func TestAnInterruptedRunGoesOn(t *testing.T) { synctest.Test(t, testAnInterruptedRunGoesOn) }

func testAnInterruptedRunGoesOn(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	serveSquares(t, ctx, url, "a")
	first, results := run(200)
	accept := first.Accept
	interrupted, interrupt := context.WithCancel(ctx)
	first.Accept = func(result farm.Result) (bool, error) {
		if len(results) == 50 {
			interrupt()
		}
		return accept(result)
	}
	if err := carrier.Carry(interrupted, first); !errors.Is(err, context.Canceled) {
		t.Fatalf("the interrupted run ends with %v", err)
	}
	second, _ := run(200)
	second.Accept = accept
	if err := carrier.Carry(ctx, second); err != nil || len(results) != 200 {
		t.Errorf("%d results, %v", len(results), err)
	}
}

func TestOtherMachinesReachNoServerWithoutTLSAndKeys(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":4222", "192.168.1.1:4222", "example.org:4222"} {
		if _, err := farm.StartServer(farm.ServerConfig{Address: address}); err == nil || !strings.Contains(err.Error(), "needs TLS and the keys") {
			t.Errorf("%s: error %v", address, err)
		}
	}
	for _, address := range []string{"127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000"} {
		if err := (&farm.ServerConfig{Address: address}).Check(); err == nil || !strings.Contains(err.Error(), "want a") {
			t.Errorf("%s: error %v", address, err)
		}
	}
}

func TestWorkersTellWhoTheyAre(t *testing.T) { synctest.Test(t, testWorkersTellWhoTheyAre) }

func testWorkersTellWhoTheyAre(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	for _, name := range []string{"b", "a"} {
		serve(t, ctx, url, farm.Worker{Name: name, Kinds: []farm.Kind{squares("paper")}, Build: "first", NodesPerSecond: 7})
	}
	results := carryAll(t, ctx, carrier, 50)
	asking := dial(t, url, "asking")
	var err error
	var workers []farm.WorkerState
	// The last results can be there before their workers have counted them.
	await(t, ctx, "two workers have done all jobs", func() bool {
		seen, asked := farm.Look(ctx, asking)
		workers, err = seen.Workers, asked
		return err != nil || len(workers) == 2 && workers[0].Done+workers[1].Done == len(results)
	})
	if err != nil || workers[0].Name != "a" || workers[1].Name != "b" {
		t.Fatalf("%+v, %v", workers, err)
	}
	if a, b := workers[0], workers[1]; a.Failed+b.Failed != 0 || a.Build != "first" || a.NodesPerSecond != 7 || a.Slots != 2 || a.Cores < 1 {
		t.Errorf("%+v, but there are %d results", workers, len(results))
	}
}

// That a run has begun or is over is a hint: a worker asks, and continues with an existing run.
func TestAWorkerAsksBeforeItDropsARun(t *testing.T) {
	synctest.Test(t, testAWorkerAsksBeforeItDropsARun)
}

func testAWorkerAsksBeforeItDropsARun(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	said := &farmtest.Notices{}
	kind := squares("paper")
	var did atomic.Int32
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		did.Add(1)
		if string(payload) != "0" {
			select {
			case <-time.After(2500 * time.Millisecond):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return square(ctx, payload, deliver)
	}
	serve(t, ctx, url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}, Notice: said.Add})
	run, results := run(3)
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		for _, subject := range []string{"cathedral.stop.run1", "cathedral.stop.other", "cathedral.begin"} {
			if err := carrier.Connection.Publish(subject, []byte("junk")); err != nil {
				t.Error(err)
			}
		}
		return accept(result)
	}
	if err := carrier.Carry(ctx, run); err != nil || len(results) != 3 || did.Load() != 3 {
		t.Errorf("%d results of %d jobs, %v", len(results), did.Load(), err)
	}
	await(t, ctx, "the run is over", func() bool { return strings.Contains(said.String(), "run run1 is over") })
	if text := said.String(); strings.Count(text, "\n") != 1 {
		t.Errorf("said is %q", text)
	}
}
