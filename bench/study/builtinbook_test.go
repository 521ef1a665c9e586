package study

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
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
		t.Errorf("the trees make a book of %d positions, which is not the built-in book: make it by the command in OPENINGS.md", made.Len())
	}
}

// Searches of ten times the nodes lie within the 95 % intervals of at least 36 of 40 random values of
// the built-in book.
func TestDeeperSearchesAgreeWithTheBuiltInBook(t *testing.T) {
	enginetest.Night(t)
	builtIn, err := builtin.Open()
	enginetest.Must(t, err)
	trees := valuedTrees(t)
	entries := slices.SortedFunc(builtIn.Entries(), func(a, b book.Entry) int {
		return cmp.Compare(a.Position.Key(), b.Position.Key())
	})
	entries = slices.DeleteFunc(entries, func(e book.Entry) bool { return e.Moves[0].Proven })
	within := 0
	for _, i := range rand.New(rand.NewPCG(40, 10)).Perm(len(entries))[:40] {
		p, move := &entries[i].Position, entries[i].Moves[0]
		deeper := searchDeeper(t, trees[p.Rules()], p)
		if math.Abs(deeper-float64(move.Centi)) <= float64(move.Error) {
			within++
		} else {
			t.Logf("ply %d: %s is worth %d ± %d in the book, and %.0f by a deeper search", p.Ply(), move.Move, move.Centi, move.Error, deeper)
		}
	}
	t.Logf("%d of 40 values are within their intervals", within)
	if within < 36 {
		t.Errorf("%d of 40 values are within their intervals, want 36", within)
	}
}

// searchDeeper returns the value of a position's best move, in hundredths of a square, by a search of ten
// times the nodes of a tree's.
func searchDeeper(t *testing.T, tree *Tree, p *engine.Position) float64 {
	t.Helper()
	searcher, err := search.New(searchHashMiB)
	enginetest.Must(t, err)
	settings := tree.Settings
	settings.Nodes *= 10
	found, err := settings.analyse(t.Context(), searcher, p, nil)
	enginetest.Must(t, err)
	return tree.searched(found.Lines[0].Centi, p).Centi
}
