package farm_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cathedral/bench/farm/farmtest"
	"cathedral/engine/enginetest"
)

// A run survives all that a hostile client sends, and the client can do nothing that a worker
// need not do.
func TestHostileClientsDoNotDisturbARun(t *testing.T) {
	url, carrier, said := listen(t)
	ctx := limited(t)
	hostile, denied := intrude(t, url)
	// Without keys, everybody on this machine can take any name.
	forbidden := forbiddenSubjects("a")
	attack := func() {
		for _, subject := range forbidden {
			if err := hostile.Publish(subject, []byte("{}")); err != nil {
				t.Error(err)
			}
		}
		if err := hostile.Publish("cathedral.from.b.result.run1.1.x", make([]byte, 100<<20)); !errors.Is(err, nats.ErrMaxPayload) {
			t.Errorf("100 MB: %v", err)
		}
		sendTooMuch(t, strings.TrimPrefix(url, "nats://"))
		for _, wrong := range []nats.Option{nats.UserInfo("runner", "wrong"), nats.UserInfo("admin", ""), nats.Token("x")} {
			if connection, err := nats.Connect(url, wrong); err == nil {
				connection.Close()
				t.Error("wrong credentials are accepted")
			}
		}
	}
	serveSquares(t, ctx, url, "a")
	run, results := run(100)
	run = at(run, 0, func() {
		attack()
	})
	carry(t, ctx, carrier, run, results, 100)
	for _, subject := range forbidden {
		if strings.HasPrefix(subject, "cathedral.from.") {
			continue
		}
		await(t, ctx, subject+" is forbidden", func() bool { return strings.Contains(denied.String(), `Publish to "`+subject) })
	}
	if lines := strings.Count(said.String(), "\n") + 1; lines > 5000 {
		t.Errorf("of the junk %d lines are said", lines)
	}
}

// intrude connects a client that is not a worker. The server's denials are noted.
func intrude(t *testing.T, url string, options ...nats.Option) (hostile *nats.Conn, denied *farmtest.Notices) {
	t.Helper()
	denied = &farmtest.Notices{}
	report := nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied.Add(err.Error()) })
	hostile, err := nats.Connect(url, append(options, report)...)
	enginetest.Must(t, err)
	t.Cleanup(hostile.Close)
	return hostile, denied
}

// forbiddenSubjects are subjects that a worker may not publish to, if the key of another
// worker is victim.
func forbiddenSubjects(victim string) []string {
	return []string{
		"$JS.API.STREAM.DELETE.CATHEDRAL_RESULTS", "$JS.API.STREAM.PURGE.CATHEDRAL_RESULTS", "$JS.API.STREAM.INFO.CATHEDRAL_RESULTS",
		"$JS.API.STREAM.CREATE.MINE", "$JS.API.CONSUMER.DELETE.CATHEDRAL_RESULTS.run1", "$JS.API.CONSUMER.MSG.NEXT.CATHEDRAL_RESULTS.run1",
		"$JS.ACK.CATHEDRAL_RESULTS.run1.1.1.1.1.0", "_INBOX.x",
		"cathedral.begin", "cathedral.stop.run1", "cathedral.run.run1", "cathedral.workers",
		"cathedral.to." + victim + ".run", "cathedral.to." + victim + ".taken", "cathedral.to." + victim + ".x.y",
		"cathedral.from." + victim + ".ask", "cathedral.from." + victim + ".look", "cathedral.from." + victim + ".release.run1", "cathedral.from." + victim + ".working.run1",
		"cathedral.from." + victim + ".unfit.run1", "cathedral.from." + victim + ".result.run1.7.forged",
	}
}

// workerSubjects are all subjects that a worker publishes to, and more that it may.
func workerSubjects(key string) []string {
	from := "cathedral.from." + key + "."
	return []string{
		from + "look", from + "ask", from + "status", from + "next.run1", from + "working.run1", from + "release.run1", from + "unfit.run1",
		from + "result.run1.7.x", from + "result.run1.none.x", from + "result.other.7.x", from + "x", from + "x.run1", from + "result.run1", from + "x.y.z.a.b.c.d",
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
		fmt.Fprintf(connection, "CONNECT {\"verbose\":false}\r\nPUB cathedral.from.b.result.run1.1.x %d\r\n", size)
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
