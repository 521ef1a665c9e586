package farm_test

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// A run whose jobs are best chosen late is asked for one when a worker has the last.
func TestJobsOnDemandAreChosenLate(t *testing.T) {
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
	url, carrier, _ := start(t)
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
	for want, begin := range map[string]func(t *testing.T, ctx context.Context, url string, said *notices){
		"there is no worker": func(*testing.T, context.Context, string, *notices) {},
		`no worker does a job; stone takes no jobs: it needs "paper" and not "stone"`: func(t *testing.T, ctx context.Context, url string, _ *notices) {
			serve(t, ctx, url, farm.Worker{Name: "stone", Kinds: []farm.Kind{squares("stone")}})
		},
		"worker slow has worked on job ": func(t *testing.T, ctx context.Context, url string, said *notices) {
			slow := squares("paper")
			slow.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
				await(t, ctx, "who works is named", func() bool { return strings.Contains(said.String(), "worker slow has worked") })
				return square(ctx, payload, deliver)
			}
			serve(t, ctx, url, farm.Worker{Name: "slow", Kinds: []farm.Kind{slow}})
		},
		"no worker does a job; mute said something ": func(t *testing.T, ctx context.Context, url string, _ *notices) {
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
			url, carrier, said := start(t)
			ctx := limited(t)
			carrier.Patience = 250 * time.Millisecond
			begin(t, ctx, url, said)
			go func() {
				for !strings.Contains(said.String(), want) && ctx.Err() == nil {
					time.Sleep(5 * time.Millisecond)
				}
				serveSquares(t, ctx, url, "late")
			}()
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

// A stream that is deleted or emptied during a run comes back with what is missing.
func TestALostStreamIsMadeAgain(t *testing.T) {
	for name, lose := range map[string]func(context.Context, jetstream.JetStream) error{
		"deleted": func(ctx context.Context, js jetstream.JetStream) error {
			return js.DeleteStream(ctx, "CATHEDRAL_RESULTS")
		},
		"without consumer": func(ctx context.Context, js jetstream.JetStream) error {
			return js.DeleteConsumer(ctx, "CATHEDRAL_RESULTS", "run1")
		},
		"emptied": func(ctx context.Context, js jetstream.JetStream) error {
			stream, err := js.Stream(ctx, "CATHEDRAL_RESULTS")
			if err != nil {
				return err
			}
			return stream.Purge(ctx)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, carrier, said := start(t)
			ctx := limited(t)
			serveSquares(t, ctx, url, "a")
			js := streams(t, carrier.Connection)
			run, counts := counted(first(run(500)))
			run = at(run, 100, func() {
				if err := lose(ctx, js); err != nil {
					t.Error(err)
				}
			})
			carry(t, ctx, carrier, run, counts, 500)
			if told := strings.Contains(said.String(), "had lost the stream"); told != (name == "deleted") {
				t.Errorf("said is %q", said)
			}
		})
	}
}

// A server that comes back with an empty store, as one whose disk was lost, gets the run again.
func TestARunOutlivesTheStoreOfItsServer(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	ctx := limited(t)
	s := farmtest.Server(t, t.TempDir(), server.RANDOM_PORT)
	defer func() { s.Shutdown() }()
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	said := &notices{}
	carrier := connected(t, url, said)
	serveSquares(t, ctx, url, "a")
	run, counts := counted(first(run(1000)))
	run = at(run, 50, func() {
		s.Shutdown()
		s.WaitForShutdown()
		s = farmtest.Server(t, t.TempDir(), port)
	})
	carry(t, ctx, carrier, run, counts, 1000)
	if !strings.Contains(said.String(), "had lost the stream CATHEDRAL_RESULTS: it is made again") {
		t.Errorf("said is %q", said)
	}
}

// keepResults makes a stream as an operator would, and returns the interface that made it.
func keepResults(t *testing.T, ctx context.Context, connection *nats.Conn, config jetstream.StreamConfig) jetstream.JetStream {
	t.Helper()
	js := streams(t, connection)
	if _, err := js.CreateStream(ctx, config); err != nil {
		t.Fatal(err)
	}
	return js
}

// A result that the stream loses, as one whose files are gone, counts when it comes again.
func TestAStreamThatKeepsNothingStopsNoRun(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	url, carrier, _ := start(t)
	ctx := limited(t)
	config := jetstream.StreamConfig{
		Name: "CATHEDRAL_RESULTS", Subjects: []string{"cathedral.from.*.result.*.*.*"}, NoAck: true, Retention: jetstream.WorkQueuePolicy, MaxMsgSize: 1,
	}
	keepResults(t, ctx, carrier.Connection, config)
	serveSquares(t, ctx, url, "a")
	run, counts := counted(first(run(40))) // more than a worker sends before one is taken
	carry(t, ctx, carrier, run, counts, 40)
}

// serverIn starts a server that keeps its files in a folder, and connects a run to it.
func serverIn(t *testing.T, store string) (url string, connection *nats.Conn) {
	t.Helper()
	s := farmtest.Server(t, store, server.RANDOM_PORT)
	t.Cleanup(s.Shutdown)
	connection, err := farm.Connect(s.ClientURL(), "run", farm.Credentials{}, nil)
	enginetest.Must(t, err)
	t.Cleanup(connection.Close)
	return s.ClientURL(), connection
}

// A stream that is made while the server deletes another of the name would lose its files.
func TestAStreamTakesNothingFromOneThatIsDeleted(t *testing.T) {
	ctx, store := limited(t), t.TempDir()
	url, connection := serverIn(t, store)
	config := jetstream.StreamConfig{Name: "CATHEDRAL_RESULTS", Subjects: []string{"cathedral.from.*.result.*.*.*"}}
	js := keepResults(t, ctx, connection, config)
	for range 3 {
		if _, err := js.Publish(ctx, "cathedral.from.a.result.run1.0.token", nil); err != nil {
			t.Fatal(err)
		}
	}
	files, kept := filepath.Join(store, "jetstream", "$G", "streams", config.Name), t.TempDir()
	enginetest.Must(t, os.CopyFS(kept, os.DirFS(files)))
	enginetest.Must(t, js.DeleteStream(ctx, config.Name))
	enginetest.Must(t, os.CopyFS(files, os.DirFS(kept)))
	serveSquares(t, ctx, url, "a")
	carryAll(t, ctx, &farm.Remote{Connection: connection, Notice: func(string) {}, Patience: time.Second}, 20)
	stream, err := js.Stream(ctx, config.Name)
	if err != nil || stream.CachedInfo().State.LastSeq != 20 {
		t.Errorf("%+v, %v", stream, err)
	}
}

// A stream whose files cannot be made yet, as while the server deletes others of that name, is
// made a moment later.
func TestAStreamWaitsForItsFiles(t *testing.T) {
	t.Parallel()
	ctx, store := limited(t), t.TempDir()
	url, connection := serverIn(t, store)
	streams := filepath.Join(store, "jetstream", "$G", "streams")
	enginetest.Must(t, os.MkdirAll(streams, 0o700))
	blocked := filepath.Join(streams, "CATHEDRAL_RESULTS")
	enginetest.Must(t, os.WriteFile(blocked, nil, 0o600))
	time.AfterFunc(100*time.Millisecond, func() { os.Remove(blocked) })
	serveSquares(t, ctx, url, "a")
	carryAll(t, ctx, &farm.Remote{Connection: connection, Notice: func(string) {}, Patience: time.Second}, 20)
}

// A server for one run alone keeps nothing of another run, which was given up.
func TestTheStreamOfAGivenUpRunGoes(t *testing.T) {
	url, carrier, said := start(t)
	ctx := limited(t)
	config := jetstream.StreamConfig{Name: "CATHEDRAL_RESULTS", Subjects: []string{"cathedral.from.*.result.other.*.*"}, Retention: jetstream.WorkQueuePolicy}
	js := keepResults(t, ctx, carrier.Connection, config)
	_, err := js.Publish(ctx, "cathedral.from.a.result.other.0.token", nil)
	if err == nil {
		_, err = js.CreateConsumer(ctx, config.Name, jetstream.ConsumerConfig{Durable: "other"})
	}
	enginetest.Must(t, err)
	serveSquares(t, ctx, url, "a")
	carrier.Alone = true
	run, results := run(20)
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		if len(results) == 10 {
			stream, err := js.Stream(ctx, config.Name)
			if err != nil {
				return false, err
			}
			info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
			if err != nil || info.Config.Subjects[0] != "cathedral.from.*.result.run1.*.*" || info.State.Consumers != 1 || info.State.Subjects["cathedral.from.a.result.other.0.token"] != 0 {
				t.Errorf("%+v, %v", info, err)
			}
		}
		return accept(result)
	}
	if err := carrier.Carry(ctx, run); err != nil || len(results) != 20 || said.String() != "" {
		t.Errorf("%d results, %v: %s", len(results), err, said)
	}
}

