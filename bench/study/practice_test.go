package study

import (
	"path/filepath"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/book"
)

// practise plays games that try out a tree into a file, and returns them by their rounds.
func practise(t *testing.T, path string, tree *Tree, games int) map[string]*record.Game {
	t.Helper()
	workers := jobs.Workers{Threads: 2}
	if err := PlayPractice(t.Context(), path, tree, Practice{Seed: 1, Nodes: 60}, games, workers, func(int) {}); err != nil {
		t.Fatal(err)
	}
	return benchtest.Rounds(t, path)
}

// Under every rule set each placement has its games, in which one side plays the moves of
// its book as long as there are any.
func TestOneSidePlaysFromADrawnBook(t *testing.T) {
	all := []engine.Rules{{}, {Set: engine.Woods}, {Set: engine.Mattel}, {OptionalCapture: true}}
	if !enginetest.IsLong(t) {
		all = all[:1]
	}
	for _, rules := range all {
		tree := grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(rules), Growth{Positions: 300, Share: 100})
		games := practise(t, filepath.Join(t.TempDir(), "games.txt"), tree, 60)
		fromBook := 0
		for round, game := range games {
			number, err := (&Practice{Seed: 1, Nodes: 60}).series(rules).NumberOf(game)
			if err != nil {
				t.Fatal(err)
			}
			positions := game.Positions()
			if last := positions[len(positions)-1]; !last.Over() {
				t.Errorf("%v: game %s is not played to its end", rules, round)
			}
			side, tag := booked(number)
			if game.Tag(tag) != "Cathedral with book" {
				t.Errorf("%v: %s of game %s is %q", rules, tag, round, game.Tag(tag))
			}
			for i, move := range game.Moves[:min(4, len(game.Moves))] {
				p := &positions[i]
				n, _ := tree.at(p)
				if known := n != nil && len(n.lines) > 0 && p.Side() == side && !p.PlacesCathedral(); known != (move.Comment == "") {
					t.Errorf("%v: move %d of game %s has the comment %q, and the book knows the position: %t", rules, i+1, round, move.Comment, known)
				} else if known {
					fromBook++
				}
			}
		}
		if fromBook < 56 { // Dark's first moves
			t.Errorf("%v: %d moves come from books", rules, fromBook)
		}
	}
}

func TestLightHasABookToo(t *testing.T) {
	number := len(engine.CathedralPlacements())
	recipe := Practice{Seed: 1, Nodes: 60}
	play := func(opening *book.Book) *record.Game {
		game, err := recipe.play(t.Context(), &search.Searcher{}, engine.Rules{}, number, opening)
		if err != nil {
			t.Fatal(err)
		}
		return game
	}
	without := play(book.New(nil))
	p := without.Positions()[2]
	move := p.Moves(nil)[7]
	with := play(book.New([]book.Entry{{Position: p, Moves: []book.Move{{Move: move}}}}))
	if with.Moves[2].Move != move || with.Moves[2].Comment != "" || with.Moves[1].Move != without.Moves[1].Move {
		t.Errorf("Light has %v in its book and plays %v", move, with.Moves[2])
	}
}

// A move is in the books as often as it may be the best.
func TestABookIsDrawnFromTheErrorsOfTheValues(t *testing.T) {
	for _, c := range []struct {
		loss        int
		least, most int // of 1,000 books that have the second best move
	}{{0, 450, 550}, {int(lineError(1)), 190, 290}, {20 * int(lineError(1)), 0, 0}} {
		tree := newTree(quick(engine.Rules{}))
		tree.add(analysisOf(t, "", lineOf(t, "CAnB1", engine.Light, -400)))
		tree.add(analysisOf(t, "CAnB1", lineOf(t, "ACnB5", engine.Dark, 400), lineOf(t, "IFnC8", engine.Dark, 400-c.loss)))
		second, p := 0, engine.Start(engine.Rules{})
		p = p.Play(lineOf(t, "CAnB1", engine.Light, 0).Move)
		for seed := range 1000 {
			recipe := Practice{Seed: uint64(seed)}
			entries, err := book.ReadText(strings.NewReader(tree.pickBook(0, recipe.series(engine.Rules{}).Random(0))))
			if err != nil {
				t.Fatal(err)
			}
			if book.New(entries).Moves(&p)[0].Move.String() == "IFnC8" {
				second++
			}
		}
		if second < c.least || second > c.most {
			t.Errorf("a move that loses %d hundredths of a square is picked %d times in 1000, want %d to %d", c.loss, second, c.least, c.most)
		}
	}
}

// All games of a file count for the books of those that follow, also when practice is
// continued.
func TestPracticeLearnsFromItsGames(t *testing.T) {
	grown := func() *Tree {
		return grow(t, filepath.Join(t.TempDir(), "tree.txt"), quick(engine.Rules{}), Growth{Positions: 120, Share: 100})
	}
	path := filepath.Join(t.TempDir(), "games.txt")
	practise(t, path, grown(), 60)
	continued := grown()
	var games []*record.Game
	for _, game := range practise(t, path, continued, 70) {
		games = append(games, game)
	}
	counted := grown()
	counted.AddGames(games)
	if len(games) != 70 || len(continued.games) != len(counted.games) {
		t.Fatalf("%d games passed %d positions, and the tree knows %d", len(games), len(counted.games), len(continued.games))
	}
	for key, passed := range counted.games {
		if got := continued.games[key].WithMargin; got != passed.WithMargin {
			t.Errorf("%s has the games %v, and the tree counts %v", &passed.position, passed.WithMargin, got)
		}
	}
}

// The side without a book does not play the same first move from a placement every time.
func TestTheFirstMoveWithoutABookVaries(t *testing.T) {
	recipe := Practice{Seed: 1, Nodes: 4000}
	searcher, err := search.New(4)
	if err != nil {
		t.Fatal(err)
	}
	placements := len(engine.CathedralPlacements())
	depths := map[string]bool{}
	for round := range 4 {
		searcher.Clear()
		number := (2*round+1)*placements + 5 // Light has the book
		game, err := recipe.play(t.Context(), searcher, engine.Rules{}, number, book.New(nil))
		if err != nil {
			t.Fatal(err)
		}
		depths[game.Moves[1].Comment] = true
	}
	if len(depths) == 1 {
		t.Errorf("four searches of Dark's first move all say %v", depths)
	}
}
