package protocol

// The server with the real search: whole games in every rule set.

import (
	"fmt"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

// converseForReal starts a server with the real searcher.
func converseForReal(t *testing.T) *conversation {
	t.Helper()
	real, err := search.New(4)
	if err != nil {
		t.Fatal(err)
	}
	return converseWith(t, real, nil)
}

// checkSearchLines checks the promises about the lines of a search, and returns
// the best move.
func checkSearchLines(t *testing.T, lines []string, position engine.Position) engine.Move {
	t.Helper()
	words := strings.Fields(lines[len(lines)-1])
	best, err := engine.ParseMove(words[1], position.Side())
	if err != nil || !position.IsLegal(best) {
		t.Fatalf("bestmove %s is not legal in %s", words[1], &position)
	}
	info := " " + lines[len(lines)-2] + " "
	for _, word := range []string{"depth", "score", "nodes", "nps", "time", "pv"} {
		if !strings.Contains(info, " "+word+" ") {
			t.Errorf("no %s in %q", word, info)
		}
	}
	_, line, _ := strings.Cut(info, " pv ")
	for i, word := range strings.Fields(line) {
		move, err := engine.ParseMove(word, position.Side())
		if err == nil {
			err = position.Check(move)
		}
		if err != nil {
			t.Errorf("%q: move %d: %v", info, i+1, err)
			break
		}
		if i == 0 && move != best {
			t.Errorf("%q before bestmove %s", info, best)
		}
		position = position.Play(move)
	}
	if strings.Contains(info, " score final ") && !position.Over() {
		t.Errorf("%q does not run to the end of the game", info)
	}
	return best
}

func TestWholeGamesInEveryRuleSet(t *testing.T) {
	limits := []string{"nodes 300", "depth 1", "movetime 1", "p1time 100 p2time 100 p1inc 1 p2inc 1", "p1time 0 p2time -5", "movetime 0", "infinite"}
	for _, set := range engine.RuleSets() {
		for _, optional := range []bool{false, true} {
			c := converseForReal(t)
			c.send(fmt.Sprintf("setoption name Rules value %s", set), fmt.Sprintf("setoption name OptionalCapture value %t", optional),
				"setoption name MultiPV value 2")
			position := engine.Start(engine.Rules{Set: set, OptionalCapture: optional})
			command := "position startpos moves"
			for ply := 0; !position.Over(); ply++ {
				c.send(command, "go "+limits[ply%len(limits)])
				if limits[ply%len(limits)] == "infinite" {
					c.send("stop")
				}
				best := checkSearchLines(t, c.until("bestmove"), position)
				position = position.Play(best)
				command += " " + best.String()
			}
			c.send(command)
			if got := c.ask("query result"); got != "response "+ResultWord(position.Outcome()) {
				t.Errorf("%s: %s", set, got)
			}
		}
	}
}
