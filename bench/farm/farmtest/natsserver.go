package farmtest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server starts a NATS server, like an existing one, at port or, if that is
// server.RANDOM_PORT, at a free one. The caller shuts it down.
func Server(t *testing.T, port int) *server.Server {
	t.Helper()
	return Start(t, &server.Options{Port: port})
}

// Start starts a NATS server with options, on this machine. The caller shuts it down.
func Start(t *testing.T, options *server.Options) *server.Server {
	t.Helper()
	options.Host, options.NoSigs = "127.0.0.1", true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}
