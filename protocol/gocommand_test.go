package protocol

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol/wire"
	"cathedral/search"
)

func TestGoIsReadIntoLimits(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		line string
		want search.Limits
	}{
		{"go", search.Limits{Infinite: true}},
		{"go depth 2.0", search.Limits{Depth: 2}},
		{"go nodes 7.99", search.Limits{Nodes: 7}},
		{"go movetime 50.0", search.Limits{MoveTime: 50 * ms}},
		{"go movetime 50.", search.Limits{MoveTime: 50 * ms}},
		{"go movetime -0.5", search.Limits{MoveTime: 1}},
		{"go wtime 1000.7 winc 2.5", search.Limits{Clock: &search.Clock{Remaining: 1000 * ms, Increment: 2 * ms}}},
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
		{"go movetime 9223372036854775807", search.Limits{MoveTime: wire.LongestTime}},
		{"go infinite", search.Limits{Infinite: true}},
		{"go solve", search.Limits{Solve: true}},
		{"go solve verdict", search.Limits{Solve: true, Verdict: true}},
		{"go solve verdict movetime 9", search.Limits{Solve: true, Verdict: true, MoveTime: 9 * ms}},
		{"go ponder", search.Limits{}},
		{"go p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 7",
			search.Limits{Clock: &search.Clock{Remaining: 1000 * ms, Increment: 10 * ms, MovesToGo: 7}}},
		{"go wtime 1000 btime 2000 winc 10 binc 20", search.Limits{Clock: &search.Clock{Remaining: 1000 * ms, Increment: 10 * ms}}},
		{"go p1time 0 p1inc -4 movestogo -3", search.Limits{Clock: &search.Clock{}}},
		{"go p1time -9223372036854775808", search.Limits{Clock: &search.Clock{}}},
		{"go p1time 9223372036854775807", search.Limits{Clock: &search.Clock{Remaining: wire.LongestTime}}},
		{"go p2time 2000", search.Limits{Clock: &search.Clock{}}},
		{"go movestogo 5", search.Limits{Infinite: true}},
		{"go infinite depth 3 nodes 9 movetime 4", search.Limits{Infinite: true, Depth: 3, Nodes: 9, MoveTime: 4 * ms}},
		{"go depth 3 depth 4", search.Limits{Depth: 4}},
		{"go searchmoves CAnF5 canB1 CANF5 depth 2", search.Limits{Depth: 2, Moves: parsedMoves(t, "CAnF5 CAnB1")}},
		{"go depth 2 searchmoves CAnF5", search.Limits{Depth: 2, Moves: parsedMoves(t, "CAnF5")}},
	}
	position := engine.Start(engine.Rules{})
	for _, test := range tests {
		got, err := parseGo(strings.Fields(test.line), &position)
		if err != nil || !reflect.DeepEqual(got.limits, test.want) {
			t.Errorf("%s: got %+v, %v, want %+v", test.line, got.limits, err, test.want)
		}
	}
}

