package opening

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book"
)

// evenBook has for each placement of the Cathedral two replies that are even within their
// error and one that is not, and after that one an even reply. It returns the keys of the
// even positions.
func evenBook() (b *book.Book, even map[uint64]bool) {
	even = map[uint64]bool{}
	random := rand.New(rand.NewPCG(5, 5))
	start := engine.Start(engine.Rules{})
	var entries []book.Entry
	add := func(p *engine.Position, centi ...int) engine.Position {
		legal := p.Moves(nil)
		entry := book.Entry{Position: *p}
		var last engine.Position
		for i, index := range random.Perm(len(legal))[:len(centi)] {
			last = p.Play(legal[index])
			entry.Moves = append(entry.Moves, book.Move{Move: legal[index], Centi: centi[i], Error: 50})
			if magnitude(centi[i]) <= 50 {
				even[turnedKey(&Opening{Start: last})] = true
			}
		}
		entries = append(entries, entry)
		return last
	}
	for _, place := range engine.CathedralPlacements() {
		placed := start.Play(place)
		uneven := add(&placed, 50, -50, -51)
		add(&uneven, 0)
	}
	return book.New(entries), even
}

// Each place of the Cathedral has its turn, and the openings are even positions of the
// book up to the number of buildings, each once, until they are used up.
func TestOpeningsComeFromABook(t *testing.T) {
	b, even := evenBook()
	make := func(buildings, count, threads int) (lines []string, err error) {
		recipe := Recipe{Count: count, Seed: 3, Candidates: 1, Nodes: 1, Buildings: buildings, Book: b}
		places := map[uint64]bool{}
		err = Make(t.Context(), recipe, nil, farm.Workers{Threads: threads}, func(opening Made) error {
			lines = append(lines, opening.String())
			if !even[turnedKey(&opening.Opening)] || len(opening.Moves) > 1+buildings {
				t.Errorf("%s is not an even opening of the book", opening.String())
			}
			if len(lines) <= 56 {
				places[turnedKey(&Opening{Start: opening.Start, Moves: opening.Moves[:1]})] = true
			}
			return nil
		})
		if len(places) != 56 {
			t.Errorf("the first 56 openings have %d places of the Cathedral", len(places))
		}
		return lines, err
	}
	all, err := make(1, 113, 2)
	if len(all) != 112 || err == nil || !strings.Contains(err.Error(), "the book has only 112 even openings") {
		t.Errorf("%d openings of 112: error %v", len(all), err)
	}
	first, err := make(2, 70, 1)
	enginetest.Must(t, err)
	if second, err := make(2, 70, 3); err != nil || !slices.Equal(first, second) {
		t.Errorf("the same recipe makes other openings: error %v", err)
	}
}
