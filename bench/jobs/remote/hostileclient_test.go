package remote_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
	"cathedral/engine/enginetest"
)

// A run survives all that a hostile client sends, and the client can do nothing that a worker
// need not do.
func TestHostileClientsDoNotDisturbARun(t *testing.T) {
	url, carrier, said := start(t)
	ctx := limited(t)
	hostile, denied := intrude(t, url)
	forbidden := []string{
		"$JS.API.STREAM.DELETE.CATHEDRAL_JOBS", "$JS.API.STREAM.PURGE.CATHEDRAL_RESULTS", "$JS.API.STREAM.CREATE.MINE",
		"$JS.API.CONSUMER.DELETE.CATHEDRAL_JOBS.run1", "$JS.ACK.CATHEDRAL_RESULTS.run1.1.1.1.1.0", "cathedral.jobs.run1.7", "cathedral.stop.run1",
		"cathedral.dismiss.a", "cathedral.begin",
	}
	attack := func() {
		for _, subject := range forbidden {
			if err := hostile.Publish(subject, []byte("{}")); err != nil {
				t.Error(err)
			}
		}
		if err := hostile.Publish("cathedral.results.run1.1.a", make([]byte, 100<<20)); !errors.Is(err, nats.ErrMaxPayload) {
			t.Errorf("100 MB: %v", err)
		}
		sendTooMuch(t, strings.TrimPrefix(url, "nats://"))
		for _, wrong := range []nats.Option{nats.UserInfo("runner", "wrong"), nats.UserInfo("admin", ""), nats.Token("x")} {
			if connection, err := nats.Connect(url, wrong); err == nil {
				connection.Close()
				t.Error("wrong credentials are accepted")
			}
		}
		sendJunk(t, hostile)
	}
	serve(t, ctx, url, remote.Worker{Name: "a", Kinds: []jobs.Kind{squares("paper")}})
	run, results := run(100)
	accept, attacked := run.Accept, false
	run.Accept = func(result jobs.Result) (bool, error) {
		if !attacked {
			attacked = true
			attack()
		}
		return accept(result)
	}
	if err := carrier.Carry(ctx, run); err != nil || len(results) != 100 {
		t.Errorf("%d results, %v", len(results), err)
	}
	refused := strings.Split(denied.String(), "\n")
	for _, subject := range forbidden {
		if !slices.ContainsFunc(refused, func(line string) bool { return strings.Contains(line, `Publish to "`+subject) }) {
			t.Errorf("%s is allowed: %q", subject, refused)
		}
	}
	if lines := strings.Count(said.String(), "\n") + 1; lines > 5000 {
		t.Errorf("of the junk %d lines are said", lines)
	}
}

// intrude connects a client that is not a worker. The server's denials are noted.
func intrude(t *testing.T, url string, options ...nats.Option) (hostile *nats.Conn, denied *notices) {
	t.Helper()
	denied = &notices{}
	report := nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied.add(err.Error()) })
	hostile, err := nats.Connect(url, append(options, report)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hostile.Close)
	return hostile, denied
}

// sendJunk sends junk to every subject that a worker may publish to, with and without an
// address for an answer: 10,000 messages in all, or to each when the test is long. Some are
// acknowledgements of jobs that others have.
func sendJunk(t *testing.T, hostile *nats.Conn) {
	subjects := remote.WorkerSubjects()
	count := 10_000 / len(subjects)
	if enginetest.IsLong(t) {
		count = 10_000
	}
	for _, pattern := range subjects {
		for number := range count {
			subject := strings.Replace(pattern, ".*", ".run1", 1)
			subject = strings.ReplaceAll(subject, "*", strconv.Itoa(number))
			subject = strings.Replace(subject, ">", fmt.Sprintf("run1.1.%d.%d.1.0", number%100+1, number%100+1), 1)
			message := &nats.Msg{Subject: subject, Data: []byte("junk"), Header: nats.Header{"Cathedral-Worker": {"junk-" + strconv.Itoa(number)}}}
			if number%2 == 0 {
				message.Reply = "_INBOX.junk"
			}
			if strings.HasPrefix(subject, "$JS.ACK.") {
				message.Data = []byte("+ACK")
			}
			if err := hostile.PublishMsg(message); err != nil {
				t.Errorf("%s: %v", subject, err)
				return
			}
		}
		if err := hostile.FlushTimeout(20 * time.Second); err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// sendTooMuch sends a message of 100 MB without asking for the server's limit.
func sendTooMuch(t *testing.T, address string) {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return
	}
	defer connection.Close()
	const size = 100 << 20
	go func() {
		fmt.Fprintf(connection, "CONNECT {\"verbose\":false}\r\nPUB cathedral.results.run1.1.a %d\r\n", size)
		chunk := make([]byte, 1<<20)
		for sent := 0; sent < size; sent += len(chunk) {
			if _, err := connection.Write(chunk); err != nil {
				return // as it has to be
			}
		}
	}()
	if err := connection.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Error(err)
	}
	lines := bufio.NewScanner(connection)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "Maximum Payload Violation") {
			return
		}
	}
	if err := lines.Err(); errors.As(err, new(*net.OpError)) && !errors.Is(err, net.ErrClosed) {
		var fault net.Error
		if errors.As(err, &fault) && fault.Timeout() {
			t.Error("the server listens to a message of 100 MB")
		}
	}
}

