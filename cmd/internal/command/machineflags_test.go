package command

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"cathedral/bench/farm"
	"cathedral/bench/match/player"
	"cathedral/engine/enginetest"
)

// The printed command line of a worker has all that the server wants, in the words of a shell.
func TestTheLineOfAWorkerIsComplete(t *testing.T) {
	for want, flags := range map[string]MachineFlags{
		"":                                      {listen: "127.0.0.1:4222"},
		" --tls-ca server.pem --nkey worker.nk": {listen: "0.0.0.0:4222", workerKeys: "workers.txt", credentials: farm.Credentials{Cert: "keys/server.pem", CertKey: "keys/server.key"}},
		" --tls-ca 'my server'\\''s.pem'":       {listen: "127.0.0.1:4222", credentials: farm.Credentials{Cert: "my server's.pem"}},
		" --tls-ca ca.pem --tls-cert worker.pem --tls-key worker.key --nkey worker.nk": {
			nats: "tls://nats.example", credentials: farm.Credentials{CA: "ca.pem", Cert: "runner.pem", CertKey: "runner.key", Nkey: "runner.nk"},
		},
		" --creds worker.creds": {nats: "nats://nats.example", credentials: farm.Credentials{Creds: "runner.creds"}},
		` --engine 'name=old cmd=./old '\''args=-v 2'\'' start=1m0s'`: {listen: "127.0.0.1:4222", Engines: []string{
			(&player.Specification{Name: "old", Command: "./old", Arguments: []string{"-v", "2"}, Start: time.Minute}).Place(),
		}},
	} {
		if got := flags.workerFlags(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A key has a line, with the name that messages give it. The word trusted, which older versions had,
// means nothing.
func TestTheFileOfKeysNamesThem(t *testing.T) {
	var keys []string
	for range 4 {
		pair, err := nkeys.CreateUser()
		enginetest.Must(t, err)
		key, err := pair.PublicKey()
		enginetest.Must(t, err)
		keys = append(keys, key)
	}
	flags := MachineFlags{workerKeys: filepath.Join(t.TempDir(), "workers.txt")}
	write := func(text string) {
		enginetest.Must(t, os.WriteFile(flags.workerKeys, []byte(text), 0o600))
	}
	write(keys[0] + "\n\n" + keys[1] + " trusted\n" + keys[2] + "\tamber-2\r\n " + keys[3] + " birch trusted")
	got, err := flags.readKeys(t.Context())
	if err != nil || !slices.Equal(got.all, keys) ||
		!maps.Equal(got.names, map[string]string{keys[2]: "amber-2", keys[3]: "birch"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, rest := range []string{" amber\x1b[2J", " amber birch", " trusted amber"} {
		write(keys[0] + rest)
		if _, err := flags.readKeys(t.Context()); err == nil || !strings.Contains(err.Error(), "line 1: want a key, and after it perhaps a name") || strings.Contains(err.Error(), keys[0]) {
			t.Errorf("%q: %v", rest, err)
		}
	}
}
