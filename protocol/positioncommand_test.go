package protocol

import (
	"strings"
	"testing"
)

// In which ways positions and moves may be faulty, the scenarios of bench/check list.
func TestFaultyPositionsAreNamedAndTheOldOneStands(t *testing.T) {
	row := "10/10/10/10/10/10/10/10/10/"
	tests := []struct {
		command string
		parts   []string
	}{
		{"position", []string{"startpos or fen"}},
		{"position foo", []string{`word 2 "foo"`}},
		{"position startpos foo", []string{`word 3 "foo"`}},
		{"position startpos CAnF5", []string{`word 3 "CAnF5"`, "moves"}},
		{"position fen", []string{"position text"}},
		{"position fen moves", []string{"position text"}},
		{"position fen moves CAnF5", []string{"position text"}},
		{"position fen 10", []string{`words 3 to 3 "10"`}},
		{"position fen " + row + "9 l C 0", []string{"words 3 to 6", "row 10"}},
		{"position startpos moves CAnF5 CSnE8 TOeA1", []string{`word 6 "TOeA1"`, "move 3"}}, // over the edge
		{"position startpos moves CAnF5 CAnA1 CSnE8", []string{`word 5 "CAnA1"`, "move 2"}}, // not the Cathedral's turn
		{"position startpos moves CAnF5 TAnF5", []string{`word 5 "TAnF5"`, "move 2"}},       // taken
		{"position startpos moves CAnF5 " + strings.Repeat("x", 1000), []string{`word 5 "xxx`, `x"...`}},
	}
	c := converse(t, nil)
	c.send("position startpos moves CAnC3")
	old := c.fen()
	for _, test := range tests {
		c.send(test.command)
		line := c.line()
		if !strings.HasPrefix(line, "info string error: ") || len(line) > 400 {
			t.Errorf("%.100s: got %q", test.command, line)
		}
		for _, part := range test.parts {
			if !strings.Contains(line, part) {
				t.Errorf("%.100s: %q does not say %q", test.command, line, part)
			}
		}
		if got := c.fen(); got != old {
			t.Errorf("%.100s: the position is now %s", test.command, got)
			c.send("position startpos moves CAnC3")
		}
	}
}