func parsedMoves(t *testing.T, text string) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for word := range strings.FieldsSeq(text) {
		move, err := engine.ParseMove(word, engine.Light)
		enginetest.Must(t, err)
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

// Every go gets its bestmove: what is not understood is named, and the rest is
// searched.
func TestFaultsOfGoAreNamedAndTheRestIsSearched(t *testing.T) {
	second := search.Limits{MoveTime: time.Second}
	deep := search.Limits{Depth: 3}
	type test struct {
		line, part string
		want       search.Limits
	}
	tests := []test{
		{"go mate 3", `word 2 "mate"`, second},
		{"go mate 3 depth 3", `word 2 "mate"`, deep},
		{"go depth 3 mate 3", `word 4 "mate"`, deep},
		{"go 5", `word 2 "5"`, second},
		{"go depth 3 perft 1", `word 4 "perft"`, deep},
		{"go searchmoves CAnF5 perft 1", `word 4 "perft"`, search.Limits{MoveTime: time.Second, Moves: parsedMoves(t, "CAnF5")}},
		{"go verdict", `word 2 "verdict"`, second},
		{"go infinite depth", `after word 3 "depth"`, search.Limits{Infinite: true}},
		{"go infinite mate", `word 3 "mate"`, search.Limits{Infinite: true}},
		{"go solve foo", `word 3 "foo"`, search.Limits{Solve: true, MoveTime: time.Second}},
		{"go movetime depth 3", `after word 2 "movetime"`, deep},
		{"go movetime x depth 3", `word 3 "x"`, deep},
		{"go movetime x movetime 7", `word 3 "x"`, search.Limits{MoveTime: 7 * time.Millisecond}},
		{"go movetime x y nodes z", `word 3 "x": want a whole number after movetime (and 2 more)`, second},
		{"go depth 1\xff", `word 3 "1\xff"`, second},
		{"go searchmoves", `after word 2 "searchmoves"`, second},
		{"go searchmoves depth 3", `after word 2 "searchmoves"`, deep},
		{"go searchmoves CAnA1", `word 3 "CAnA1"`, second},
		{"go depth 3 searchmoves CAnF5 TAnA1 foo", `word 6 "TAnA1"`, search.Limits{Depth: 3, Moves: parsedMoves(t, "CAnF5")}},
	}
	for _, word := range numberWords() {
		tests = append(tests, test{"go " + word, "after word 2", second}, test{"go depth 3 " + word, "after word 4", deep})
		for _, number := range []string{"x", "NaN", "inf", "1e30", "1.5.5", "1.5e3", ".5", "0x10", "1_000", "--1", "١", "36893488147419103232", "-36893488147419103232", "''", "\ufeff1"} {
			tests = append(tests, test{"go " + word + " " + number, "word 3 ", second}, test{"go depth 3 " + word + " " + number, "word 5 ", deep})
		}
	}
	start := engine.Start(engine.Rules{})
	for _, test := range tests {
		got, err := parseGo(strings.Fields(test.line), &start)
		if err == nil || !strings.Contains(err.Error(), test.part) || !reflect.DeepEqual(got.limits, test.want) {
			t.Errorf("%s: searched %+v after the error %v, want %+v and %q", test.line, got.limits, err, test.want, test.part)
		}
	}
}

func FuzzGo(f *testing.F) {
	for _, line := range []string{"go", "go p1time 1000 p2time -5 p1inc 3 movestogo 2", "go depth 99999999999999999999", "go searchmoves CAnF5 depth 1",
		"go ponder infinite solve", "go solve verdict mate 3", "go movetime 50.0 depth x", "go nodes 18446744073709551615"} {
		f.Add(line)
	}
	start := engine.Start(engine.Rules{})
	f.Fuzz(func(t *testing.T, line string) {
		request, err := parseGo(wire.Words("go "+line), &start)
		limits := &request.limits
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\x00"):
			t.Errorf("the error is not a line: %q", err)
		case err != nil && !strings.Contains(err.Error(), "word "):
			t.Errorf("the error names no word: %q", err)
		case limits.Depth < 0 || limits.MoveTime < 0 || limits.MoveTime > wire.LongestTime:
			t.Errorf("a negative or endless limit in %+v", request)
		case limits.Clock != nil && (limits.Clock.Remaining < 0 || limits.Clock.Increment < 0 || limits.Clock.MovesToGo < 0):
			t.Errorf("a negative clock in %+v", *limits.Clock)
		case request.endless != (limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 && limits.Clock == nil):
			t.Errorf("endless is %t of %+v", request.endless, *limits)
		case request.endless && !limits.Infinite && !request.ponder && (err != nil || !limits.Solve):
			t.Errorf("nothing ends %+v but the end of the search", request)
		}
		for _, move := range limits.Moves {
			if !start.IsLegal(move) {
				t.Errorf("%s is not legal", move)
			}
		}
	})
}
