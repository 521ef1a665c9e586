package book

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// seededBook returns the entries of a book with about the given number of positions, by
// all rules, whose figures are drawn.
func seededBook(positions int) []Entry {
	random := rand.New(rand.NewPCG(17, 0))
	var entries []Entry
	seen := map[uint64]bool{}
	for _, rules := range []engine.Rules{{}, {Set: engine.Woods}, {Set: engine.Mattel, OptionalCapture: true}} {
		queue := []engine.Position{engine.Start(rules)}
		for n := 0; n < positions/3 && len(queue) > 0; n++ {
			entry := Entry{Position: queue[0]}
			queue = queue[1:]
			canonical, _ := Canonical(&entry.Position)
			if seen[canonical.Key()] {
				continue
			}
			seen[canonical.Key()] = true
			legal := entry.Position.Moves(nil)
			centi := random.IntN(800) - 300
			for range min(6, len(legal)) {
				move := Move{Move: legal[random.IntN(len(legal))], Centi: centi, Error: random.IntN(300)}
				centi -= random.IntN(60)
				if slices.ContainsFunc(entry.Moves, func(m Move) bool { return m.Move == move.Move }) {
					continue
				}
				move.Proven, move.Unexplored = random.IntN(20) == 0, centi%3 == 0
				if random.IntN(4) == 0 {
					move.Wins, move.Draws, move.Losses = random.IntN(300), random.IntN(3), random.IntN(40)
				}
				entry.Moves = append(entry.Moves, move)
				queue = append(queue, entry.Position.Play(move.Move))
			}
			if len(entry.Moves) > 0 {
				entries = append(entries, entry)
			}
		}
	}
	return entries
}

// In all four rotations of a position the book has the same moves, turned with it.
func TestABookKnowsRotations(t *testing.T) {
	start := engine.Start(engine.Rules{})
	placement := engine.CathedralPlacements()[7]
	position := start.Play(placement)
	reply := position.Moves(nil)[100]
	b := New([]Entry{{Position: position, Moves: []Move{{Move: reply, Centi: 320, Error: 80, Wins: 3, Losses: 1}}}})
	for quarters := range 4 {
		turned := position.Rotate(quarters)
		moves := b.Moves(&turned)
		if want := reply.Rotate(quarters); len(moves) != 1 || moves[0].Move != want || moves[0].Games() != 4 {
			t.Errorf("after %d quarter turns the moves are %v, want %v", quarters, moves, want)
		}
		if len(moves) == 1 && !slices.Contains(turned.Moves(nil), moves[0].Move) {
			t.Errorf("after %d quarter turns %v is not legal", quarters, moves[0].Move)
		}
	}
	if moves := b.Moves(&start); moves != nil {
		t.Errorf("a position that the book does not have has the moves %v", moves)
	}
}

// Equal buildings that were placed in another order make the same position.
func TestABookKnowsAPositionByItsText(t *testing.T) {
	play := func(moves ...string) engine.Position {
		p := engine.Start(engine.Rules{})
		for _, text := range moves {
			p = p.Play(enginetest.Move(t, &p, text))
		}
		return p
	}
	one := play("CAnF5", "TAnA1", "TAnJ1", "TAnC1", "TAnJ3")
	other := play("CAnF5", "TAnC1", "TAnJ3", "TAnA1", "TAnJ1")
	if one == other {
		t.Fatal("the positions do not differ")
	}
	reply := one.Moves(nil)[5]
	b := New([]Entry{{Position: one, Moves: []Move{{Move: reply}}}})
	if moves := b.Moves(&other); len(moves) != 1 || moves[0].Move != reply {
		t.Errorf("the moves are %v, want %v", moves, reply)
	}
}

func TestNoBookHasNoMoves(t *testing.T) {
	var none *Book
	start := engine.Start(engine.Rules{})
	if none.Len() != 0 || none.Moves(&start) != nil {
		t.Error("a nil book has something")
	}
	for range none.Entries() {
		t.Error("a nil book has an entry")
	}
}

// Entries come after those that lead to them, each once.
func TestEntriesComeInTheOrderOfPlay(t *testing.T) {
	entries := seededBook(600)
	b := New(entries)
	if b.Len() != len(entries) {
		t.Fatalf("%d positions of %d", b.Len(), len(entries))
	}
	reached := map[uint64]bool{}
	for _, rules := range []engine.Rules{{}, {Set: engine.Woods}, {Set: engine.Mattel, OptionalCapture: true}} {
		start := engine.Start(rules)
		reached[start.Key()] = true
	}
	count := 0
	for entry := range b.Entries() {
		count++
		if !reached[entry.Position.Key()] {
			t.Fatalf("%s comes before any position that leads to it", &entry.Position)
		}
		delete(reached, entry.Position.Key())
		for _, move := range entry.Moves {
			next := entry.Position.Play(move.Move)
			reached[next.Key()] = true
		}
	}
	if count != b.Len() {
		t.Errorf("%d entries of %d", count, b.Len())
	}
}
