package farm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// DismissedSuffix is added to the path of a run's file to name the one that lists the dismissed
// keys, and may have more about them, such as their games.
const DismissedSuffix = ".dismissed"

// dismissal begins the line of a dismissed key, before the key, a colon and the reason. Readers of
// games and positions skip it.
const dismissal = "# Dismissed: "

// DismissedKeys returns the keys that earlier runs have dismissed by a file, or no keys if there is
// none.
func DismissedKeys(path string) (map[string]bool, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	keys, _ := readDismissed(string(text))
	return keys, nil
}

// readDismissed returns the keys that a text dismisses, and whether a dismissal can follow it. It
// cannot within a game, whose comments a liar has written: their lines may look like one.
func readDismissed(text string) (keys map[string]bool, canFollow bool) {
	keys, canFollow = map[string]bool{}, true
	for line := range strings.Lines(text) {
		isDismissal := strings.HasPrefix(line, dismissal)
		if key := DismissedKey(line); key != "" && (canFollow || !isDismissal) {
			keys[key] = true
		}
		canFollow = line == "\n" || canFollow && isDismissal && strings.HasSuffix(line, "\n")
	}
	return keys, canFollow
}

// DismissedKey returns the key that a line names as dismissed, or "". Older versions named it only
// in a tag of its games.
func DismissedKey(line string) string {
	for begin, end := range map[string]string{dismissal: ": ", `[Key "`: `"]`} {
		if rest, isOne := strings.CutPrefix(line, begin); isOne {
			if key, _, isWhole := strings.Cut(rest, end); isWhole {
				return key
			}
		}
	}
	return ""
}

// noteDismissal adds a dismissed key to a file, on the disk when it returns.
func noteDismissal(path, key, reason string) error {
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if _, canFollow := readDismissed(string(text)); err == nil && !canFollow {
		_, err = file.WriteString("\n\n")
	}
	if err == nil {
		_, err = fmt.Fprintf(file, "%s%s: %s\n", dismissal, key, reason)
	}
	return errors.Join(err, file.Sync(), file.Close())
}
