package command

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"cathedral/bench/farm"
	"cathedral/cmd/internal/build"
	"cathedral/engine/wording"
)

// MachineFlags are the flags of a command whose jobs other machines can do.
type MachineFlags struct {
	listen, nats string
	workerKeys   string
	patience     time.Duration
	credentials  farm.Credentials
	Speed        uint64   // of this machine, in nodes a second; set by Workers if they are other machines
	Engines      []string // the keys of each engine that workers start, for their command line
}

// AddTo adds the flags to cmd, including --concurrency: how many jobs this process does at a time,
// which usage says in the words of the command.
func (m *MachineFlags) AddTo(cmd *cobra.Command, concurrency *int, usage string) {
	flags := cmd.Flags()
	flags.IntVar(concurrency, "concurrency", 1, usage)
	flags.StringVar(&m.listen, "listen", "", "start a server at this `address`, such as 127.0.0.1:4222, and give the work to workers")
	flags.StringVar(&m.nats, "nats", "", "give the work to the workers of the NATS server at a `URL`")
	flags.StringVar(&m.workerKeys, "worker-keys", "", "with --listen: a `file` with the public keys of the workers, one per line; a name may follow a key")
	flags.DurationVar(&m.patience, "patience", 15*time.Second, "give a job to another worker if its worker is silent for this `time`")
	Gone(cmd, "replicas", "workers keep their results until the run has them")
	Gone(cmd, "js-domain", "no run uses JetStream")
	addCredentials(cmd, &m.credentials)
	const certificates = "; with --listen: that of the server"
	flags.Lookup("tls-cert").Usage += certificates
	flags.Lookup("tls-key").Usage += certificates
	Declare(cmd,
		Exclusive("listen", "nats"),
		With("listen", "worker-keys"),
		With("nats", "nkey", "creds", "tls-ca"),
		With("listen or nats", "tls-cert", "tls-key"),
		AtLeast(1, "patience"),
		Between(1, MostThreads, "concurrency"),
		Valid("nats", checkURL))
}

// addCredentials adds the flags about credentials to cmd, which connects to a NATS server.
func addCredentials(cmd *cobra.Command, credentials *farm.Credentials) {
	flags := cmd.Flags()
	flags.StringVar(&credentials.Nkey, "nkey", "", "connect with the key whose seed is in a `file`")
	flags.StringVar(&credentials.Creds, "creds", "", "connect with the credentials of a .creds `file`")
	flags.StringVar(&credentials.CA, "tls-ca", "", "check the server's certificate with those in a `file` (default the system's)")
	flags.StringVar(&credentials.Cert, "tls-cert", "", "show the certificate in a `file` (PEM) to a server that asks for one")
	flags.StringVar(&credentials.CertKey, "tls-key", "", "the `file` of the certificate's key (PEM)")
	Declare(cmd, With("tls-key", "tls-cert"), With("tls-cert", "tls-key"))
}

// Lines returns a function that writes a text to out as a line.
func Lines(out io.Writer) func(text string) { return func(text string) { fmt.Fprintln(out, text) } }

// AreMany reports whether workers do the jobs.
func (m *MachineFlags) AreMany() bool { return m.listen != "" || m.nats != "" }

// HaveKeys reports whether the server asks workers for keys.
func (m *MachineFlags) HaveKeys() bool { return m.workerKeys != "" }

// oneServer rejects arguments unless they are the URL of one NATS server.
func oneServer(cmd *cobra.Command, arguments []string) error {
	if err := One("the URL of a NATS server")(cmd, arguments); err != nil {
		return err
	}
	if err := checkURL(arguments[0]); err != nil {
		return &UsageError{Err: err}
	}
	return nil
}

// carrier returns the carrier that the flags ask for. The caller calls closeAll after the run.
func (m *MachineFlags) carrier(ctx context.Context, notice func(string)) (carrier farm.Carrier, closeAll func(), err error) {
	runner := farm.Remote{Notice: notice, Patience: m.patience}
	if m.nats != "" {
		connection, err := Await(ctx, func() (*nats.Conn, error) {
			return farm.Await(ctx, m.nats, "cathedral", m.credentials, notice)
		})
		if err != nil {
			return nil, nil, err
		}
		notice("Workers: cathedral worker " + farm.WithoutSecrets(m.nats) + m.workerFlags())
		runner.Connection = connection
		return &runner, connection.Close, nil
	}
	config := farm.ServerConfig{Address: m.listen}
	if m.credentials.Cert != "" {
		certificate, err := tls.LoadX509KeyPair(m.credentials.Cert, m.credentials.CertKey)
		if err != nil {
			return nil, nil, err
		}
		config.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	}
	var keys workerKeys
	if m.HaveKeys() {
		if keys, err = m.readKeys(ctx); err != nil {
			return nil, nil, err
		}
	}
	config.Keys, runner.Names = keys.all, keys.names
	if err := config.Check(); err != nil {
		return nil, nil, err
	}
	return &farm.Hosted{
		Remote: runner, Server: config,
		Started: func(url string) { notice("Workers: cathedral worker " + reachable(url) + m.workerFlags()) },
	}, func() {}, nil
}

// workerFlags returns the flags that a worker needs to connect to the server of the flags. Its
// files have the names that they have here, but for its secrets, which are its own.
func (m *MachineFlags) workerFlags() (flags string) {
	ca := m.credentials.CA
	if m.listen != "" {
		ca = m.credentials.Cert
	}
	if ca != "" {
		flags += " --tls-ca " + wording.Shell(filepath.Base(ca))
	}
	if m.nats != "" && m.credentials.Cert != "" {
		flags += " --tls-cert worker.pem --tls-key worker.key"
	}
	if m.workerKeys != "" || m.credentials.Nkey != "" {
		flags += " --nkey worker.nk"
	}
	if m.credentials.Creds != "" {
		flags += " --creds worker.creds"
	}
	for _, keys := range m.Engines {
		flags += " --engine " + wording.Shell(keys)
	}
	return flags
}

// reachable returns the URL of a server with the name of this machine in place of the
// address of all its networks.
func reachable(url string) string {
	host, err := os.Hostname()
	if err != nil {
		return url
	}
	return strings.NewReplacer("//0.0.0.0:", "//"+host+":", "//[::]:", "//"+host+":").Replace(url)
}

// Workers returns the workers of a run: other machines if the flags ask for them, or else threads
// of this process. notice is called with what the operator should know, at any time. The caller
// calls closeAll after the run.
func (m *MachineFlags) Workers(ctx context.Context, threads int, notice func(string)) (workers farm.Workers, closeAll func(), err error) {
	workers, closeAll = farm.Workers{Threads: threads}, func() {}
	if !m.AreMany() {
		return workers, closeAll, nil
	}
	if workers.Build, m.Speed, err = build.Measure(ctx, 1); err != nil {
		return workers, closeAll, err
	}
	workers.Carrier, closeAll, err = m.carrier(ctx, notice)
	return workers, closeAll, err
}
