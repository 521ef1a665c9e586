package remote

import (
	"cmp"
	"os"

	"github.com/nats-io/nkeys"
)

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
