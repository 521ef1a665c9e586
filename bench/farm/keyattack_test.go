package farm_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"cathedral/bench/farm"
	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// attacked is a server with the keys of two workers.
type attacked struct {
	options                 *server.Options
	url, ca                 string
	honest, hostile         string // files of the seeds
	honestKey, hostileKey   string
	runner, spy             *nats.Conn // the spy may do everything
	runnerSaid, honestNotes *farmtest.Notices
}

// newFarm starts an operator's server with the configuration of MACHINES.md, as it stands there but
// for keys, files, the port and the spy. The server of this program has the same permissions:
// TestAServerHasThePermissionsOfMACHINES.
func newFarm(t *testing.T) *attacked {
	t.Helper()
	f := &attacked{runnerSaid: &farmtest.Notices{}, honestNotes: &farmtest.Notices{}}
	f.honest, f.honestKey = newKey(t)
	f.hostile, f.hostileKey = newKey(t)
	runner, runnerKey := newKey(t)
	_, f.ca = certificate(t)
	machines, written := enginetest.ReadDocument(t, "../match/MACHINES.md"), ""
	for _, example := range machines.Examples(t, "") {
		if strings.HasPrefix(example, "# nats-server.conf\n") {
			written = example
		}
	}
	for part, own := range map[string]string{
		"RUNNER_KEY": runnerKey, "FIRST_KEY": f.honestKey, "SECOND_KEY": f.hostileKey,
		`"server.pem"`: strconv.Quote(f.ca), `"server.key"`: strconv.Quote(filepath.Join(filepath.Dir(f.ca), "server.key")),
	} {
		if !strings.Contains(written, part) {
			t.Errorf("the configuration has no %s", part)
		}
		written = strings.ReplaceAll(written, part, own)
	}
	f.options = &server.Options{Port: server.RANDOM_PORT}
	enginetest.Must(t, f.options.ProcessConfigString(written))
	f.options.Users = append(f.options.Users, &server.User{Username: "spy", Password: "spy"})
	s := farmtest.Start(t, f.options)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	f.url = s.ClientURL()
	var err error
	f.runner, err = farm.Connect(f.url, "runner", farm.Credentials{Nkey: runner, CA: f.ca}, f.runnerSaid.Add)
	enginetest.Must(t, err)
	t.Cleanup(f.runner.Close)
	f.spy, _ = intrude(t, f.url, nats.UserInfo("spy", "spy"), nats.RootCAs(f.ca))
	return f
}

// So all attacks on a key fail there too.
func TestAServerHasThePermissionsOfMACHINES(t *testing.T) {
	f := newFarm(t)
	options, err := (&farm.ServerConfig{Address: "127.0.0.1:0", Keys: []string{f.honestKey, f.hostileKey}}).Options("")
	enginetest.Must(t, err)
	var names []string
	for _, user := range options.Users {
		names = append(names, user.Username)
	}
	if !slices.Equal(names, []string{"runner"}) || options.NoAuthUser != "" || len(options.Nkeys) != 2 || options.MaxPayload != f.options.MaxPayload {
		t.Errorf("users %q, without a password %q, %d keys, at most %d bytes", names, options.NoAuthUser, len(options.Nkeys), options.MaxPayload)
	}
	for i, own := range options.Nkeys {
		if its := f.options.Nkeys[1+i]; own.Nkey != its.Nkey || !reflect.DeepEqual(own.Permissions, its.Permissions) {
			t.Errorf("%+v, in MACHINES.md %+v", own.Permissions, its.Permissions)
		}
	}
}

// attacker connects with the hostile key. denied is what the server forbids it.
func (f *attacked) attacker(t *testing.T) (connection *nats.Conn, denied *farmtest.Notices) {
	t.Helper()
	option, err := nats.NkeyOptionFromSeed(f.hostile)
	enginetest.Must(t, err)
	return intrude(t, f.url, option, nats.RootCAs(f.ca), nats.CustomInboxPrefix("cathedral.to."+f.hostileKey))
}

// awaitForbidden waits until the server has forbidden a verb, such as "Publish to", for each subject.
func awaitForbidden(t *testing.T, ctx context.Context, denied *farmtest.Notices, verb string, subjects ...string) {
	t.Helper()
	for _, subject := range subjects {
		await(t, ctx, subject+" is forbidden", func() bool {
			return strings.Contains(strings.ToLower(denied.String()), strings.ToLower(verb+` "`+subject+`"`))
		})
	}
}

// serveHonestly starts a worker with the honest key. Its error comes when it has ended.
func (f *attacked) serveHonestly(t *testing.T, kind farm.Kind) <-chan error {
	t.Helper()
	return serveWith(t, limited(t), f.url, farm.Credentials{CA: f.ca, Nkey: f.honest}, farm.Worker{Name: "honest", Kinds: []farm.Kind{kind}, Notice: f.honestNotes.Add})
}

