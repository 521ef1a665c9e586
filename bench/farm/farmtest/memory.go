package farmtest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"cathedral/bench/farm"
	"cathedral/engine/enginetest"
)

// Memory starts a NATS server without a network, so that a test can run in virtual time.
func Memory(t testing.TB) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true})
	enginetest.Must(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// Dial connects to a server without a network as the worker with a key, or as the run.
func Dial(t testing.TB, s *server.Server, key string) *nats.Conn {
	t.Helper()
	connection, err := nats.Connect("", nats.InProcessServer(s), nats.CustomInboxPrefix("cathedral.to."+key))
	enginetest.Must(t, err)
	t.Cleanup(connection.Close)
	return connection
}

// Serve starts a worker that has a connection, which is closed when the test ends. The error of the
// worker comes when it has ended.
func Serve(t testing.TB, ctx context.Context, worker farm.Worker) <-chan error {
	t.Helper()
	if worker.Notice == nil {
		worker.Notice = func(string) {}
	}
	ended := make(chan error, 1)
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { ended <- worker.Serve(ctx) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		worker.Connection.Close()
	})
	return ended
}

// Notices keeps remarks. It is safe for concurrent use.
type Notices struct {
	mutex sync.Mutex
	texts []string
}

// Add adds a remark.
func (n *Notices) Add(text string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.texts = append(n.texts, text)
}

// String returns all remarks, one a line.
func (n *Notices) String() string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return strings.Join(n.texts, "\n")
}
