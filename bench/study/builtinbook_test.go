package study

import (
	"bytes"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
)

// valuedTrees returns the trees of the built-in book, with the results of their games.
func valuedTrees(t *testing.T) map[engine.Rules]*Tree {
	t.Helper()
	classic, woods := keptTree(t, "classic"), keptTree(t, "woods")
	classic.AddGames(recordedGames(t, "classic", "practice-30k", "practice-60k"))
	woods.AddGames(recordedGames(t, "woods"))
	return map[engine.Rules]*Tree{classic.Rules: classic, woods.Rules: woods}
}

// The built-in book is the one that "cathedral book make" makes of the trees and the games.
func TestTheBuiltInBookIsThatOfTheTrees(t *testing.T) {
	enginetest.Long(t)
	trees := valuedTrees(t)
	entries := append(trees[engine.Rules{}].Entries(), trees[engine.Rules{Set: engine.Woods}].Entries()...)
	made := book.New(entries)
	var file bytes.Buffer
	enginetest.Must(t, made.Write(&file))
	if file.String() != builtin.File() {
		t.Errorf("the trees make a book of %d positions, which is not the built-in book: make it by the command in EVIDENCE.md", made.Len())
	}
}