func (f *attacked) carrier() *farm.Remote {
	return &farm.Remote{Connection: f.runner, Notice: f.runnerSaid.Add, Patience: time.Second}
}

// check holds a run that was attacked against one that was not.
func (f *attacked) check(t *testing.T, ended <-chan error, results map[string]string, count int) {
	t.Helper()
	for job, worker := range results {
		if worker != "honest" {
			t.Errorf("job %s is counted for %s", job, worker)
		}
	}
	if len(results) != count {
		t.Errorf("%d results", len(results))
	}
	if text := f.runnerSaid.String(); strings.Contains(text, f.honestKey) || strings.Contains(text, "had lost the stream") || strings.Contains(text, "may not") {
		t.Errorf("the runner says %q", text)
	}
	if text := f.honestNotes.String(); strings.Count(text, "\n") > 1 || strings.Contains(text, "job ") {
		t.Errorf("the honest worker says %q", text)
	}
	select {
	case err := <-ended:
		t.Errorf("the honest worker ends with %v", err)
	default:
	}
}

// carry has the honest worker do a run of count jobs, and checks the worker and results.
func (f *attacked) carry(t *testing.T, ctx context.Context, kind farm.Kind, run farm.Run, results map[string]string, count int) {
	t.Helper()
	ended := f.serveHonestly(t, kind)
	carrier := f.carrier()
	carrier.Patience = 10 * time.Second // an attack takes its time
	if err := carrier.Carry(ctx, run); err != nil {
		t.Error(err)
	}
	f.check(t, ended, results, count)
}

// during returns a run of the squares below count that is attacked when its first result
// comes, and the kind of jobs of a worker that does the others after that.
func during(count int, attack func()) (farm.Run, map[string]string, farm.Kind) {
	run, results := run(count)
	attacked := make(chan struct{})
	run = at(run, 0, func() {
		attack()
		close(attacked)
	})
	kind := squares("paper")
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		if string(payload) != "0" {
			select {
			case <-attacked:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return square(ctx, payload, deliver)
	}
	return run, results, kind
}

// The attacks on a run by publishing where a worker may not: deleting the stream, ending
// the run, dismissing, speaking and answering as another, and acknowledging, delaying and
// ending its jobs.
func TestAKeySpeaksForItselfAlone(t *testing.T) {
	t.Parallel()
	f, ctx := newFarm(t), limited(t)
	hostile, denied := f.attacker(t)
	forbidden := forbiddenSubjects(f.honestKey)
	run, results, kind := during(100, func() {
		for _, subject := range forbidden {
			for _, body := range []string{"", "{}", "+ACK", "+WPI", "+TERM", "+NXT", `["1","2","3"]`, `{"run":"run1","dismissed":"x"}`} {
				message := &nats.Msg{Subject: subject, Data: []byte(body), Header: nats.Header{"Cathedral-Host": {"honest"}}}
				if err := hostile.PublishMsg(message); err != nil {
					t.Error(err)
				}
			}
		}
		if err := hostile.FlushTimeout(10 * time.Second); err != nil {
			t.Error(err)
		}
	})
	f.carry(t, ctx, kind, run, results, 100)
	awaitForbidden(t, ctx, denied, "Publish to", forbidden...)
}

// The attacks on a run by having others publish: the server does not check where an answer
// is to go, and a worker that answers would publish with its own rights.
func TestNobodyPublishesForAKey(t *testing.T) {
	t.Parallel()
	f, ctx := newFarm(t), limited(t)
	hostile, denied := f.attacker(t)
	var misled farmtest.Notices
	var tricks []string
	for _, subject := range forbiddenSubjects(f.honestKey) {
		tricks = append(tricks, subject)
		if strings.HasPrefix(subject, "cathedral.") {
			trick := strings.Replace(subject, "run1", "trick", 1) // which nobody else uses
			tricks = append(tricks, trick)
		}
	}
	_, err := f.spy.Subscribe(">", func(message *nats.Msg) {
		if strings.Contains(message.Subject, "trick") || strings.HasPrefix(message.Subject, "_INBOX.x") || strings.HasSuffix(message.Subject, ".x.y") {
			misled.Add(message.Subject)
		}
	})
	enginetest.Must(t, err)
	// The right to answer was once the right to be the runner for one message.
	const deletion = "$JS.API.STREAM.DELETE.CATHEDRAL_RESULTS"
	answered := make(chan error, 100)
	if _, err := hostile.Subscribe("cathedral.from.*.look", func(message *nats.Msg) {
		if message.Reply == deletion {
			answered <- hostile.PublishRequest(deletion, hostile.NewInbox(), nil)
		}
	}); err != nil {
		t.Fatal(err)
	}
	run, results, kind := during(100, func() {
		if err := hostile.PublishRequest("cathedral.from."+f.hostileKey+".look", deletion, nil); err != nil {
			t.Error(err)
		}
		if err := <-answered; err != nil {
			t.Error(err)
		}
		for _, reply := range tricks {
			for _, subject := range workerSubjects(f.hostileKey) {
				for _, header := range []nats.Header{
					{}, {"Nats-Expected-Last-Sequence": {"7"}}, {"Nats-Trace-Dest": {reply}},
					{"Nats-Rollup": {"all"}}, {"Nats-Schedule": {"@at 2020-01-01T00:00:00Z"}, "Nats-Schedule-Target": {reply}},
				} {
					if err := hostile.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Data: []byte(`["1"]`), Header: header}); err != nil {
						t.Error(err)
					}
				}
			}
		}
		if err := hostile.FlushTimeout(10 * time.Second); err != nil {
			t.Error(err)
		}
	})
	f.carry(t, ctx, kind, run, results, 100)
	if misled.String() != "" {
		t.Errorf("somebody publishes %s", misled.String())
	}
	awaitForbidden(t, ctx, denied, "Publish to", deletion)
}

