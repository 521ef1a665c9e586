package remote

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"github.com/nats-io/nats.go"
)

// Credentials say who connects to a server, by the paths of files. "" is none.
type Credentials struct {
	Nkey  string // the seed of an nkey
	Creds string // a .creds file of a NATS account
	CA    string // the certificates that the server's is checked against; "": the system's
}

// Connect connects to the server at url under a name. It waits for a server that is away
// until ctx ends, and calls waiting, once, with the reason. A refusal is an error.
// A connection that is lost is tried again for ever. The caller closes it.
func Connect(ctx context.Context, url, name string, credentials Credentials, waiting func(error)) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the calls that fail tell
	}
	if credentials.Nkey != "" {
		option, err := nats.NkeyOptionFromSeed(credentials.Nkey)
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	if credentials.Creds != "" {
		options = append(options, nats.UserCredentials(credentials.Creds))
	}
	if credentials.CA != "" {
		options = append(options, nats.RootCAs(credentials.CA))
	}
	for {
		connection, err := nats.Connect(url, options...)
		if err == nil || !isAway(err) {
			return connection, err
		}
		if waiting != nil {
			waiting(err)
			waiting = nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// isAway reports whether nobody answered, so that a server may still come.
func isAway(err error) bool {
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF) || errors.As(err, new(*net.OpError))
}
