package protocol

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

func TestTheLastInfoLineIsTheBestMoves(t *testing.T) {
	c := converse(t, nil)
	c.searcher.infos = func(p *engine.Position, best engine.Move) []search.Info {
		other := p.Moves(nil)[1]
		return []search.Info{
			{Depth: 2, MultiPV: 1, PV: []engine.Move{best}},
			{Depth: 2, MultiPV: 2, PV: []engine.Move{other}},
		}
	}
	c.send("go depth 2")
	lines := c.until("bestmove CAnB1")
	if len(lines) != 4 || !strings.HasSuffix(lines[2], "pv CAnB1") || !strings.Contains(lines[1], " multipv 2 ") {
		t.Errorf("%q", lines)
	}
}

func TestScoresAreWrittenAsTheyAre(t *testing.T) {
	tests := []struct {
		score     search.Score
		want, uci string
	}{
		{search.Score{Centi: -125}, "score cp -125", "score cp -125"},
		{search.Score{Centi: 30, Bound: search.LowerBound}, "score cp 30 lowerbound", "score cp 30 lowerbound"},
		{search.Score{Centi: 30, Bound: search.UpperBound}, "score cp 30 upperbound", "score cp 30 upperbound"},
		{search.Score{Centi: -700, Final: true}, "score final -7", "score cp -700"},
		{search.Score{Final: true}, "score final 0", "score cp 0"},
		{search.Score{Centi: 100, Final: true, Bound: search.LowerBound}, "score final 1 lowerbound", "score cp 100 lowerbound"},
		{search.Score{Centi: -100, Final: true, Bound: search.UpperBound}, "score final -1 upperbound", "score cp -100 upperbound"},
	}
	for _, test := range tests {
		info := search.Info{Score: test.score}
		win, draw, loss := test.score.WDL(9)
		for _, speaksUCI := range []bool{false, true} {
			want := test.want
			if speaksUCI {
				want = test.uci
			}
			r := reporter{speaksUCI: speaksUCI, ply: 9}
			if line := string(r.append(nil, &info)); !strings.Contains(line, " "+want+" nodes ") {
				t.Errorf("%+v: %q", test.score, line)
			}
			r.showWDL = true
			want = fmt.Sprintf(" %s wdl %d %d %d nodes ", want, win, draw, loss)
			if line := string(r.append(nil, &info)); !strings.Contains(line, want) {
				t.Errorf("%+v with wdl: %q", test.score, line)
			}
		}
	}
}

func TestRatesAreFiniteAtOnce(t *testing.T) {
	for _, elapsed := range []time.Duration{0, 1, time.Millisecond, time.Second} {
		if rate := perSecond(1000, elapsed); rate < 1000 || rate > 1e9 {
			t.Errorf("1,000 nodes in %s: %d a second", elapsed, rate)
		}
	}
}

func TestChancesAreThoseOfThePly(t *testing.T) {
	c := converse(t, nil)
	c.send("setoption name ShowWDL value true")
	seen := map[string]bool{}
	for _, moves := range []string{"CAnF5", "CAnF5 CSnE8 TOeC1 SQnB8", "CAnF5 CSnE8 TOeC1 SQnB8 TAnA10 TAnB10 TAnJ10"} {
		ply := len(strings.Fields(moves))
		win, draw, loss := search.Score{Centi: 150}.WDL(ply)
		want := fmt.Sprintf(" wdl %d %d %d ", win, draw, loss)
		c.send("position startpos moves "+moves, "go depth 2")
		lines := c.until("bestmove")
		if len(lines) < 2 || !strings.Contains(lines[0], want) {
			t.Errorf("ply %d: %q, want%s", ply, lines, want)
		}
		seen[want] = true
	}
	if len(seen) < 2 {
		t.Error("the same chances at all plies: nothing was tested")
	}
}

// The engine reports once that a larger table would help, in a search for a proof.
func TestAFullTableIsHintedAtOnce(t *testing.T) {
	c := converse(t, nil)
	c.searcher.infos = func(p *engine.Position, best engine.Move) []search.Info {
		full := search.Info{Depth: 1, HashFull: 950, PV: []engine.Move{best}}
		return []search.Info{full, full}
	}
	for command, want := range map[string]int{"go depth 1": 0, "go solve depth 1": 1} {
		c.send("position startpos", command, "stop")
		hints := 0
		for _, line := range c.until("bestmove") {
			if strings.Contains(line, "larger Hash") {
				hints++
			}
		}
		if hints != want {
			t.Errorf("%s: %d hints, want %d", command, hints, want)
		}
	}
}