// A key hears what is said to it, and nothing of the others' jobs and results.
func TestAKeyHearsNothingOfOthers(t *testing.T) {
	t.Parallel()
	f, ctx := newFarm(t), limited(t)
	hostile, denied := f.attacker(t)
	var heard farmtest.Notices
	secret := []string{
		">", "cathedral.>", "_INBOX.>", "cathedral.to.>", "cathedral.to.*.run", "cathedral.to." + f.honestKey + ".>", "cathedral.from.>",
		"cathedral.from.*.result.>", "cathedral.from." + f.honestKey + ".>", "$JS.>", "$JS.API.>", "$SYS.>",
	}
	for _, subject := range secret {
		if _, err := hostile.Subscribe(subject, func(message *nats.Msg) { heard.Add(message.Subject) }); err != nil {
			t.Fatal(err)
		}
		if _, err := hostile.QueueSubscribe(subject, "q", func(message *nats.Msg) { heard.Add(message.Subject) }); err != nil {
			t.Fatal(err)
		}
	}
	enginetest.Must(t, hostile.Flush())
	run, results := run(50)
	f.carry(t, ctx, squares("paper"), run, results, 50)
	for who, connection := range map[string]*nats.Conn{"runner": f.runner, "worker": hostile} {
		seen, err := farm.Look(ctx, connection)
		workers := seen.Workers
		if err != nil || len(workers) != 1 || workers[0].Key != f.honestKey || workers[0].Name != "honest" {
			t.Errorf("the %s sees the workers %+v, %v", who, workers, err)
		}
	}
	if heard.String() != "" {
		t.Errorf("heard is %s", heard.String())
	}
	awaitForbidden(t, ctx, denied, "Subscription to", secret...)
}

// A key that takes all jobs that it gets and says that it is working on them holds up
// nobody for long, and is named.
func TestAKeyThatHoldsJobsIsNamedAndLosesThem(t *testing.T) {
	t.Parallel()
	f, ctx := newFarm(t), limited(t)
	hostile, _ := f.attacker(t)
	const count = 600
	held := make(chan struct{})
	go func() {
		var ids []string
		from := "cathedral.from." + f.hostileKey + "."
		say := func(verb string, value any) {
			text, err := json.Marshal(value)
			if err == nil {
				err = hostile.Publish(from+verb, text)
			}
			if err != nil && ctx.Err() == nil && !hostile.IsClosed() {
				t.Error(err)
			}
		}
		for ctx.Err() == nil && !hostile.IsClosed() {
			say("ask", map[string]string{"name": "sitter\x1b[2J\n"})
			answer, err := hostile.Request(from+"next.run1", nil, 300*time.Millisecond)
			var job struct{ Job string }
			if err == nil && json.Unmarshal(answer.Data, &job) == nil {
				ids = append(ids, job.Job)
			} else if len(ids) > 0 && held != nil {
				close(held)
				held = nil
			}
			say("working.run1", ids)
		}
	}()
	waiting := held
	go func() {
		select {
		case <-waiting:
			f.serveHonestly(t, squares("paper"))
		case <-ctx.Done():
		}
	}()
	run, results := run(count)
	var workers []farm.WorkerState
	run = at(run, 300, func() {
		seen, err := farm.Look(ctx, hostile)
		if err != nil {
			t.Error(err)
		}
		workers = seen.Workers
	})
	carrier := f.carrier()
	carrier.Names = map[string]string{f.honestKey: "lodger"}
	carry(t, ctx, carrier, run, results, count)
	if text := f.runnerSaid.String(); strings.Count(text, "worker sitter--2J- ("+f.hostileKey+") has held job ") != 1 || !strings.Contains(text, ", and 256 jobs in all: worker lodger ("+f.honestKey+") does it too") {
		t.Errorf("said is %q", text)
	}
	if len(workers) != 2 || workers[0].Key != f.hostileKey || workers[0].Held.Jobs != 256 || workers[0].Held.Seconds <= 0 || workers[1].Key != f.honestKey {
		t.Errorf("the workers are %+v", workers)
	}
}
