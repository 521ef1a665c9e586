package openings

import (
	"testing"

	"cathedral/bench/match/opening"
	"cathedral/cmd/internal/command/commandtest"
)

func TestOpeningsFlagsBecomeARecipe(t *testing.T) {
	got, err := commandtest.Options(newCommand, "--count", "7", "--seed", "2", "--candidates", "3", "--nodes", "40", "--buildings", "2", "--squares", "5",
		"--games", "6", "--game-nodes", "90", "--threads", "2")
	if err != nil {
		t.Fatal(err)
	}
	if want := (opening.Recipe{Count: 7, Seed: 2, Candidates: 3, Nodes: 40, Games: 6, GameNodes: 90, Buildings: 2, Squares: 5}); got.recipe != want || got.threads != 2 {
		t.Errorf("recipe %+v on %d threads, want %+v on 2", got.recipe, got.threads, want)
	}
}
