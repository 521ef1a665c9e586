package farm

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ServerConfig describes a server in this process.
type ServerConfig struct {
	Address string // host and port; port 0 is a free one
	// TLS is the certificate of the server, and Keys are the public keys of the workers
	// (nkeys of users, which begin with U). A server that other machines reach needs both.
	TLS  *tls.Config
	Keys []string
}

// Server is a NATS server in this process.
type Server struct {
	server *server.Server
	log    serverLog
	secret string // the password of this process
}

const (
	runnerUser = "runner"
	workerUser = "worker" // without credentials, on this machine only
	// startPatience is how long the server may take to start.
	startPatience = 10 * time.Second
	// mostConnected is the number of clients that may be connected at a time, and
	// mostSubjects the number of subjects that each may hear.
	mostConnected = 40_000
	mostSubjects  = 1_000
)

// Check returns an error if the address is invalid, or if other machines reach it and the
// server would not be safe.
func (c *ServerConfig) Check() error {
	_, _, err := c.hostAndPort()
	return err
}

func (c *ServerConfig) hostAndPort() (host string, port int, err error) {
	host, text, err := net.SplitHostPort(c.Address)
	if err != nil {
		return "", 0, fmt.Errorf("%q: want a host and a port, such as 127.0.0.1:4222", c.Address)
	}
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("%q: want a port from 0 to 65535", c.Address)
	}
	if !isLoopback(host) && (c.TLS == nil || len(c.Keys) == 0) {
		return "", 0, fmt.Errorf("%s can be reached from other machines, which needs TLS and the keys of the workers", c.Address)
	}
	for i, key := range c.Keys {
		if !nkeys.IsValidPublicUserKey(key) { // which may be a secret, and is not shown
			return "", 0, fmt.Errorf("key %d of the workers is not the public key of a user, which begins with U", i+1)
		}
	}
	return host, int(number), nil
}

// options returns the options of the server, in which the runner has a password.
func (c *ServerConfig) options(secret string) (*server.Options, error) {
	host, port, err := c.hostAndPort()
	if err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "cathedral", Host: host, Port: port, NoSigs: true,
		MaxPayload: largestMessage, MaxConn: mostConnected, MaxSubs: mostSubjects,
		NoFastProducerStall: true, // or a worker that does not read would slow down those who answer it
		Users:               []*server.User{{Username: runnerUser, Password: secret}},
	}
	if port == 0 {
		options.Port = server.RANDOM_PORT
	}
	if c.TLS != nil {
		options.TLS, options.TLSConfig = true, c.TLS
	}
	for _, key := range c.Keys {
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: key, Permissions: workerPermissions(key)})
	}
	if len(c.Keys) == 0 {
		options.Users = append(options.Users, &server.User{Username: workerUser, Password: rand.Text(), Permissions: workerPermissions("*")})
		options.NoAuthUser = workerUser
	}
	return options, nil
}

// StartServer starts the server that config describes. The caller closes it.
func StartServer(config ServerConfig) (*Server, error) {
	s := &Server{log: make(serverLog, 1), secret: rand.Text()}
	options, err := config.options(s.secret)
	if err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp", config.Address) // the server itself would try a port in use again and again
	if err != nil {
		return nil, err
	}
	free.Close()
	if s.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	s.server.SetLoggerV2(s.log, false, false, false)
	s.server.Start()
	if !s.server.ReadyForConnections(startPatience) {
		s.Close()
		select {
		case fault := <-s.log:
			return nil, fault
		default:
			return nil, errors.New("the server does not start")
		}
	}
	return s, nil
}

// isLoopback reports whether only this machine reaches a host.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// workerPermissions let a worker speak as its key, hear what is said to the key, and list
// the workers, and nothing else. "*" is any key. MACHINES.md has the same for other servers.
func workerPermissions(key string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{fromWorker + key + ".>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{
			toWorker + key + ".>", beginSubject, stopSubject + "*", fromWorker + "*." + lookVerb, fromWorker + "*." + statusVerb, runsSubject + "*",
		}},
	}
}

// URL returns the address for workers.
func (s *Server) URL() string { return s.server.ClientURL() }

// Connect returns a connection inside this process that may do everything. The caller
// closes it.
func (s *Server) Connect() (*nats.Conn, error) {
	ignore := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}) // messages that a flood has displaced
	return nats.Connect("", nats.InProcessServer(s.server), nats.UserInfo(runnerUser, s.secret), ignore)
}

// Close ends the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// serverLog keeps the first fault that the server logs.
type serverLog chan error

func (l serverLog) Errorf(format string, arguments ...any) {
	trySend(l, fmt.Errorf(format, arguments...))
}

func (l serverLog) Fatalf(format string, arguments ...any) { l.Errorf(format, arguments...) }
func (l serverLog) Warnf(string, ...any)                   {}
func (l serverLog) Noticef(string, ...any)                 {}
func (l serverLog) Debugf(string, ...any)                  {}
func (l serverLog) Tracef(string, ...any)                  {}

// Hosted is a carrier with a server of its own for as long as a run lasts, to which it connects
// by itself.
type Hosted struct {
	Remote
	Server  ServerConfig
	Started func(url string) // called with the address for workers
}

// Carry implements Carrier. When ctx ends or run is complete, the server ends too.
func (h *Hosted) Carry(ctx context.Context, run Run) (err error) {
	server, err := StartServer(h.Server)
	if err != nil {
		return err
	}
	defer server.Close()
	connection, err := server.Connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	h.Started(server.URL())
	carrier := h.Remote
	carrier.Connection = connection
	return carrier.Carry(ctx, run)
}