// An existing stream keeps the operator's settings.
func TestAStreamKeepsItsSettings(t *testing.T) {
	url, carrier, _ := start(t)
	ctx := limited(t)
	config := jetstream.StreamConfig{
		Name: "CATHEDRAL_RESULTS", Subjects: []string{"cathedral.from.*.result.*.*.*"}, Description: "mine", Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage, MaxAge: time.Hour, MaxBytes: 1 << 20,
	}
	js := keepResults(t, ctx, carrier.Connection, config)
	serveSquares(t, ctx, url, "a")
	run, results := run(20)
	carry(t, ctx, carrier, run, results, 20)
	stream, err := js.Stream(ctx, config.Name)
	enginetest.Must(t, err)
	got := stream.CachedInfo().Config
	if got.Description != "mine" || got.Storage != jetstream.MemoryStorage || got.MaxAge != time.Hour || got.MaxBytes != 1<<20 || !got.NoAck {
		t.Errorf("the stream is %+v", got)
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
		said := &notices{}
		connection, err := farm.Connect(s.ClientURL(), "a", farm.Credentials{}, said.add)
		enginetest.Must(t, err)
		serveConnected(t, t.Context(), farm.Worker{Connection: connection, Name: "a", Kinds: []farm.Kind{squares("paper")}, Notice: said.add})
		await(t, limited(t), want, func() bool {
			return strings.Contains(said.String(), "may not do its work on the server: ") && strings.Contains(strings.ToLower(said.String()), strings.ToLower(want))
		})
	}
}

