package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/jobs"
	"cathedral/bench/jobs/remote"
)

// machineFlags are the flags of a command whose jobs other machines can do.
type machineFlags struct {
	listen, nats    string
	tlsCert, tlsKey string
	workerKeys      string
	patience        time.Duration
	credentials     remote.Credentials
}

func (m *machineFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&m.listen, "listen", "", "start a server at an `address`, such as 127.0.0.1:4222, and give the work to workers")
	flags.StringVar(&m.nats, "nats", "", "give the work to the workers of the NATS server at a `URL`")
	flags.StringVar(&m.tlsCert, "tls-cert", "", "with --listen: the `file` of the server's certificate (PEM)")
	flags.StringVar(&m.tlsKey, "tls-key", "", "with --listen: the `file` of the certificate's key (PEM)")
	flags.StringVar(&m.workerKeys, "worker-keys", "", "with --listen: a `file` with the public keys of the workers, one a line")
	flags.DurationVar(&m.patience, "patience", 15*time.Second, "give a job to another worker when its worker says nothing for this `time`")
	addCredentials(cmd, &m.credentials)
}

// addCredentials adds the flags of a command that connects to a NATS server.
func addCredentials(cmd *cobra.Command, credentials *remote.Credentials) {
	flags := cmd.Flags()
	flags.StringVar(&credentials.Nkey, "nkey", "", "connect with the key whose seed is in a `file`")
	flags.StringVar(&credentials.Creds, "creds", "", "connect with the credentials of a .creds `file`")
	flags.StringVar(&credentials.CA, "tls-ca", "", "check the server's certificate against those of a `file` (default the system's)")
}

// areMany reports whether workers do the jobs.
func (m *machineFlags) areMany() bool { return m.listen != "" || m.nats != "" }

// check returns an error for flags that do not fit together.
func (m *machineFlags) check() error {
	switch {
	case m.listen != "" && m.nats != "":
		return usageErrorf("--listen and --nats are mutually exclusive")
	case m.listen == "" && (m.tlsCert != "" || m.tlsKey != "" || m.workerKeys != ""):
		return usageErrorf("--tls-cert, --tls-key and --worker-keys are of the server that --listen starts")
	case m.nats == "" && m.credentials != remote.Credentials{}:
		return usageErrorf("--nkey, --creds and --tls-ca are for the server of --nats")
	case m.patience < time.Second:
		return usageErrorf("--patience %s: want 1s or more", m.patience)
	case (m.tlsCert == "") != (m.tlsKey == ""):
		return usageErrorf("--tls-cert and --tls-key need each other")
	case m.nats != "":
		if err := remote.CheckURL(m.nats); err != nil {
			return usageErrorf("--nats %w", err)
		}
	}
	return nil
}

// oneServer rejects arguments other than the URL of a NATS server.
func oneServer(_ *cobra.Command, arguments []string) error {
	if len(arguments) != 1 {
		return usageErrorf("want the URL of a NATS server")
	}
	if err := remote.CheckURL(arguments[0]); err != nil {
		return &usageError{err}
	}
	return nil
}

// carrier returns the carrier of the flags, with the store of its own server beside the
// record. The caller calls closeAll after the run.
func (m *machineFlags) carrier(ctx context.Context, record string, notice func(string)) (carrier jobs.Carrier, closeAll func(), err error) {
	if m.nats != "" {
		connection, err := remote.Await(ctx, m.nats, "cathedral", m.credentials, notice)
		if err != nil {
			return nil, nil, err
		}
		return &remote.Carrier{Connection: connection, Notice: notice, Patience: m.patience}, connection.Close, nil
	}
	config := remote.ServerConfig{Address: m.listen}
	if record != "" {
		config.Store = record + ".jobs"
	}
	if m.tlsCert != "" {
		certificate, err := tls.LoadX509KeyPair(m.tlsCert, m.tlsKey)
		if err != nil {
			return nil, nil, err
		}
		config.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	}
	if m.workerKeys != "" {
		text, err := os.ReadFile(m.workerKeys)
		if err != nil {
			return nil, nil, err
		}
		config.Keys = strings.Fields(string(text))
	}
	if err := config.Check(); err != nil {
		return nil, nil, err
	}
	return &remote.Hosted{
		Server: config, Notice: notice, Patience: m.patience,
		Started: func(url string) { notice("Workers: cathedral worker " + reachable(url)) },
	}, func() {}, nil
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

// workers returns the workers of a run: those on other machines if the flags say so, with
// the store of their server beside a file ("": none), and else threads of this process.
// Notices are written to out. The caller calls closeAll after the run.
func (m *machineFlags) workers(ctx context.Context, threads int, file string, out io.Writer) (workers jobs.Workers, closeAll func(), err error) {
	workers, closeAll = jobs.Workers{Threads: threads}, func() {}
	if !m.areMany() {
		return workers, closeAll, nil
	}
	if workers.Build, _, err = measureBuild(ctx, 1); err != nil {
		return workers, closeAll, err
	}
	workers.Carrier, closeAll, err = m.carrier(ctx, file, func(text string) { fmt.Fprintln(out, text) })
	return workers, closeAll, err
}
