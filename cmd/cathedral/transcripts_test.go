package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
	"cathedral/protocol"
)

// patience is how long a test waits for a program: machines that run tests are busy.
const patience = 2 * time.Minute

// A transcript in a document is a block in which lines that begin with "> " are sent to the
// engine, and all others are its answers. "…" stands for what is left out, or differs from
// machine to machine: within a line for any text, alone for any number of lines.
func TestTranscriptsInDocumentsAreTrue(t *testing.T) {
	transcripts := map[string]int{}
	for _, d := range documents(t) {
		for _, b := range d.Blocks {
			if b.Info == "" && strings.HasPrefix(b.Text, "> ") {
				transcripts[d.Path]++
				play(t, d.Path, b.Line, strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n"))
			}
		}
	}
	for path, least := range map[string]int{"README.md": 1, "protocol/PROTOCOL.md": 7} {
		if transcripts[path] < least {
			t.Errorf("%s has %d transcripts, want %d at least", path, transcripts[path], least)
		}
	}
}

// play sends the lines of a transcript that begins at a line of a document, and compares
// the engine's answers.
func play(t *testing.T, document string, first int, lines []string) {
	t.Helper()
	engine, err := protocol.StartClient(protocol.ClientConfig{Command: "cathedral"})
	enginetest.Must(t, err)
	defer engine.Close()
	skipping := false
	for i, line := range lines {
		if sent, isSent := strings.CutPrefix(line, "> "); isSent {
			enginetest.Must(t, engine.Send(sent))
			if sent == "quit" {
				return
			}
			continue
		}
		if line == "…" {
			skipping = true
			continue
		}
		want := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "$")
		_, _, err := engine.Await(t.Context(), line, time.Now().Add(patience), func(got string) (bool, error) {
			if !want.MatchString(got) && !skipping {
				t.Errorf("%s:%d:\n%s\nis in truth\n%s", document, first+i, line, got)
				return true, nil
			}
			return want.MatchString(got), nil
		})
		if err != nil {
			t.Errorf("%s:%d: %v", document, first+i, err)
			return
		}
		skipping = false
	}
	// Nothing more may come. A search that a transcript leaves running is stopped.
	engine.Send("isready")
	if _, _, err := engine.Await(t.Context(), "readyok", time.Now().Add(patience), func(got string) (bool, error) {
		if got != "readyok" && !skipping {
			t.Errorf("%s:%d: after the transcript comes\n%s", document, first, got)
		}
		return got == "readyok", nil
	}); err != nil {
		t.Error(err)
	}
}
