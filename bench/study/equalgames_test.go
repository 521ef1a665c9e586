package study

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// playGames plays games of a recipe into a file and returns them by their rounds.
func playGames(t *testing.T, path string, recipe EqualGames, games int) map[string]*record.Game {
	t.Helper()
	workers := jobs.Workers{Threads: 2}
	if err := PlayGames(context.Background(), path, recipe, games, workers, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return benchtest.Rounds(t, path)
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
		if rules.Set == engine.Woods && !enginetest.IsLong(t) {
			count = 6
		}
		recipe := EqualGames{Rules: rules, Seed: 1, Nodes: 60}
		games := playGames(t, filepath.Join(t.TempDir(), "games.txt"), recipe, count)
		if len(games) != count {
			t.Fatalf("%v: %d games, want %d", rules, len(games), count)
		}
		placements := engine.CathedralPlacements()
		for round, game := range games {
			number, err := recipe.series().NumberOf(game)
			if err != nil {
				t.Fatal(err)
			}
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
	recipe := EqualGames{Seed: 1, Nodes: 4000}
	searcher := &search.Searcher{}
	played := map[string]bool{}
	for round := range 2 {
		game, err := recipe.Play(context.Background(), searcher, 5+round*len(engine.CathedralPlacements()))
		if err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := search.New(4)
	if err != nil {
		t.Fatal(err)
	}
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

// An interrupted run is continued: no game is played twice, and each is the one that an
// uninterrupted run plays.
func TestGamesAreContinued(t *testing.T) {
	recipe := EqualGames{Seed: 7, Nodes: 60}
	whole := playGames(t, filepath.Join(t.TempDir(), "whole.txt"), recipe, 12)

	path := filepath.Join(t.TempDir(), "parts.txt")
	ctx, stop := context.WithCancel(context.Background())
	workers := jobs.Workers{Threads: 2}
	err := PlayGames(ctx, path, recipe, 12, workers, func(done int) {
		if done == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run that was stopped ended with %v", err)
	}
	for round, game := range playGames(t, path, recipe, 12) {
		if moves(game) != moves(whole[round]) {
			t.Errorf("game %s is %s, want %s", round, moves(game), moves(whole[round]))
		}
	}
}

// A file with games of other settings is left alone.
func TestGamesOfOtherSettingsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	playGames(t, path, EqualGames{Seed: 1, Nodes: 60}, 2)
	workers := jobs.Workers{Threads: 1}
	for _, other := range []EqualGames{
		{Seed: 2, Nodes: 60},
		{Seed: 1, Nodes: 61},
		{Seed: 1, Nodes: 60, Rules: engine.Rules{Set: engine.Woods}},
	} {
		err := PlayGames(context.Background(), path, other, 4, workers, func(int) {})
		if err == nil || !strings.Contains(err.Error(), "name a new file") {
			t.Errorf("games of %+v were added: %v", other, err)
		}
	}
	if games := benchtest.Rounds(t, path); len(games) != 2 {
		t.Errorf("the file has %d games, want 2", len(games))
	}
}
