package match

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
)

// ponderEngine plays the first legal move and expects the first legal reply. When
// it is told to quit it writes down how often it pondered on the right move, on
// the wrong one, and how often it was spoken to out of turn.
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
		player := Specification{
			Name: "ponderer", Command: os.Args[0], Arguments: []string{"ponderer", report},
			Control: TimeControl{Base: 20 * time.Second}, Ponder: true,
		}
		opponent := good()
		if test.opponent == "soon over" { // while the ponderer thinks in its time
			opponent = bad("go", "illegal")
			opponent.Control = TimeControl{Base: 20 * time.Second}
		}
		if test.opponent == "same" {
			opponent = player
			opponent.Name, opponent.Ponder = "other", false
			opponent.Arguments = []string{"ponderer", filepath.Join(t.TempDir(), "other")}
		}
		plan := testPlan(4, player, opponent)
		plan.RandomPlies = 2
		if test.opponent == "soon over" {
			plan.Games = 1
		}
		got, summary := collect(t, plan)
		if test.opponent != "soon over" && summary.Faults > 0 || len(summary.Warnings) > 0 {
			t.Errorf("%s: %+v, %+v", test.opponent, summary, got.finished)
		}
		text, err := os.ReadFile(report)
		if err != nil {
			t.Fatal(err)
		}
		var hits, misses, wrong int
		fmt.Sscan(string(text), &hits, &misses, &wrong)
		if (hits > 10) != test.hits || (misses > 10) != test.misses || wrong > 0 {
			t.Errorf("against %s: %d hits, %d misses, %d times out of turn", test.opponent, hits, misses, wrong)
		}
	}
}

func TestTheInProcessEngineThinksInTheOpponentsTime(t *testing.T) {
	specification := Specification{Options: []Option{{"Hash", "1"}}}
	e, err := newInProcess(&specification, &surroundings{grace: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	start := engine.Start(engine.Rules{})
	for _, test := range []struct {
		name   string
		wanted bool // the opponent plays what was expected
	}{{"hit", true}, {"miss", false}} {
		if err := e.begin(t.Context(), start.Rules(), 1); err != nil {
			t.Fatal(err)
		}
		position, clocks := start, [2]clock{}
		for side := range clocks {
			clocks[side] = newClock(TimeControl{Depth: 2})
		}
		turn := turn{start: &start, position: &position, clocks: &clocks}
		play := func(move engine.Move) {
			turn.moves = append(turn.moves, move)
			position = position.Play(move)
		}
		first, err := e.move(t.Context(), &turn)
		if err != nil || first.expects == engine.NoMove {
			t.Fatalf("%+v, %v: it expects no reply", first, err)
		}
		play(first.move)
		reply := first.expects
		e.ponder(&turn, reply)
		pondered := e.pondered
		if pondered == nil {
			t.Fatal("it does not think in the opponent's time")
		}
		if !test.wanted {
			for _, reply = range position.Moves(nil) {
				if reply != first.expects {
					break
				}
			}
		}
		play(reply)
		second, err := e.move(t.Context(), &turn)
		if err != nil || !position.IsLegal(second.move) || e.pondered != nil {
			t.Errorf("%s: %+v, %v", test.name, second, err)
		}
		select {
		case <-pondered.hit:
			if !test.wanted {
				t.Errorf("%s: the opponent's other move is taken for the expected one", test.name)
			}
		default:
			if test.wanted {
				t.Errorf("%s: the expected move is not noticed", test.name)
			}
		}
		play(second.move)
		if !position.Over() && second.expects != engine.NoMove {
			e.ponder(&turn, second.expects) // and the game ends
			e.rest(t.Context())
		}
		if e.pondered != nil {
			t.Errorf("%s: it thinks on after the game", test.name)
		}
	}
}

func TestInProcessEnginesPonderThroughWholeGames(t *testing.T) {
	control := TimeControl{Base: 5 * time.Second, Depth: 1}
	player := Specification{Name: "A", Command: "builtin:engine", Control: control, Ponder: true, Options: []Option{{"Hash", "1"}}}
	other := player
	other.Name = "B"
	got, summary := collect(t, testPlan(2, player, other))
	if summary.Played != 2 || summary.Faults != 0 {
		t.Errorf("%+v: %+v", summary, got.finished)
	}
}
