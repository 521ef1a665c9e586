package machines

import (
	"testing"

	"cathedral/bench/jobs/remote"
)

// The printed command line of a worker has all that the server wants, in the words of a shell.
func TestTheLineOfAWorkerIsComplete(t *testing.T) {
	for want, flags := range map[string]Flags{
		"":                                      {listen: "127.0.0.1:4222"},
		" --tls-ca server.pem --nkey worker.nk": {listen: "0.0.0.0:4222", workerKeys: "workers.txt", credentials: remote.Credentials{Cert: "keys/server.pem", CertKey: "keys/server.key"}},
		" --tls-ca 'my server'\\''s.pem'":       {listen: "127.0.0.1:4222", credentials: remote.Credentials{Cert: "my server's.pem"}},
		" --tls-ca ca.pem --tls-cert worker.pem --tls-key worker.key --nkey worker.nk": {
			nats: "tls://nats.example", credentials: remote.Credentials{CA: "ca.pem", Cert: "runner.pem", CertKey: "runner.key", Nkey: "runner.nk"},
		},
		" --creds worker.creds": {nats: "nats://nats.example", credentials: remote.Credentials{Creds: "runner.creds"}},
	} {
		if got := flags.workerFlags(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
