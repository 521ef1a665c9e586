package farm_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// large is the result of the jobs of largeKind, which has many parts.
var large = strings.Repeat("x", 3_000_000)

// largeKind has jobs with large results. worked counts them.
func largeKind() (kind farm.Kind, worked *atomic.Int32) {
	kind, worked = squares("paper"), &atomic.Int32{}
	kind.Work = func(_ context.Context, _ json.RawMessage, deliver func(any) error) error {
		worked.Add(1)
		return deliver(large)
	}
	return kind, worked
}

// largeRun returns a run of jobs of largeKind.
func largeRun(t *testing.T, count int) (farm.Run, map[string]string) {
	run, results := run(count)
	run.Accept = func(result farm.Result) (bool, error) {
		if string(result.Payload) != strconv.Quote(large) {
			t.Errorf("the result of job %s has %d bytes", result.Job, len(result.Payload))
		}
		if results[result.Job] != "" {
			t.Errorf("job %s counts twice", result.Job)
		}
		results[result.Job] = result.Host
		return true, nil
	}
	return run, results
}

// A result in parts stays with its worker until the whole is accepted. A runner that is killed between
// two parts, or while it verifies the whole, gets it again. The job is done once.
func TestAResultInPartsOutlivesTheRunner(t *testing.T) {
	for part := range 24 { // of which the result has as many; the last kill comes during the verification
		synctest.Test(t, func(t *testing.T) { testAResultInPartsOutlivesTheRunner(t, part+1) })
	}
}

func testAResultInPartsOutlivesTheRunner(t *testing.T, part int) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	kind, worked := largeKind()
	serve(t, ctx, url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}})
	killed, kill := context.WithCancel(ctx)
	die := func() {
		carrier.Connection.Close() // so that it cannot say that it ends
		kill()
	}
	var asked atomic.Int64
	_, err := dial(t, url, "spy").Subscribe("cathedral.to.a.part", func(*nats.Msg) {
		if asked.Add(1) == int64(part) {
			die()
		}
	})
	enginetest.Must(t, err)
	first, results := largeRun(t, 1)
	first.Verify = func(ctx context.Context, _ farm.Result) (any, error) {
		if part > 23 {
			die()
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err := carrier.Carry(killed, first); !errors.Is(err, context.Canceled) {
		t.Fatalf("the killed run ends with %v", err)
	}
	time.Sleep(time.Duration(part) * time.Second)
	asked.Store(int64(part)) // kill nobody
	again := &farm.Remote{Connection: dial(t, url, "run"), Notice: func(string) {}, Patience: time.Second}
	second, _ := largeRun(t, 1)
	second.Accept = first.Accept
	if err := again.Carry(t.Context(), second); err != nil || len(results) != 1 || worked.Load() != 1 {
		t.Errorf("killed at part %d: %d results, of %d jobs, %v", part, len(results), worked.Load(), err)
	}
}

// A worker that is killed between two parts leaves its job to another.
func TestAResultInPartsOutlivesItsWorker(t *testing.T) {
	synctest.Test(t, testAResultInPartsOutlivesItsWorker)
}

func testAResultInPartsOutlivesItsWorker(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	kind, worked := largeKind()
	connection := dial(t, url, "mortal")
	farmtest.Serve(t, ctx, farm.Worker{Connection: connection, Name: "mortal", Kinds: []farm.Kind{kind}})
	asked := 0
	_, err := dial(t, url, "spy").Subscribe("cathedral.to.mortal.part", func(*nats.Msg) {
		if asked++; asked == 10 {
			connection.Close()
			serve(t, ctx, url, farm.Worker{Name: "other", Kinds: []farm.Kind{kind}})
		}
	})
	enginetest.Must(t, err)
	run, results := largeRun(t, 3)
	carry(t, ctx, carrier, run, results, 3)
	for job, host := range results {
		if host != "other" || worked.Load() < 4 {
			t.Errorf("of %d jobs, %s is by %s", worked.Load(), job, host)
		}
	}
}

// A worker keeps the result of a run that is interrupted for a day, and not for longer. It then has
// time for other runs.
func TestAWorkerKeepsResultsForADay(t *testing.T) {
	for away, want := range map[time.Duration]int32{time.Hour: 1, 23 * time.Hour: 1, 25 * time.Hour: 2} {
		if away > time.Hour && !enginetest.IsLong() {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			url, carrier, _ := start(t)
			carrier.Patience = time.Minute
			kind, worked := largeKind()
			serve(t, t.Context(), url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}})
			interrupted, interrupt := context.WithCancel(t.Context())
			first, results := largeRun(t, 1)
			first.Verify = func(context.Context, farm.Result) (any, error) {
				interrupt()
				return nil, interrupted.Err()
			}
			if err := carrier.Carry(interrupted, first); !errors.Is(err, context.Canceled) {
				t.Fatalf("the interrupted run ends with %v", err)
			}
			time.Sleep(away)
			second, _ := largeRun(t, 1)
			second.Accept = first.Accept
			if err := carrier.Carry(t.Context(), second); err != nil || len(results) != 1 || worked.Load() != want {
				t.Errorf("after %s: %d results, of %d jobs, %v", away, len(results), worked.Load(), err)
			}
		})
	}
}

// A machine is inspected every hour, between its timed jobs. One that fails does no more, and its run
// says so.
func TestAWorkerIsInspectedBesideNoTimedJob(t *testing.T) {
	synctest.Test(t, testAWorkerIsInspectedBesideNoTimedJob)
}

func testAWorkerIsInspectedBesideNoTimedJob(t *testing.T) {
	url, carrier, said := start(t)
	carrier.Patience = time.Minute
	var games, inspections atomic.Int32
	kind := squares("paper")
	kind.IsTimed = true
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		games.Add(1)
		defer games.Add(-1)
		time.Sleep(7 * time.Minute)
		return square(ctx, payload, deliver)
	}
	sick := errors.New("this machine computes otherwise now")
	ended := serve(t, t.Context(), url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}, Inspect: func(context.Context) error {
		if games.Load() > 0 {
			t.Error("it is inspected beside a game")
		}
		time.Sleep(time.Second)
		if inspections.Add(1) == 3 {
			return sick
		}
		return nil
	}})
	began := time.Now()
	go func() {
		if err := <-ended; !errors.Is(err, sick) || time.Since(began) < 3*time.Hour || time.Since(began) > 4*time.Hour {
			t.Errorf("after %s the worker ends with %v", time.Since(began), err)
		}
		serveSquares(t, t.Context(), url, "b")
	}()
	run, results := run(60)
	carry(t, t.Context(), carrier, run, results, 60)
	if want := "worker a takes no more jobs: " + sick.Error(); strings.Count(said.String(), want) != 1 {
		t.Errorf("said is %q", said)
	}
}
