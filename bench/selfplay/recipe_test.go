package selfplay

import (
	"errors"
	"strings"
	"testing"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The tags identify a game, and an impossible one does not begin.
func TestGamesAreThoseOfTheirRecipe(t *testing.T) {
	recipe := Recipe{Event: "Practice", Rules: engine.Rules{Set: engine.Woods}, Seed: 3, Nodes: 9, HashMiB: 1}
	searcher, err := recipe.searcher()
	enginetest.Must(t, err)
	game, err := recipe.play(t.Context(), searcher, 6)
	enginetest.Must(t, err)
	text, err := game.Text()
	enginetest.Must(t, err)
	if read, err := recipe.accept(6, text); err != nil || read.Positions()[4].Key() != game.Positions()[4].Key() {
		t.Errorf("the game is read with the error %v", err)
	}
	event, rules, nodes := recipe, recipe, recipe
	event.Event, rules.Rules.Set, nodes.Nodes = "Study", 99, 0
	for want, other := range map[string]Recipe{"Event": event, "it is game 7 and not game 6": recipe} {
		if _, err := other.accept(5, text); !errors.As(err, new(*farm.RefusedError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("read as a game of %+v: error %v, want %q", other, err, want)
		}
	}
	for _, junk := range []string{"", "1. CAnF5 *", strings.Replace(text, `"7"`, `"0"`, 1), strings.Replace(text, "1. ", "1. XX", 1)} {
		if _, err := recipe.accept(6, junk); !errors.As(err, new(*farm.RefusedError)) {
			t.Errorf("%q: error %v", junk, err)
		}
	}
	for number, other := range map[int]Recipe{0: nodes, 1: rules, -1: recipe} {
		if _, err := other.begin(number); err == nil {
			t.Errorf("game %d of %+v begins", number, other)
		}
	}
}
