package protocol

import (
	"context"
	"strings"
	"testing"

	"cathedral/engine"
)

func TestASimplePlayerKeepsToTheProtocol(t *testing.T) {
	// The chooser takes the first legal move, or with another seed the second.
	newChooser := func(seed uint64) Chooser {
		return func(p *engine.Position) engine.Move { return p.Moves(nil)[seed] }
	}
	server := NewServer(Config{Name: "Simple", Version: "1", Author: "Nobody", NewChooser: newChooser, Seed: 0})
	start := engine.Start(engine.Rules{})
	moves := start.Moves(nil)
	for _, test := range []struct{ lines, want string }{
		{"go movetime 1000000", moves[0].String()},
		{"go", moves[0].String()},
		{"go infinite\nstop", moves[0].String()},
		{"go ponder\nponderhit", moves[0].String()},
		{"go solve depth 3", moves[0].String()},
		{"go solve\nstop", moves[0].String()},
		{"setoption name Seed value 1\ngo depth 1", moves[1].String()},
		{"go infinite\nsetoption name Seed value 1\nstop\ngo depth 1", moves[0].String() + " " + moves[1].String()},
		{"go depth 1 searchmoves " + moves[7].String() + " " + moves[5].String(), moves[7].String()},
		{"go depth 1 searchmoves " + moves[7].String() + " " + moves[0].String(), moves[0].String()},
		{"setoption name Hash value 1\nsetoption name Seed value -1\ngo perft x", ""},
	} {
		var out strings.Builder
		if err := server.Run(context.Background(), strings.NewReader(test.lines), &out); err != nil {
			t.Fatal(err)
		}
		var answers []string
		for line := range strings.Lines(out.String()) {
			if move, found := strings.CutPrefix(line, "bestmove "); found {
				answers = append(answers, strings.TrimSpace(move))
			}
		}
		if got := strings.Join(answers, " "); got != test.want {
			t.Errorf("%q: bestmove %s, want %s:\n%s", test.lines, got, test.want, out.String())
		}
		if test.want == "" && strings.Count(out.String(), "info string error: ") != 3 {
			t.Errorf("%q: want three errors:\n%s", test.lines, out.String())
		}
	}
}
