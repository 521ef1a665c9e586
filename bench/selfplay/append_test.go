package selfplay

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// quick is a recipe of poor games that take little time.
var quick = training(5, 60, 8)

// training returns a recipe of training games.
func training(seed, nodes uint64, noise int) Recipe {
	recipe := Training()
	recipe.Seed, recipe.Nodes, recipe.Noise = seed, nodes, noise
	return recipe
}

// fileOf plays games into a new file and returns its path.
func fileOf(t *testing.T, recipe Recipe, games, threads int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.txt")
	enginetest.Must(t, Append(t.Context(), path, recipe, games, farm.Workers{Threads: threads}, func(int) {}))
	return path
}

// games returns the text of a file of games.
func games(t *testing.T, recipe Recipe, games, threads int) string {
	t.Helper()
	return benchtest.Read(t, fileOf(t, recipe, games, threads))
}

func TestGamesDependOnSeedAndNumberOnly(t *testing.T) {
	const count = 4
	whole := games(t, quick, count, 1)
	if again := games(t, quick, count, 3); again != whole {
		t.Errorf("three goroutines give\n%s\none gives\n%s", again, whole)
	}
	if fewer := games(t, quick, count-1, 2); !strings.HasPrefix(whole, fewer) {
		t.Error("the first games depend on the number of games")
	}
	other := quick
	other.Seed++
	first, second := benchtest.Games(t, whole), benchtest.Games(t, games(t, other, count, 1))
	if len(first) != count || len(second) != count {
		t.Fatalf("%d and %d games, want %d", len(first), len(second), count)
	}
	seen := map[string]bool{}
	for _, game := range append(first, second...) {
		line := moves(game)
		if seen[line] {
			t.Errorf("the game %s is in the file twice", line)
		}
		seen[line] = true
	}
}

func TestOtherFilesAreLeftAlone(t *testing.T) {
	whole := games(t, quick, 2, 1)
	last := strings.LastIndex(whole, "/") // in the comment of a move
	changed := func(change func(*Recipe)) Recipe {
		recipe := quick
		change(&recipe)
		return recipe
	}
	tests := []struct {
		name, text string
		recipe     Recipe
		fault      string
	}{
		{"another seed", whole, changed(func(r *Recipe) { r.Seed++ }), "game 1 has "},
		{"other nodes", whole, changed(func(r *Recipe) { r.Nodes++ }), "game 1 has "},
		{"other noise", whole, changed(func(r *Recipe) { r.Noise++ }), "game 1 has "},
		{"other rules", whole, changed(func(r *Recipe) { r.Rules.Set = engine.Mattel }), "game 1 has "},
		{"other games, cut off", whole[:len(whole)-20], changed(func(r *Recipe) { r.Seed++ }), "game 1 has Seed"},
		{"a missing game", whole[strings.LastIndex(whole, "[Event"):], quick, "game 1 is not there"},
		{"a faulty game before another", strings.Replace(whole, "1. CA", "1. XX", 1), quick, "line "},
		{"another engine", whole[:last] + "/99 0.000s" + whole[last+strings.Index(whole[last:], "}"):], quick, "(game 2)"},
		{"a text", "Dear diary,\n\n", quick, "line 1"},
		{"something behind the games", whole + "Dear diary,\n\n", quick, "line "},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "games.txt")
		benchtest.Write(t, path, test.text)
		err := Append(context.Background(), path, test.recipe, 3, farm.Workers{Threads: 1}, func(int) {})
		if err == nil || !strings.Contains(err.Error(), test.fault) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.fault)
		}
		if text := benchtest.Read(t, path); text != test.text {
			t.Errorf("%s: the file became\n%s", test.name, text)
		}
	}
}

func TestAFileThatCannotBeWrittenIsAnError(t *testing.T) {
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none", "games.txt")} {
		if err := Append(context.Background(), path, quick, 1, farm.Workers{Threads: 1}, func(int) {}); err == nil {
			t.Errorf("no error for %s", path)
		}
	}
}

// Random moves have no comment, the engine's moves have their score, and from a proof on the
// game is played out to the margin that was proven. A variation tries another move.
func TestRecordsTellWhatWasRandomAndWhatIsProven(t *testing.T) {
	proven, noisy, tried := 0, 0, 0
	for i, gameRecord := range benchtest.Games(t, games(t, training(2, 300, 6), 8, 2)) {
		enginetest.Must(t, gameRecord.Check())
		positions := gameRecord.Positions()
		last := &positions[len(positions)-1]
		isKnown, isOpening := false, true
		for at, move := range gameRecord.Moves {
			comment, isScored := record.ParseMoveComment(move.Comment)
			isOpening = isOpening && !isScored
			switch {
			case isKnown && move.Comment != "" || !isScored && move.Comment != "":
				t.Errorf("game %d, move %d: comment %q", i+1, at+1, move.Comment)
			case !isKnown && !isOpening && !isScored:
				noisy++
			case isScored && comment.Proven:
				isKnown = true
				if proven++; 100*last.Margin(positions[at].Side()) != comment.Centi || comment.Centi != 100*solve(t, positions[at]) {
					t.Errorf("game %d, move %d: proven is %d, the game ends with %d", i+1, at+1, comment.Centi, last.Margin(positions[at].Side()))
				}
			}
			for _, variation := range move.Variations {
				reply, isScored := record.ParseMoveComment(variation.Moves[1].Comment)
				after := positions[at].Play(variation.Moves[0].Move)
				if tried++; !isScored || reply.Proven && reply.Centi != 100*solve(t, after) {
					t.Errorf("game %d, move %d: reply %q", i+1, at+1, variation.Moves[1].Comment)
				}
			}
		}
	}
	if proven == 0 || noisy == 0 || tried == 0 {
		t.Errorf("%d proofs, %d random moves after the opening, %d variations: too few to test", proven, noisy, tried)
	}
}

// solve returns the final margin of a position for the side to move.
func solve(t testing.TB, p engine.Position) int {
	t.Helper()
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	options := search.DefaultOptions()
	options.Techniques = search.Techniques{}
	found := searcher.Search(context.Background(), &p, search.Limits{Solve: true}, options, nil)
	if !found.Info.Score.Final {
		t.Fatalf("%s was not solved", p.String())
	}
	return found.Info.Score.Squares()
}
