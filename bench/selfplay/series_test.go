package selfplay

import (
	"errors"
	"strings"
	"testing"

	"cathedral/bench/jobs"
	"cathedral/engine"
)

// The tags identify a game, and an impossible one does not begin.
func TestGamesAreThoseOfTheirSeries(t *testing.T) {
	series := Series{Event: "Practice", Rules: engine.Rules{Set: engine.Woods}, Seed: 3, Nodes: 9}
	game, err := series.Begin(6)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		game.Play(game.Position.Moves(nil)[0])
	}
	game.PlayScored(game.Position.Moves(nil)[0], -125, 4)
	if comment := game.Record.Moves[3].Comment; comment != "-1.25/4 0.000s" {
		t.Errorf("the comment is %q", comment)
	}
	text, err := Text(game.Record)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := series.Read(6, text); err != nil || read.Positions()[4].Key() != game.Position.Key() {
		t.Errorf("the game is read with the error %v", err)
	}
	event, rules, nodes := series, series, series
	event.Event, rules.Rules.Set, nodes.Nodes = "Study", 99, 0
	for want, other := range map[string]Series{"Event": event, "it is game 7 and not game 6": series} {
		if _, err := other.Read(5, text); !errors.As(err, new(*jobs.RefusedError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("read as a game of %+v: error %v, want %q", other, err, want)
		}
	}
	for _, junk := range []string{"", "1. CAnF5 *", strings.Replace(text, `"7"`, `"0"`, 1), strings.Replace(text, "1. ", "1. XX", 1)} {
		if _, err := series.Read(6, junk); !errors.As(err, new(*jobs.RefusedError)) {
			t.Errorf("%q: error %v", junk, err)
		}
	}
	for number, other := range map[int]Series{0: nodes, 1: rules, -1: series} {
		if _, err := other.Begin(number); err == nil {
			t.Errorf("game %d of %+v begins", number, other)
		}
	}
}
