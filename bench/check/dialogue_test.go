package check

import (
	"fmt"
	"strings"
	"testing"
)

func TestDialogueKeepsBothEnds(t *testing.T) {
	var d dialogue
	for i := range 100 {
		d.note(">", fmt.Sprint(i))
	}
	text := d.text()
	if len(text) != 2*keptLines+1 || text[0] != "> 0" || text[keptLines-1] != "> 19" ||
		text[keptLines] != "! 60 lines left out here" || text[keptLines+1] != "> 80" || text[2*keptLines] != "> 99" {
		t.Errorf("%q", text)
	}
}

func TestDialogueLinesAreFitToPrint(t *testing.T) {
	for text, want := range map[string]string{
		`plain "quoted" \ text, ä`: `< plain "quoted" \ text, ä`,
		"\x00\xff\x1b[2J\ttab":     `< \x00\xff\x1b[2J\ttab`,
		strings.Repeat("x", 1000):  "< " + strings.Repeat("x", 158) + "... (1002 bytes)",
		strings.Repeat("x", 9999):  "< " + strings.Repeat("x", 158) + "... (10001 bytes)",
		strings.Repeat("ä", 200):   "< " + strings.Repeat("ä", 158) + "... (402 bytes)",
	} {
		var d dialogue
		d.note("<", text)
		if got := d.text()[0]; got != want {
			t.Errorf("%q is shown as %s, want %s", shorten(text), got, want)
		}
	}
}
