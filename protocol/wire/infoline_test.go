package wire

// What an engine's lines are understood to say.

import (
	"reflect"
	"strings"
	"testing"

	"cathedral/search"
)

func TestEngineOptionsAreRead(t *testing.T) {
	tests := []struct {
		line string
		want Option
	}{
		{"option name Move Overhead type spin default 10 min 0 max 5000", Option{Name: "Move Overhead", Type: "spin", Default: "10", Max: 5000}},
		{"option name Same type spin default 5 min 5 max 5", Option{Name: "Same", Type: "spin", Default: "5", Min: 5, Max: 5}},
		{"option name Rules type combo default classic var classic var very new", Option{Name: "Rules", Type: "combo", Default: "classic", Values: []string{"classic", "very new"}}},
		{"option name Book File type string default <empty>", Option{Name: "Book File", Type: "string", Default: "<empty>"}},
		{"option name Clear Hash type button", Option{Name: "Clear Hash", Type: "button"}},
		{"option name max nodes type spin default 3 min 1 max 9", Option{Name: "max nodes", Type: "spin", Default: "3", Min: 1, Max: 9}},
		{"option name type of var type string default a var in min", Option{Name: "type of var", Type: "string", Default: "a var in min"}},
		{"option name Style type combo default min var min var var var default", Option{Name: "Style", Type: "combo", Default: "min", Values: []string{"min", "var", "default"}}},
	}
	for _, test := range tests {
		if got, err := ParseOption(test.line); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, %v", test.line, got, err)
		}
	}
	for _, line := range []string{"option", "option name", "option name Hash", "option type spin", "option Hash", "option name Hash type spin min x", "option name Hash type spin max 99999999999999999999", "option name Hash type spin 5"} {
		if option, err := ParseOption(line); err == nil || strings.Contains(line, "name Hash") && option.Name != "Hash" {
			t.Errorf("%s: %+v, %v", line, option, err)
		}
	}
}

func TestInfoLinesAreReadWithPatience(t *testing.T) {
	tests := []struct {
		lines string
		want  Info
	}{
		{"info depth 4 multipv 1 score final -7 nodes 5 pv A B|info depth 4 multipv 2 score cp 5 pv C", Info{Depth: 4, MultiPV: 1, Score: search.Score{Centi: -700, Final: true}, HasScore: true, Nodes: 5, PV: []string{"A", "B"}}},
		{"info score cp 5 lowerbound nodes 9|info score cp 3 upperbound|info score cp 3 nodes 10", Info{Score: search.Score{Centi: 3}, HasScore: true, Nodes: 10}},
		{"info score final 1 lowerbound nodes 9", Info{Score: search.Score{Centi: 100, Final: true, Bound: search.LowerBound}, HasScore: true, Nodes: 9}},
		{"info score final -2 upperbound pv A", Info{Score: search.Score{Centi: -200, Final: true, Bound: search.UpperBound}, HasScore: true, PV: []string{"A"}}},
		{"info score cp 5 lowerbound wdl 1 2 3 nodes 9", Info{Score: search.Score{Centi: 5, Bound: search.LowerBound}, HasScore: true, Nodes: 9}},
		{"info score final 47|info score cp -4700 nodes 1", Info{Score: search.Score{Centi: -4700}, HasScore: true, Nodes: 1}},
		{"info score cp 5|info score final -48 lowerbound", Info{BadScore: "score final -48: nobody can be ahead by more than 47 squares"}},
		{"info depth x score mate 3 nodes -5 time|info string depth 9|info|info depth 2 currmove A string depth 7", Info{Depth: 2, BadScore: "score mate 3: want score cp N or score final N"}},
		{"info depth 99999999999999999999999 score cp 99999999999999999999 pv", Info{BadScore: "score cp 99999999999999999999: nobody can be ahead by more than 47 squares", PV: []string{}}},
	}
	for _, test := range tests {
		var got Info
		for line := range strings.SplitSeq(test.lines, "|") {
			got.Update(strings.Fields(line))
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.lines, got, test.want)
		}
	}
}

func TestFaultsOfInfoLinesAreNamed(t *testing.T) {
	for line, want := range map[string]string{
		"info depth x nodes 5": `word 3 "x"`,
		"info nodes":           "a whole number is missing",
		"info nodes -5":        `word 3 "-5": nodes is not negative`,
		"info score mate 3":    "want score cp N or score final N",
		"info score cp x":      "want score cp N or score final N",
		"info score cp 4701":   "nobody can be ahead by more than 47 squares",
		"info score cp":        "cp N or final N is missing",
	} {
		if _, err := ParseInfo(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	for _, line := range []string{"info depth 1 seldepth 2 multipv 1 score cp -5 lowerbound nodes 9 nps 9 time 1 pv CAnF5", "info string depth x", "readyok"} {
		if _, err := ParseInfo(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func TestBestMovesAreRead(t *testing.T) {
	for line, want := range map[string][2]string{
		"bestmove CAnF5": {"CAnF5", ""}, "bestmove none": {"none", ""}, "  bestmove  CAnF5 ponder CSnE8 ": {"CAnF5", "CSnE8"},
	} {
		if move, ponder, err := ParseBestMove(line); move != want[0] || ponder != want[1] || err != nil {
			t.Errorf("%q: %q, %q, %v", line, move, ponder, err)
		}
	}
	for line, want := range map[string]string{
		"bestmove": "", "readyok now": "", "bestmove CAnF5 CSnE8": "CAnF5", "bestmove CAnF5 ponder": "CAnF5", "bestmove CAnF5 ponder CSnE8 x": "CAnF5",
	} {
		if move, _, err := ParseBestMove(line); move != want || err == nil {
			t.Errorf("%q: %q, %v", line, move, err)
		}
	}
}

func FuzzEngineLine(f *testing.F) {
	f.Add("info depth 3 score cp 5 lowerbound pv A B")
	f.Add("info depth 3 score final -1 upperbound pv A B")
	f.Add("option name Rules type combo default a var a var b")
	f.Fuzz(func(t *testing.T, line string) {
		ParseInfo(line)
		ParseBestMove(line)
		if strings.HasPrefix(line, "option") {
			if option, err := ParseOption(line); err == nil && (option.Name == "" || option.Type == "") {
				t.Errorf("%q gives %+v", line, option)
			}
		}
	})
}
