package protocol

import (
	"strings"
	"testing"
)

func TestFaultyPositionsAreNamedAndTheOldOneStands(t *testing.T) {
	row := "10/10/10/10/10/10/10/10/10/"
	board := row + "10 "
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
		{"position fen " + row + "11 l C 0", []string{"row 10"}},
		{"position fen " + row + "55 l C 0", []string{"row 10"}},
		{"position fen " + row + "010 l C 0", []string{"row 10"}},
		{"position fen " + row + "x9 l - 1", []string{"row 10"}},
		{"position fen " + row + "c9 l - 2", nil},                             // no castle has one square
		{"position fen " + row + "t1t1t5 l - 8", nil},                         // three taverns
		{"position fen 5+4/4+++3/5+4/5+4/10/5+4/4+++3/5+4/5+4/10 l - 2", nil}, // two Cathedrals
		{"position fen " + board + "d C 0", nil},                              // not Dark's turn
		{"position fen " + board + "l - 0", nil},                              // Cathedral forgotten
		{"position fen " + board + "l C 00", nil},                             // leading zero
		{"position fen " + board + "l C -1", nil},
		{"position fen " + board + "l - 1e30", nil},
		{"position fen " + board + "l - 99999999999999999999", nil},
		{"position fen " + board + "l - 1000", nil},                                         // a ply too far
		{"position fen " + startText + " and so on", nil},                                   // trailing words
		{"position fen " + startText + " CAnF5", nil},                                       // moves forgotten
		{"position startpos moves CAnF5 CSnE8 TOeA1", []string{`word 6 "TOeA1"`, "move 3"}}, // over the edge
		{"position startpos moves CAnF5 CAnA1 CSnE8", []string{`word 5 "CAnA1"`, "move 2"}}, // not the Cathedral's turn
		{"position startpos moves CAnF5 TAnF5", []string{`word 5 "TAnF5"`, "move 2"}},       // taken
		{"position startpos moves CAnF5 pass", []string{`word 5 "pass"`, "move 2"}},         // not forced
		{"position startpos moves CAnF5 none", []string{`word 5 "none"`, "move 2"}},
		{"position startpos moves CAnF5 CSnE8-", []string{`word 5 "CSnE8-"`, "move 2"}}, // not in these rules
		{"position startpos moves CAnF5 moves CSnE8", []string{`word 5 "moves"`, "move 2"}},
		{"position startpos moves CAnF5 XXnE8", []string{`word 5 "XXnE8"`}},
		{"position startpos moves CAnF5 CSxE8", []string{`word 5 "CSxE8"`}},
		{"position startpos moves CAnF5 CSnK8", []string{`word 5 "CSnK8"`}},
		{"position startpos moves CAnF5 CSnE11", []string{`word 5 "CSnE11"`}},
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
