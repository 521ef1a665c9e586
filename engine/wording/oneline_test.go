package wording

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLinesCannotControlATerminal(t *testing.T) {
	for text, want := range map[string]string{
		`plain "quoted" \ text, ä`: `plain "quoted" \ text, ä`,
		"\x1b[2J\nGame 9.9\t\x00":  `\x1b[2J\nGame 9.9\t\x00`,
		"\u202e\u0085\xff'":        `\u202e\u0085\xff'`,
		strings.Repeat("ä", 20):    strings.Repeat("ä", 20),
		strings.Repeat("ä", 25):    strings.Repeat("ä", 24) + "... (50 bytes)",
		strings.Repeat("\n", 25):   strings.Repeat(`\n`, 24) + "... (25 bytes)",
		"\ufffd":                   "\ufffd",
	} {
		if got := Line(text, 24); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

func TestQuotedTextsAreShort(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\"b":                `"a\n\"b"`,
		strings.Repeat("ä", 60): `"` + strings.Repeat("ä", 60) + `"`,
		strings.Repeat("ä", 61): `"` + strings.Repeat("ä", 60) + `"...`,
	} {
		if got := Quoted(text); got != want {
			t.Errorf("%q is quoted as %s, want %s", text, got, want)
		}
	}
}

func TestAShellReadsItsWords(t *testing.T) {
	for word, want := range map[string]string{
		"":               "''",
		"--name=a/b.txt": "--name=a/b.txt",
		"my file":        "'my file'",
		"it's $HOME":     `'it'\''s $HOME'`,
		"a;b":            "'a;b'",
	} {
		if got := Shell(word); got != want {
			t.Errorf("%q is written as %s, want %s", word, got, want)
		}
	}
}

// Whatever a text is, its line has only what prints.
func FuzzLine(f *testing.F) {
	f.Add("plain", 3)
	f.Add("\xff\u202e\r", 100)
	f.Fuzz(func(t *testing.T, text string, most int) {
		line := Line(text, most)
		if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return !strconv.IsPrint(r) }) {
			t.Errorf("%q", line)
		}
	})
}

func TestCleanKeepsWhatIsSeenAsOne(t *testing.T) {
	const family, wave = "\U0001F468\u200d\U0001F469\u200d\U0001F467", "\U0001F44B\U0001F3FD" // a hand with its colour
	for text, want := range map[string]string{
		"Ann " + family: "Ann " + family, "Anna B " + family: "Anna B", "Anna Be" + family: "Anna Be", "Anna Bell" + wave: "Anna Bell",
		"Anna Bele\u0301": "Anna Bele\u0301", "Anna Bella\u0301": "Anna Bell", "\u200d \u200d": "", "a\u202eb\n c": "a b c",
	} {
		if got := Clean(text, 10); got != want {
			t.Errorf("%+q is %+q, want %+q", text, got, want)
		}
	}
}
