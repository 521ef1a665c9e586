package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"

	"cathedral/bench/farm"
)

// workerKeys are the public keys of workers.
type workerKeys struct {
	all   []string
	names map[string]string // by key
}

// readKeys reads the public keys of the workers. Each has a line, where a name may
// follow it. An error names the file and a line, and shows nothing of it: the file
// can be a worker's secret by mistake.
func (m *MachineFlags) readKeys(ctx context.Context) (keys workerKeys, err error) {
	text, err := ReadText(ctx, m.workerKeys, "public keys of workers")
	if err != nil {
		return keys, err
	}
	keys.names = map[string]string{}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		key, rest := words[0], words[1:]
		if n := len(rest); n > 0 && rest[n-1] == "trusted" { // which older versions had
			rest = rest[:n-1]
		}
		switch {
		case strings.HasPrefix(key, "SU"):
			return keys, fmt.Errorf("%s, line %d: this is the seed of a key, a worker's secret; want the public key, which \"cathedral worker --new-nkey\" prints", m.workerKeys, number)
		case !nkeys.IsValidPublicUserKey(key):
			return keys, fmt.Errorf("%s, line %d: this is not the public key of a worker, which begins with U", m.workerKeys, number)
		case len(rest) > 1 || len(rest) == 1 && rest[0] != farm.CleanName(rest[0]):
			return keys, fmt.Errorf("%s, line %d: want a key, and after it perhaps a name (letters, digits and hyphens)", m.workerKeys, number)
		case len(rest) == 1:
			keys.names[key] = rest[0]
		}
		keys.all = append(keys.all, key)
	}
	if len(keys.all) == 0 {
		return keys, fmt.Errorf("%s has no key of a worker", m.workerKeys)
	}
	return keys, nil
}
