package farm

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"cathedral/engine/record"
)

// Credentials say who connects to a server, by the paths of files. "" is none.
type Credentials struct {
	Nkey  string // the seed of an nkey
	Creds string // a .creds file of a NATS account
	CA    string // the certificates that the server's is checked against; "": the system's
	// Cert and CertKey are the certificate of this program and its key, for a server that asks
	// its clients for one.
	Cert, CertKey string
}

// publicKey returns the public key of the credentials, or "" if they have none. The error
// names the file and shows nothing of what is in it.
func (c Credentials) publicKey() (string, error) {
	path := cmp.Or(c.Nkey, c.Creds)
	if path == "" {
		return "", nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 1<<20))
	if err != nil {
		return "", err
	}
	if err := record.CheckKind(file, "a seed"); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	pair, err := nkeys.ParseDecoratedUserNKey(text)
	if err != nil {
		return "", fmt.Errorf("%s has no seed of a user's key", path)
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// WithoutSecrets returns the URLs of servers without the names, passwords and tokens that
// they may have.
func WithoutSecrets(urls string) string {
	parts := strings.Split(urls, ",")
	for i, part := range parts {
		if parsed, err := url.Parse(strings.TrimSpace(part)); err == nil {
			parsed.User = nil
			parts[i] = parsed.String()
		}
	}
	return strings.Join(parts, ",")
}

// AwayError says that no server answers at a URL. One may still come.
type AwayError struct {
	URL    string // without a password
	Reason error
}

// Error returns the URL and the reason.
func (e *AwayError) Error() string { return e.URL + ": " + e.reason() }

// Unwrap returns the reason.
func (e *AwayError) Unwrap() error { return e.Reason }

// reason returns why nobody answers, in a few words: the same ones for each attempt, so
// without the port of this side.
func (e *AwayError) reason() string {
	var lookup *net.DNSError
	var failed *net.OpError
	switch {
	case errors.As(e.Reason, &lookup) && lookup.IsNotFound:
		return fmt.Sprintf("no host %q", lookup.Name)
	case errors.Is(e.Reason, nats.ErrNoServers):
		return "no server listens there"
	case errors.Is(e.Reason, nats.ErrTimeout), errors.Is(e.Reason, io.EOF), errors.Is(e.Reason, os.ErrDeadlineExceeded):
		return "no NATS server answers there"
	case errors.As(e.Reason, &failed):
		return failed.Err.Error()
	}
	return e.Reason.Error()
}

const (
	// connectPause is the time between two attempts to reach an unreachable server.
	connectPause = time.Second
	// reminderPause is the time after which the reason of a long wait is repeated.
	reminderPause = 10 * time.Minute
)

// Connect connects to the server at url under a name. Its inboxes are those of its key, or
// of its name if it connects without one. If nobody answers, the error is an
// AwayError. A connection that is lost is tried again for ever; notice, if not nil, is
// called when it is lost and when it is back. The caller closes the connection.
func Connect(url, name string, credentials Credentials, notice func(text string)) (*nats.Conn, error) {
	var forbidden sync.Once
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
	}
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		// Calls that fail have their own errors, but a server that forbids something is silent.
		if errors.Is(err, nats.ErrPermissionViolation) && notice != nil {
			forbidden.Do(func() { notice("may not do its work on the server: " + Shown(err.Error())) })
		}
	}))
	address := WithoutSecrets(url)
	if notice != nil {
		options = append(options,
			nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
				if err != nil { // the connection is not closed by this program
					notice(fmt.Sprintf("has lost the connection to %s (%v) and is trying to reconnect", address, err))
				}
			}),
			nats.ReconnectHandler(func(*nats.Conn) { notice(fmt.Sprintf("is connected to %s again", address)) }))
	}
	key, err := credentials.publicKey()
	if err != nil {
		return nil, err
	}
	options = append(options, nats.CustomInboxPrefix(toWorker+cmp.Or(key, CleanName(name))))
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
		text, err := os.ReadFile(credentials.CA)
		if err == nil && !x509.NewCertPool().AppendCertsFromPEM(text) {
			err = fmt.Errorf("%s has no certificate", credentials.CA)
		}
		if err != nil {
			return nil, fmt.Errorf("--tls-ca: %w", err)
		}
		options = append(options, nats.RootCAs(credentials.CA))
	}
	if credentials.Cert != "" {
		options = append(options, nats.ClientCert(credentials.Cert, credentials.CertKey))
	}
	connection, err := nats.Connect(url, options...)
	if err != nil && isAway(err) {
		err = &AwayError{address, err}
	}
	if err != nil && strings.Contains(strings.ToLower(err.Error()), "authorization violation") {
		err = fmt.Errorf("%w: the key of --nkey (%s) must be in the --worker-keys of the match", err, cmp.Or(key, "none"))
	}
	if err != nil && strings.Contains(err.Error(), "x509: ") {
		err = fmt.Errorf("%w: the server's certificate must be in --tls-ca, or signed by one there, and name its host", err)
	}
	return connection, err
}

// Await connects as Connect does, but waits for an unreachable server until ctx ends. It
// calls notice with the reason, at once and then rarely, and first if others can read the key.
func Await(ctx context.Context, url, name string, credentials Credentials, notice func(text string)) (*nats.Conn, error) {
	secret := cmp.Or(credentials.Nkey, credentials.Creds)
	if info, err := os.Stat(secret); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		notice(fmt.Sprintf("has a key that other users can read: chmod 600 %s", secret))
	}
	return await(ctx, notice, func() (*nats.Conn, error) { return Connect(url, name, credentials, notice) })
}

// await calls connect until its error is not an AwayError.
func await(ctx context.Context, notice func(text string), connect func() (*nats.Conn, error)) (*nats.Conn, error) {
	var reported string
	var since time.Time
	for {
		connection, err := connect()
		var away *AwayError
		if !errors.As(err, &away) {
			return connection, err
		}
		if text := away.Error(); text != reported || time.Since(since) >= reminderPause {
			reported, since = text, time.Now()
			notice(fmt.Sprintf("waits for %s (^C ends it)", text))
		}
		if err := pause(ctx, connectPause); err != nil {
			return nil, err
		}
	}
}

// isAway reports whether nobody answered, so that a server may still come.
func isAway(err error) bool {
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, io.EOF) || errors.As(err, new(*net.OpError))
}

// NewKey makes a key for a worker. It writes the seed to a new file at path, which only its
// owner can read, and returns the public key for ServerConfig. The error names the file.
func NewKey(path string) (public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	seed, err := pair.Seed()
	if err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = file.Write(append(seed, '\n'))
	if err = cmp.Or(err, file.Close()); err != nil {
		return "", err
	}
	return pair.PublicKey()
}
