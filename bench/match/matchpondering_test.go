package match

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/bench/match/player"
	"cathedral/engine"
)

// ponderEngine plays the first legal move and expects the first legal reply. When
// it receives quit it writes down how often it pondered on the right move, on
// the wrong one, and how often it received a command out of turn.
func ponderEngine(report string) {
	hits, misses, wrong := 0, 0, 0
	pondering := false
	position := engine.Start(engine.Rules{})
	answer := func() {
		move, reply := firstMove(&position), ""
		if next := position.Play(move); !next.Over() {
			reply = " ponder " + firstMove(&next).String()
		}
		fmt.Printf("info depth 1 score cp 0 pv %s\nbestmove %s%s\n", move, move, reply)
	}
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		words := strings.Fields(input.Text())
		switch words[0] {
		case "ugi":
			fmt.Print("option name Ponder type check default false\nugiok\n")
		case "isready":
			fmt.Println("readyok")
		case "position":
			position = engine.Start(engine.Rules{})
			for _, word := range words[min(len(words), 3):] {
				move, err := engine.ParseMove(word, position.Side())
				if err != nil || position.Check(move) != nil {
					wrong++
					break
				}
				position = position.Play(move)
			}
			if pondering {
				wrong++
			}
		case "go":
			if position.Over() {
				wrong++
			}
			if words[1] == "ponder" {
				pondering = true
			} else {
				answer()
			}
		case "ponderhit", "stop":
			if !pondering {
				wrong++
				break
			}
			pondering = false
			if words[0] == "ponderhit" {
				hits++
			} else {
				misses++
			}
			answer()
		case "quit":
			if pondering {
				wrong++
			}
			os.WriteFile(report, fmt.Appendf(nil, "%d %d %d", hits, misses, wrong), 0o644)
			return
		}
	}
}

func firstMove(p *engine.Position) engine.Move { return p.Moves(nil)[0] }

func TestPonderingFollowsTheGame(t *testing.T) {
	for _, test := range []struct {
		opponent     string
		hits, misses bool // whether there are any
	}{{"same", true, false}, {"random", false, true}, {"soon over", false, false}} {
		report := filepath.Join(t.TempDir(), "report")
		ours := player.Specification{
			Name: "ponderer", Command: os.Args[0], Arguments: []string{"ponderer", report},
			Control: player.TimeControl{Base: 20 * time.Second}, Ponder: true,
		}
		opponent := good()
		if test.opponent == "soon over" { // while the ponderer thinks in its time
			opponent = bad("go", "illegal")
			opponent.Control = player.TimeControl{Base: 20 * time.Second}
		}
		if test.opponent == "same" {
			opponent = ours
			opponent.Name, opponent.Ponder = "other", false
			opponent.Arguments = []string{"ponderer", filepath.Join(t.TempDir(), "other")}
		}
		plan := testPlan(4, ours, opponent)
		plan.RandomPlies = 2
		if test.opponent == "soon over" {
			plan.Games = 1
		}
		got, summary := collect(t, plan)
		if test.opponent != "soon over" && summary.Faults > 0 || len(summary.Warnings) > 0 {
			t.Errorf("%s: %+v, %+v", test.opponent, summary, got.finished)
		}
		text := benchtest.Read(t, report)
		var hits, misses, wrong int
		fmt.Sscan(text, &hits, &misses, &wrong)
		if (hits > 10) != test.hits || (misses > 10) != test.misses || wrong > 0 {
			t.Errorf("against %s: %d hits, %d misses, %d times out of turn", test.opponent, hits, misses, wrong)
		}
	}
}
