package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/SherClockHolmes/webpush-go"
)

// Keys are those by which push services and browsers know a server (RFC 8292), in base64 of URLs.
// Browsers forget what they have agreed to if the keys are others.
type Keys struct {
	Public  string `json:"publicKey"`
	Private string `json:"privateKey"`
}

// OpenKeys reads keys from a JSON file, as common tools write it, and makes the file if it is missing.
func OpenKeys(file string) (keys Keys, err error) {
	const longest = 64 << 10
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return makeKeys(file)
	case err == nil && (!info.Mode().IsRegular() || info.Size() > longest):
		err = fmt.Errorf("%s: want a file of at most %d bytes", file, longest)
	}
	if err != nil {
		return keys, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return keys, err
	}
	if json.Unmarshal(text, &keys) != nil {
		return keys, fmt.Errorf("%s: want JSON with publicKey and privateKey", file)
	}
	private, err := base64.RawURLEncoding.DecodeString(keys.Private)
	if err != nil {
		return keys, fmt.Errorf("%s: privateKey: %w", file, err)
	}
	key, err := ecdh.P256().NewPrivateKey(private)
	if err != nil || base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()) != keys.Public {
		return keys, fmt.Errorf("%s: the keys do not belong together", file)
	}
	return keys, nil
}

func makeKeys(file string) (keys Keys, err error) {
	const onlyOwner = 0o600
	if keys.Private, keys.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return keys, err
	}
	text, err := json.Marshal(keys)
	if err != nil {
		return keys, err
	}
	fresh := file + ".new"
	os.Remove(fresh) // of a process that was killed
	if err := os.WriteFile(fresh, append(text, '\n'), onlyOwner); err != nil {
		return keys, err
	}
	return keys, os.Rename(fresh, file) // the file is there as a whole or not at all
}
