package match

import (
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/search/book/builtin"
)

// The built-in engine plays the moves of its book if it is told to, and the record says
// that it was.
func TestTheBuiltInEnginePlaysFromItsBook(t *testing.T) {
	own, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	start := engine.Start(engine.Rules{})
	best := own.Moves(&start)[0]
	player := Specification{
		Name: "reader", Command: "builtin:engine", Control: TimeControl{Nodes: 1},
		Options: []Option{{"Hash", "1"}, {"OwnBook", "true"}, {"BookVariety", "0"}},
	}
	plan := testPlan(2, player, Specification{Name: "random", Command: "random"})
	got, summary := collect(t, plan)
	if summary.Played != 2 || summary.Faults != 0 {
		t.Fatalf("%+v: %+v", summary, got.finished)
	}
	for _, finished := range got.finished {
		game := finished.Record
		if game.Tag("White") != "reader" {
			continue
		}
		if tag := game.Tag(whiteEngineTag); !strings.Contains(tag, "option.OwnBook=true") {
			t.Errorf("the record says %q", tag)
		}
		if first := game.Moves[0]; first.Move != best.Move {
			t.Errorf("the first move is %s, want %s", first.Move, best.Move)
		}
	}
	for _, option := range []Option{{"OwnBook", "perhaps"}, {"BookVariety", "101"}, {"BookVariety", "-1"}} {
		if _, err := newInProcess(&Specification{Options: []Option{option}}, &surroundings{}); err == nil {
			t.Errorf("the option %+v is accepted", option)
		}
	}
}
