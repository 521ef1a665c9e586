package study

import (
	"errors"
	"io"
	"os"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book/builtin"
)

// The tables of OPENINGS.md are those of the games and of the built-in book.
func TestTheDocumentsTablesAreThoseOfTheGames(t *testing.T) {
	enginetest.Long(t)
	builtIn, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("OPENINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	report := NewReport(engine.Rules{}, builtIn, recordedGames(t, "classic", "practice-30k", "practice-60k"))
	if want, err := ReplaceTables(string(text), report.Tables()); err != nil || string(text) != want {
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
		file, err := os.Open("games/" + name + ".txt.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		reader := record.NewReader(file)
		for {
			game, err := reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			games = append(games, game)
		}
	}
	return games
}

// keptTree returns the tree in a file in trees, without its ".txt.gz".
func keptTree(t *testing.T, name string) *Tree {
	t.Helper()
	tree, err := ReadTree("trees/" + name + ".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