// A worker can neither give results as another, nor bring another into discredit by its name.
func TestAKeyIsTheIdentityOfItsWorker(t *testing.T) {
	ctx := limited(t)
	config, ca := certificate(t)
	honest, honestKey := newKey(t)
	liar, liarKey := newKey(t)
	server, carrier, said := startServer(t, config, honestKey, liarKey)
	option, err := nats.NkeyOptionFromSeed(liar)
	if err != nil {
		t.Fatal(err)
	}
	hostile, denied := intrude(t, server.URL(), option, nats.RootCAs(ca))
	connection, err := remote.Connect(server.URL(), "a", remote.Credentials{CA: ca, Nkey: honest}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// After its first job the honest worker waits for the junk, which so comes before its results.
	kind, worked, sent := squares("paper"), false, make(chan struct{})
	work := kind.Work
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		if worked {
			select {
			case <-sent:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		worked = true
		return work(ctx, payload, deliver)
	}
	ended := serveConnected(t, ctx, remote.Worker{Connection: connection, Name: "a", Slots: 1, Kinds: []jobs.Kind{kind}})
	run, results := run(20)
	accept, attacked := run.Accept, false
	run.Accept = func(result jobs.Result) (bool, error) {
		if !attacked {
			attacked = true
			for number := range 5 {
				for _, as := range []string{honestKey, liarKey} {
					message := &nats.Msg{
						Subject: fmt.Sprintf("cathedral.results.run1.%d.%s", number, as), Data: []byte("junk"), Header: nats.Header{"Cathedral-Worker": {"a"}},
					}
					if err := hostile.PublishMsg(message); err != nil {
						t.Error(err)
					}
				}
			}
			if err := hostile.FlushTimeout(10 * time.Second); err != nil {
				t.Error(err)
			}
			close(sent)
		}
		return accept(result)
	}
	if err := carrier.Carry(ctx, run); err != nil || len(results) != 20 {
		t.Errorf("%d results, %v", len(results), err)
	}
	if text := said.String(); strings.Count(text, "worker a ("+liarKey+") sent a false result") != 3 || strings.Contains(text, honestKey) {
		t.Errorf("said is %q", text)
	}
	await(t, ctx, "results as another are denied", func() bool { return strings.Count(denied.String(), honestKey) == 5 })
	select {
	case err := <-ended:
		t.Errorf("the honest worker ends with %v", err)
	default:
	}
}

// The server of one run takes results of no other.
func TestNobodyFillsTheStoreWithResultsOfOtherRuns(t *testing.T) {
	said := &notices{}
	ctx := limited(t)
	began := make(chan string, 1)
	hosted := &remote.Hosted{
		Server: remote.ServerConfig{Address: "127.0.0.1:0", Store: t.TempDir() + "/jobs"}, Notice: said.add, Patience: time.Second,
		Started: func(url string) { began <- url },
	}
	run, results := run(20)
	ended := make(chan error, 1)
	go func() { ended <- hosted.Carry(ctx, run) }()
	var url string
	select {
	case url = <-began:
	case err := <-ended:
		t.Fatal(err)
	}
	hostile, denied := intrude(t, url)
	if err := hostile.Publish("cathedral.results.other.1.a", []byte("junk")); err != nil {
		t.Error(err)
	}
	await(t, ctx, "the other run is refused", func() bool { return strings.Contains(denied.String(), `Publish to "cathedral.results.other.1.a"`) })
	serve(t, ctx, url, remote.Worker{Name: "a", Kinds: []jobs.Kind{squares("paper")}})
	if err := <-ended; err != nil || len(results) != 20 {
		t.Errorf("%d results, %v", len(results), err)
	}
}