// A runner that may not make the stream again says so and waits for somebody who may.
func TestARunnerThatMayNotMakeTheStreamSaysSo(t *testing.T) {
	enginetest.Long(t)
	t.Parallel()
	ctx := limited(t)
	s := farmtest.Start(t, &server.Options{
		Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoAuthUser: "runner",
		Users: []*server.User{
			{Username: "operator", Password: "operator"},
			{Username: "runner", Password: "runner", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"$JS.API.STREAM.CREATE.>"}}}},
		},
	})
	defer s.Shutdown()
	operator, err := nats.Connect(s.ClientURL(), nats.UserInfo("operator", "operator"))
	enginetest.Must(t, err)
	defer operator.Close()
	config := jetstream.StreamConfig{Name: "CATHEDRAL_RESULTS", Subjects: []string{"cathedral.from.*.result.*.*.*"}, NoAck: true, Retention: jetstream.WorkQueuePolicy}
	js := keepResults(t, ctx, operator, config)
	said := &notices{}
	carrier := connected(t, s.ClientURL(), said)
	serveSquares(t, ctx, s.ClientURL(), "a")
	go func() {
		const complaint = "results cannot be kept: the stream CATHEDRAL_RESULTS is missing, and cannot be made"
		for !strings.Contains(said.String(), complaint) && ctx.Err() == nil {
			time.Sleep(20 * time.Millisecond)
		}
		if _, err := js.CreateStream(ctx, config); err != nil {
			t.Error(err)
		}
	}()
	run, counts := counted(first(run(1000)))
	run = at(run, 50, func() {
		if err := js.DeleteStream(ctx, config.Name); err != nil {
			t.Error(err)
		}
	})
	carry(t, ctx, carrier, run, counts, 1000)
	for _, text := range []string{"may not do its work on the server: ", "$JS.API.STREAM.CREATE.CATHEDRAL_RESULTS"} {
		if !strings.Contains(said.String(), text) {
			t.Errorf("said is %q", said)
		}
	}
}
