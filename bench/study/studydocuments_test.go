package study

import (
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

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
