package selfplay

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// study returns a recipe of games to study the opening by. change may be nil.
func study(seed, nodes uint64, change func(*Recipe)) Recipe {
	recipe := FromPlacements()
	recipe.Seed, recipe.Nodes = seed, nodes
	if change != nil {
		change(&recipe)
	}
	return recipe
}

// moves returns the moves of a game as text.
func moves(game *record.Game) string {
	var text []string
	for _, move := range game.Moves {
		text = append(text, move.Move.String())
	}
	return strings.Join(text, " ")
}

// Every placement of the Cathedral has its game under every rule set, and every game is
// played to its end.
func TestEveryPlacementHasItsGames(t *testing.T) {
	for rules, count := range map[engine.Rules]int{
		{}: 56, {Set: engine.Woods}: 56, {Set: engine.Mattel}: 6, {OptionalCapture: true}: 6,
	} {
		if !enginetest.IsLong() {
			count = 6
		}
		recipe := study(1, 60, func(r *Recipe) { r.Rules = rules })
		games := benchtest.Rounds(t, fileOf(t, recipe, count, 2))
		if len(games) != count {
			t.Fatalf("%v: %d games, want %d", rules, len(games), count)
		}
		placements := engine.CathedralPlacements()
		for round, game := range games {
			number, err := recipe.numberOf(game)
			enginetest.Must(t, err)
			positions := game.Positions()
			last := positions[len(positions)-1]
			if !last.Over() {
				t.Errorf("%v: game %s is not played to its end", rules, round)
			}
			placement := game.Moves[0].Move
			if rules.Set == engine.Woods {
				placement = game.Moves[1].Move
			}
			if !slices.ContainsFunc([]int{0, 1, 2, 3}, func(quarters int) bool {
				return placements[number%len(placements)].Rotate(quarters) == placement
			}) {
				t.Errorf("%v: game %s begins with the Cathedral at %v", rules, round, placement)
			}
		}
	}
}

// Games from the same placement differ in the moves that are picked.
func TestGamesFromAPlacementDiffer(t *testing.T) {
	recipe := study(1, 4000, nil)
	searcher := &search.Searcher{}
	played := map[string]bool{}
	for round := range 2 {
		game, err := recipe.play(context.Background(), searcher, 5+round*len(engine.CathedralPlacements()))
		enginetest.Must(t, err)
		played[moves(game)] = true
	}
	if len(played) != 2 {
		t.Error("two games from one placement are the same")
	}
}

// Moves are picked from lines of a search that is deep enough to distinguish them, even if
// it takes more nodes than the recipe has.
func TestDrawnMovesAreSearchedDeepEnough(t *testing.T) {
	position, err := engine.ParsePosition("CCLLO1cdcd/LCLOO1cccd/CCOOF3qq/LLYFFFf1qq/YYY1Ffff2/1Y4f3/3oo2yy1/1+2ooyy2/++++1o1y2/1+8 l - 10", engine.Rules{})
	enginetest.Must(t, err)
	searcher, err := search.New(4)
	enginetest.Must(t, err)
	options := search.DefaultOptions()
	options.MultiPV = pickedLines
	limits := search.Limits{Nodes: 3_000}
	if once := searcher.Search(t.Context(), &position, limits, options, nil); once.Info.Depth >= leastDepth {
		t.Fatalf("%d nodes suffice for depth %d: the test needs fewer", limits.Nodes, once.Info.Depth)
	}
	searcher.Clear()
	_, lines, err := searchDeep(t.Context(), searcher, &position, limits, options, mostRepeated*limits.Nodes)
	if err != nil || lines[0].Depth < leastDepth {
		t.Errorf("the first line has the depth %d, want %d or more; error %v", lines[0].Depth, leastDepth, err)
	}
}

// Dark begins as the fair game says, and levels and swaps are recorded with the games, which
// are all different.
func TestFairGamesAreThoseOfTheirRecipe(t *testing.T) {
	fair := engine.FairGame{First: engine.InnOrBridge, HalfSquares: 1}
	for name, recipe := range map[string]Recipe{
		"full": study(3, 200, func(r *Recipe) { r.Fair = fair }), "level": study(3, 200, func(r *Recipe) { r.Fair, r.Level = fair, 882 }),
		"swap": study(3, 200, func(r *Recipe) { r.Swap = true }), "swap of a level": study(3, 200, func(r *Recipe) { r.Swap, r.Level = true, 882 }),
	} {
		games := benchtest.Rounds(t, fileOf(t, recipe, 8, 2))
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
