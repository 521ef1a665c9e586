package farm_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// A run whose jobs are best chosen late is asked for one when a worker has the last.
func TestJobsOnDemandAreChosenLate(t *testing.T) { synctest.Test(t, testJobsOnDemandAreChosenLate) }

func testJobsOnDemandAreChosenLate(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	var chosen, given atomic.Int32
	kind := squares("paper")
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		if ahead := chosen.Load() - given.Add(1); ahead > 2 { // the worker does two at a time
			t.Errorf("%d jobs are chosen that nobody wants", ahead)
		}
		return square(ctx, payload, deliver)
	}
	serve(t, ctx, url, farm.Worker{Name: "a", Kinds: []farm.Kind{kind}})
	run, results := run(30)
	all := run.Jobs
	run.OnDemand = true
	run.Jobs = func(yield func(farm.Job) bool) {
		all(func(job farm.Job) bool {
			chosen.Add(1)
			return yield(job)
		})
	}
	carry(t, ctx, carrier, run, results, 30)
}

// A run whose jobs are chosen late gives all workers work at the same time.
func TestJobsOnDemandGoToAllWorkers(t *testing.T) {
	url, carrier, _ := listen(t)
	ctx := limited(t)
	kind := squares("paper")
	var all sync.WaitGroup
	all.Add(3)
	for _, name := range []string{"a", "b", "c"} {
		var busy sync.Once
		kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
			busy.Do(func() {
				all.Done()
				all.Wait()
			})
			return square(ctx, payload, deliver)
		}
		serve(t, ctx, url, farm.Worker{Name: name, Kinds: []farm.Kind{kind}})
	}
	run, results := run(30)
	run.OnDemand = true
	carry(t, ctx, carrier, run, results, 30)
}

// A run without results says why after four times the patience, and continues by itself when
// the cause is gone.
func TestARunIsNeverSilent(t *testing.T) {
	for want, begin := range map[string]func(t *testing.T, ctx context.Context, url string, said *farmtest.Notices){
		"there is no worker": func(*testing.T, context.Context, string, *farmtest.Notices) {},
		`no worker does a job; stone takes no jobs: it needs "paper" and not "stone"`: func(t *testing.T, ctx context.Context, url string, _ *farmtest.Notices) {
			serve(t, ctx, url, farm.Worker{Name: "stone", Kinds: []farm.Kind{squares("stone")}})
		},
		"worker slow has worked on job ": func(t *testing.T, ctx context.Context, url string, said *farmtest.Notices) {
			slow := squares("paper")
			slow.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				await(t, ctx, "who works is named", func() bool { return strings.Contains(said.String(), "worker slow has worked") })
				return square(ctx, payload, deliver)
			}
			serve(t, ctx, url, farm.Worker{Name: "slow", Kinds: []farm.Kind{slow}})
		},
		"no worker does a job; mute said something ": func(t *testing.T, ctx context.Context, url string, _ *farmtest.Notices) {
			connection, err := farm.Connect(url, "mute", farm.Credentials{}, nil)
			enginetest.Must(t, err)
			t.Cleanup(connection.Close)
			go func() {
				for ctx.Err() == nil && !connection.IsClosed() {
					_ = connection.Publish("cathedral.from.mute.ask", []byte("\x1b[2Jjunk"))
					time.Sleep(100 * time.Millisecond)
				}
			}()
		},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			url, carrier, said := listen(t)
			ctx := limited(t)
			carrier.Patience = 250 * time.Millisecond
			begin(t, ctx, url, said)
			var late sync.WaitGroup
			defer late.Wait()
			late.Go(func() {
				for !strings.Contains(said.String(), want) && ctx.Err() == nil {
					time.Sleep(5 * time.Millisecond)
				}
				serveSquares(t, ctx, url, "late")
			})
			run, results := run(20)
			began := time.Now()
			if err := carrier.Carry(ctx, run); err != nil || len(results) != 20 {
				t.Fatalf("%d results, %v: %s", len(results), err, said)
			}
			notice := regexp.MustCompile(`(?m)^no result for \d+s: .*` + regexp.QuoteMeta(want))
			if took := time.Since(began); took < 4*carrier.Patience || !notice.MatchString(said.String()) {
				t.Errorf("after %s, said is %q", took, said)
			}
		})
	}
}

// A worker that may say nothing on its server says so, and so does one that may hear nothing.
func TestAWorkerWithoutPermissionSaysSo(t *testing.T) {
	nothing := &server.SubjectPermission{Deny: []string{">"}}
	for want, permissions := range map[string]*server.Permissions{
		"Permissions Violation for Publish":      {Publish: nothing},
		"Permissions Violation for Subscription": {Subscribe: nothing},
	} {
		s := farmtest.Start(t, &server.Options{
			Port: server.RANDOM_PORT, NoAuthUser: "worker",
			Users: []*server.User{{Username: "worker", Password: "worker", Permissions: permissions}},
		})
		defer s.Shutdown()
		said := &farmtest.Notices{}
		connection, err := farm.Connect(s.ClientURL(), "a", farm.Credentials{}, said.Add)
		enginetest.Must(t, err)
		farmtest.Serve(t, t.Context(), farm.Worker{Connection: connection, Name: "a", Kinds: []farm.Kind{squares("paper")}, Notice: said.Add})
		await(t, limited(t), want, func() bool {
			return strings.Contains(said.String(), "may not do its work on the server: ") && strings.Contains(strings.ToLower(said.String()), strings.ToLower(want))
		})
	}
}
