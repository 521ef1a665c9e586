package remote

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ServerConfig describes a server in this process.
type ServerConfig struct {
	Address string // host and port; port 0 is a free one
	Store   string // the folder of the stream
	// TLS is the certificate of the server, and Keys are the public keys of the workers
	// (nkeys of users, which begin with U). A server that other machines reach needs both.
	TLS  *tls.Config
	Keys []string
}

// Server is a NATS server with JetStream in this process.
type Server struct {
	server *server.Server
	faults *serverFaults
	secret string // the password of this process
}

const (
	runnerUser = "runner"
	workerUser = "worker" // without credentials, on this machine only
	// startPatience is how long the server may take to start.
	startPatience = 10 * time.Second
	// mostConnected is the number of clients that may be connected at a time.
	mostConnected = 40_000
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

// StartServer starts the server that config describes. The caller closes it.
func StartServer(config ServerConfig) (*Server, error) {
	host, port, err := config.hostAndPort()
	if err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp", config.Address) // the server itself would try a port in use again and again
	if err != nil {
		return nil, err
	}
	free.Close()
	options := &server.Options{
		ServerName: "cathedral", Host: host, Port: port, NoSigs: true,
		MaxPayload: largestMessage, MaxConn: mostConnected, JetStream: true, StoreDir: config.Store,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 2 * largestStream,
	}
	if port == 0 {
		options.Port = server.RANDOM_PORT
	}
	s := &Server{faults: &serverFaults{}, secret: rand.Text()}
	options.Users = []*server.User{{Username: runnerUser, Password: s.secret}}
	if config.TLS != nil {
		options.TLS, options.TLSConfig = true, config.TLS
	}
	for _, key := range config.Keys {
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: key, Permissions: workerPermissions(key)})
	}
	if len(config.Keys) == 0 {
		options.Users = append(options.Users, &server.User{Username: workerUser, Password: rand.Text(), Permissions: workerPermissions("*")})
		options.NoAuthUser = workerUser
	}
	if s.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	s.server.SetLoggerV2(s.faults, false, false, false)
	s.server.Start()
	if !s.server.ReadyForConnections(startPatience) {
		s.Close()
		return nil, s.faults.first()
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
		Publish: &server.SubjectPermission{Allow: []string{fromWorker + key + ".>", workersSubject}},
		Subscribe: &server.SubjectPermission{Allow: []string{
			toWorker + key + ".>", beginSubject, stopSubject + "*", workersSubject, fromWorker + "*." + statusVerb, runsSubject + "*",
		}},
	}
}

// URL returns the address for workers.
func (s *Server) URL() string { return s.server.ClientURL() }

// Connect returns a connection inside this process that may do everything. The caller
// closes it.
func (s *Server) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.server), nats.UserInfo(runnerUser, s.secret))
}

// check returns an error if the server could not write to its store, as when the disk is
// full. It then takes nothing until it is started again.
func (s *Server) check() error {
	s.faults.mutex.Lock()
	defer s.faults.mutex.Unlock()
	if s.faults.writing == "" {
		return nil
	}
	return errors.New("the server's store: " + s.faults.writing)
}

// Close ends the server when all that was stored is on the disk.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// serverFaults keeps the first faults that the server logs.
type serverFaults struct {
	mutex   sync.Mutex
	fault   string // of any kind
	writing string // why the server could not write to its store
}

// writeFault precedes the reason when the log says that a store is broken.
const writeFault = "ritical write error: "

func (f *serverFaults) first() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return errors.New(cmp.Or(f.fault, "the server does not start"))
}

func (f *serverFaults) Errorf(format string, arguments ...any) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	text := fmt.Sprintf(format, arguments...)
	f.fault = cmp.Or(f.fault, text)
	if _, reason, found := strings.Cut(text, writeFault); found {
		f.writing = cmp.Or(f.writing, reason)
	}
}

func (f *serverFaults) Fatalf(format string, arguments ...any) { f.Errorf(format, arguments...) }
func (f *serverFaults) Warnf(string, ...any)                   {}
func (f *serverFaults) Noticef(string, ...any)                 {}
func (f *serverFaults) Debugf(string, ...any)                  {}
func (f *serverFaults) Tracef(string, ...any)                  {}
