package protocol

import (
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

func TestQuestionsAreWrittenAsTheProtocolHasThem(t *testing.T) {
	clocks := &Clocks{Remaining: [2]time.Duration{time.Second, 1999999}, Increment: [2]time.Duration{0, 10 * time.Millisecond}, MovesToGo: 4}
	moves := parsedMoves(t, "CAnF5 CAnB1")
	tests := []struct {
		question Question
		dialect  dialect
		want     string
	}{
		{Question{}, ugiDialect(), "position startpos\ngo\n"},
		{Question{Start: "startpos", Moves: moves[:1], Limits: search.Limits{Depth: 3, Nodes: 5, MoveTime: time.Second}}, ugiDialect(),
			"position startpos moves CAnF5\ngo movetime 1000 depth 3 nodes 5\n"},
		{Question{Start: startText, Limits: search.Limits{Infinite: true, Moves: moves}}, ugiDialect(),
			"position fen " + startText + "\ngo infinite searchmoves CAnF5 CAnB1\n"},
		{Question{Ponder: true, Limits: search.Limits{Solve: true}, Clocks: clocks}, ugiDialect(),
			"position startpos\ngo ponder p1time 1000 p2time 1 p1inc 0 p2inc 10 movestogo 4 solve\n"},
		{Question{Limits: search.Limits{Solve: true, Verdict: true, Depth: 4}}, ugiDialect(), "position startpos\ngo depth 4 solve verdict\n"},
		{Question{Limits: search.Limits{MoveTime: -time.Second, Depth: -3}}, ugiDialect(), "position startpos\ngo movetime 0 depth 1\n"},
		{Question{Clocks: clocks}, uciDialect(),
			"position startpos\ngo wtime 1000 btime 1 winc 0 binc 10 movestogo 4\n"},
	}
	start := engine.Start(engine.Rules{})
	for _, test := range tests {
		got := string(test.question.lines(nil, test.dialect))
		if got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		for line := range strings.Lines(got) { // and our own server understands it
			words := strings.Fields(line)
			var err error
			if words[0] == "go" {
				_, err = parseGo(words, &start)
			} else {
				_, _, err = parsePosition(words, engine.Rules{})
			}
			if err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
}
