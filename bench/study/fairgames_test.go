package study

import (
	"path/filepath"
	"testing"

	"cathedral/engine"
)

// Dark begins as the fair game says, and levels and swaps are recorded with the games, which
// are all different.
func TestFairGamesAreThoseOfTheirRecipe(t *testing.T) {
	fair := engine.FairGame{First: engine.InnOrBridge, HalfSquares: 1}
	for name, recipe := range map[string]EqualGames{
		"full": {Seed: 3, Nodes: 200, Fair: fair}, "level": {Seed: 3, Nodes: 200, Fair: fair, Level: 834},
		"swap": {Seed: 3, Nodes: 200, Swap: true}, "swap of a level": {Seed: 3, Nodes: 200, Swap: true, Level: 834},
	} {
		games := playGames(t, filepath.Join(t.TempDir(), "games.txt"), recipe, 8)
		different, players := map[string]bool{}, map[string]int{}
		for round, game := range games {
			different[moves(game)] = true
			players[game.Tag("White")]++
			if first := game.Moves[1].Move.Building(); !recipe.Swap && first.Size() != 3 {
				t.Errorf("%s: game %s begins with %s", name, round, first)
			}
			if err := game.Check(); err != nil {
				t.Errorf("%s: game %s: %v", name, round, err)
			}
		}
		if len(games) != 8 || len(different) != 8 {
			t.Errorf("%s: %d games, of which %d differ", name, len(games), len(different))
		}
		if recipe.Swap != (players["Cathedral"] == 0) || recipe.Swap && players[chooser]+players[proposer] != 8 {
			t.Errorf("%s: Light is played by %v", name, players)
		}
	}
}
