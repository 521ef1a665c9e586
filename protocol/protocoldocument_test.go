package protocol

import (
	"os"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

func TestTheDocumentNamesEveryCommandAndOption(t *testing.T) {
	text, err := os.ReadFile("PROTOCOL.md")
	enginetest.Must(t, err)
	c := converse(t, nil)
	c.send("help", "ugi")
	for _, line := range c.until("#") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "#") {
			if name := strings.Fields(line)[0]; !strings.Contains(string(text), "`"+name) {
				t.Errorf("PROTOCOL.md does not name %s", name)
			}
		}
	}
	for _, line := range c.until("ugiok") {
		if rest, found := strings.CutPrefix(line, "option name "); found {
			name, _, _ := strings.Cut(rest, " type ")
			if !strings.Contains(string(text), "\n| `"+name+"` | ") {
				t.Errorf("PROTOCOL.md does not name the option %s", name)
			}
		}
	}
	for _, word := range append(numberWords(), "infinite", "ponder", "searchmoves", "solve") {
		if !strings.Contains(string(text), "`"+word) && !strings.Contains(string(text), "go "+word) {
			t.Errorf("PROTOCOL.md does not name the limit %s", word)
		}
	}
}
