package protocol

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

func TestGoIsReadIntoLimits(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		line string
		want search.Limits
	}{
		{"go", search.Limits{}},
		{"go depth 5", search.Limits{Depth: 5}},
		{"go depth 0", search.Limits{Depth: 1}},
		{"go depth -7", search.Limits{Depth: 1}},
		{"go depth 9223372036854775807", search.Limits{Depth: math.MaxInt32}},
		{"go depth -9223372036854775808", search.Limits{Depth: 1}},
		{"go nodes 1000", search.Limits{Nodes: 1000}},
		{"go nodes 0", search.Limits{Nodes: 1}},
		{"go nodes -1", search.Limits{Nodes: 1}},
		{"go movetime 100", search.Limits{MoveTime: 100 * ms}},
		{"go movetime 0", search.Limits{MoveTime: 1}},
		{"go movetime -5", search.Limits{MoveTime: 1}},
		{"go movetime 9223372036854775807", search.Limits{MoveTime: longestTime}},
		{"go infinite", search.Limits{Infinite: true}},
		{"go solve", search.Limits{Solve: true}},
		{"go p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 7",
			search.Limits{Clock: &search.Clock{Remaining: 1000 * ms, Increment: 10 * ms, MovesToGo: 7}}},
		{"go wtime 1000 btime 2000 winc 10 binc 20", search.Limits{Clock: &search.Clock{Remaining: 1000 * ms, Increment: 10 * ms}}},
		{"go p1time 0 p1inc -4 movestogo -3", search.Limits{Clock: &search.Clock{}}},
		{"go p1time -9223372036854775808", search.Limits{Clock: &search.Clock{}}},
		{"go p1time 9223372036854775807", search.Limits{Clock: &search.Clock{Remaining: longestTime}}},
		{"go p2time 2000", search.Limits{Clock: &search.Clock{}}},
		{"go movestogo 5", search.Limits{}},
		{"go infinite depth 3 nodes 9 movetime 4", search.Limits{Infinite: true, Depth: 3, Nodes: 9, MoveTime: 4 * ms}},
		{"go depth 3 depth 4", search.Limits{Depth: 4}},
		{"go searchmoves CAnF5 canB1 CANF5 depth 2", search.Limits{Depth: 2, Moves: parsedMoves(t, "CAnF5 CAnB1")}},
		{"go depth 2 searchmoves CAnF5", search.Limits{Depth: 2, Moves: parsedMoves(t, "CAnF5")}},
	}
	position := engine.Start(engine.Rules{})
	for _, test := range tests {
		got, err := parseGo(strings.Fields(test.line), &position)
		if err != nil || got.perft != 0 || !reflect.DeepEqual(got.limits, test.want) {
			t.Errorf("%s: got %+v, %v, want %+v", test.line, got.limits, err, test.want)
		}
	}
}

func parsedMoves(t *testing.T, text string) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for word := range strings.FieldsSeq(text) {
		move, err := engine.ParseMove(word, engine.Light)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, move)
	}
	return moves
}

func TestTheClockOfTheSideToMoveCounts(t *testing.T) {
	tests := []struct {
		rules engine.RuleSet
		plies []time.Duration // whose clock is meant at each ply
	}{
		{engine.Classic, []time.Duration{1, 2, 1, 2}},
		{engine.Woods, []time.Duration{2, 1, 1, 2}},
	}
	for _, test := range tests {
		position := engine.Start(engine.Rules{Set: test.rules})
		for ply, want := range test.plies {
			got, err := parseGo(strings.Fields("go p1time 1 p2time 2 p1inc 10 p2inc 20"), &position)
			if err != nil || *got.limits.Clock != (search.Clock{Remaining: want * time.Millisecond, Increment: 10 * want * time.Millisecond}) {
				t.Errorf("%s, ply %d: %+v, %v", test.rules, ply, got.limits.Clock, err)
			}
			position = position.Play(position.Moves(nil)[0])
		}
	}
}

func TestFaultyGoIsNamedAndNothingIsSearched(t *testing.T) {
	c := converse(t, nil)
	for _, word := range []string{"p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "perft"} {
		c.send("go " + word)
		c.expectError(`after word 2 "`+word+`"`, "missing")
		for _, number := range []string{"x", "NaN", "inf", "1e30", "1.5", "0x10", "1_000", "--1", "١", "36893488147419103232", "-36893488147419103232", "infinite", "depth", "''", "\ufeff1"} {
			c.send("go infinite " + word + " " + number)
			c.expectError("word 4 ")
		}
	}
	tests := []struct{ line, part string }{
		{"go mate 3", `word 2 "mate"`},
		{"go 5", `word 2 "5"`},
		{"go infinite depth", `after word 3 "depth"`},
		{"go searchmoves", `after word 2 "searchmoves"`},
		{"go searchmoves depth 3", `after word 2 "searchmoves"`},
		{"go searchmoves CAnA1", `word 3 "CAnA1"`},
		{"go searchmoves CAnF5 TAnA1", `word 4 "TAnA1"`},
		{"go searchmoves CAnF5 foo", `word 4 "foo"`},
		{"go perft 0", `word 3 "0"`},
		{"go perft -1", `word 3 "-1"`},
		{"go perft 1 depth 3", `word 4 "depth"`},
		{"go depth 3 perft 1", `word 4 "perft"`},
	}
	for _, test := range tests {
		c.send(test.line)
		c.expectError(test.part)
	}
	c.expectQuiet()
	if len(c.searcher.calls) > 0 {
		t.Error("something was searched")
	}
}

func FuzzGo(f *testing.F) {
	for _, line := range []string{"go", "go p1time 1000 p2time -5 p1inc 3 movestogo 2", "go depth 99999999999999999999", "go searchmoves CAnF5 depth 1",
		"go ponder infinite solve", "go perft 3", "go nodes 18446744073709551615"} {
		f.Add(line)
	}
	start := engine.Start(engine.Rules{})
	f.Fuzz(func(t *testing.T, line string) {
		words, err := splitWords("go " + line)
		if err != nil {
			return
		}
		request, err := parseGo(words, &start)
		limits := &request.limits
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\x00"):
			t.Errorf("the error is not a line: %q", err)
		case err != nil && !strings.Contains(err.Error(), "word "):
			t.Errorf("the error names no word: %q", err)
		case err != nil:
			return
		case limits.Depth < 0 || limits.MoveTime < 0 || limits.MoveTime > longestTime || request.perft < 0:
			t.Errorf("a negative or endless limit in %+v", request)
		case limits.Clock != nil && (limits.Clock.Remaining < 0 || limits.Clock.Increment < 0 || limits.Clock.MovesToGo < 0):
			t.Errorf("a negative clock in %+v", *limits.Clock)
		case request.endless != (limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 && limits.Clock == nil):
			t.Errorf("endless is %t of %+v", request.endless, *limits)
		}
		for _, move := range limits.Moves {
			if !start.IsLegal(move) {
				t.Errorf("%s is not legal", move)
			}
		}
	})
}
