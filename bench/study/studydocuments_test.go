package study

import (
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book/builtin"
)

// The tables of OPENINGS.md are those of the games and of the built-in book.
func TestTheDocumentsTablesAreThoseOfTheGames(t *testing.T) {
	enginetest.Long(t)
	builtIn, err := builtin.Open()
	enginetest.Must(t, err)
	text := benchtest.Read(t, "OPENINGS.md")
	report := NewReport(engine.Rules{}, builtIn, recordedGames(t, "classic", "practice-30k", "practice-60k"))
	if want, err := ReplaceTables(text, report.Tables()); err != nil || text != want {
		t.Errorf("the tables of OPENINGS.md are not those of the games: run the command that it names; %v", err)
	}
	for _, name := range []string{"classic", "practice-30k", "practice-60k"} {
		says(t, "--games bench/study/games/"+name+".txt.gz")
	}
}

// recordedGames returns the games of files in games, without their ".txt.gz".
func recordedGames(t *testing.T, names ...string) []*record.Game {
	t.Helper()
	var games []*record.Game
	for _, name := range names {
		games = append(games, benchtest.Games(t, benchtest.Read(t, "games/"+name+".txt.gz"))...)
	}
	return games
}

// keptTree returns the tree in a file in trees, without its ".txt.gz".
func keptTree(t *testing.T, name string) *Tree {
	t.Helper()
	tree, err := ReadTree("trees/" + name + ".txt.gz")
	enginetest.Must(t, err)
	return tree
}
