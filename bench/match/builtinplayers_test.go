package match

import (
	"strings"
	"testing"
	"time"

	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book/builtin"
)

// The built-in engine has the options of the engine: it ponders and plays the moves of its
// book if its options say so, and the record has the options.
func TestTheBuiltInEngineTakesItsOptions(t *testing.T) {
	own, err := builtin.Open()
	enginetest.Must(t, err)
	start := engine.Start(engine.Rules{})
	best := own.Moves(&start)[0]
	reader := player.Specification{
		Name: "reader", Command: "builtin:engine", Control: player.TimeControl{Base: time.Minute, Nodes: 20}, Ponder: true,
		Options: []player.Option{{Name: "hash", Value: "1"}, {Name: "OwnBook", Value: "true"}},
	}
	other := reader
	other.Name, other.Options = "other", reader.Options[:1]
	plan := testPlan(2, reader, other)
	plan.grace = 20 * time.Second
	got, summary := collect(t, plan)
	if summary.Played != 2 || summary.Faults != 0 || len(summary.Warnings) != 0 {
		t.Fatalf("%+v: %+v", summary, got.finished)
	}
	game := got.finished[0].Record
	if tag := game.Tag(whiteEngineTag); !strings.Contains(tag, "id=builtin:engine ") || !strings.Contains(tag, "option.OwnBook=true") {
		t.Errorf("the record says %q", tag)
	}
	if first := game.Moves[0]; first.Move != best.Move {
		t.Errorf("the first move is %s, want %s", first.Move, best.Move)
	}
	for name, value := range map[string]string{"Hash": "0", "Objective": "fun", "Colour": "red", "UCI_Elo": "0", "OwnBook": "perhaps"} {
		reader.Options = []player.Option{{Name: name, Value: value}}
		_, err := Run(t.Context(), testPlan(1, reader, good()), nil)
		if err == nil || !strings.Contains(err.Error(), "reader: the engine ") || !strings.Contains(err.Error(), name) {
			t.Errorf("the option %s=%s: %v", name, value, err)
		}
	}
}
