package machines

import (
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nkeys"
)

// readKeys reads the public keys of the workers, and which of them are trusted. Each has a
// line, where the word trusted may follow it. An error names the file and a line, and shows
// nothing of it: the file can be a worker's secret by mistake.
func (m *Flags) readKeys() (keys, trusted []string, err error) {
	text, err := os.ReadFile(m.workerKeys)
	if err != nil {
		return nil, nil, err
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case strings.HasPrefix(words[0], "SU"):
			return nil, nil, fmt.Errorf("%s, line %d: this is the seed of a key, a worker's secret; want the public key, which \"cathedral worker --new-nkey\" prints", m.workerKeys, number)
		case !nkeys.IsValidPublicUserKey(words[0]):
			return nil, nil, fmt.Errorf("%s, line %d: this is not the public key of a worker, which begins with U", m.workerKeys, number)
		case len(words) == 2 && words[1] == "trusted":
			trusted = append(trusted, words[0])
		case len(words) > 1:
			return nil, nil, fmt.Errorf("%s, line %d: want a key, and after it nothing or the word trusted", m.workerKeys, number)
		}
		keys = append(keys, words[0])
	}
	if len(keys) == 0 {
		return nil, nil, fmt.Errorf("%s has no key of a worker", m.workerKeys)
	}
	return keys, trusted, nil
}
