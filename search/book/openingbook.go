package book

import (
	"cathedral/engine"
)

// Move is a move of the book and what is known of it. Values are in hundredths of a
// square and for the side that plays the move.
type Move struct {
	Move   engine.Move
	Centi  int  // the expected final margin
	Error  int  // half the width of the value's 95 % interval
	Proven bool // who wins is proven, and Centi has the sign of the result
	// Wins, Draws and Losses count the games of the study in which the move was played.
	Wins, Draws, Losses int
}

// Games returns the number of games in which the move was played.
func (m *Move) Games() int { return m.Wins + m.Draws + m.Losses }

// Entry is a position of the book with its moves, the best first.
type Entry struct {
	Position engine.Position
	Moves    []Move
}

// Book is an opening book. It does not change after it was made, so several goroutines
// may use it.
type Book struct {
	entries map[uint64]entry // by canonical key
}

// entry is what a book keeps of a position.
type entry struct {
	canonical engine.Position
	moves     []Move // of the canonical position
}

// New makes a book of entries. Of several entries of one position the last counts.
func New(entries []Entry) *Book {
	b := &Book{entries: make(map[uint64]entry, len(entries))}
	for _, e := range entries {
		canonical, quarters := Canonical(&e.Position)
		moves := make([]Move, len(e.Moves))
		for i, move := range e.Moves {
			move.Move = move.Move.Rotate(quarters)
			moves[i] = move
		}
		b.entries[canonical.Key()] = entry{canonical, moves}
	}
	return b
}

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.entries) }

// Moves returns the moves of the book in a position, the best first, or nil if the book
// does not have the position. The caller owns them.
func (b *Book) Moves(p *engine.Position) []Move {
	canonical, quarters := Canonical(p)
	found, known := b.entries[canonical.Key()]
	if !known || found.canonical != canonical {
		return nil
	}
	moves := make([]Move, len(found.moves))
	for i, move := range found.moves {
		move.Move = move.Move.Rotate(4 - quarters)
		moves[i] = move
	}
	return moves
}

// Canonical returns the rotation of a position that stands for all four of them in a
// book, and the clockwise quarter turns that lead to it.
func Canonical(p *engine.Position) (canonical engine.Position, quarters int) {
	canonical = *p
	for turns := 1; turns < 4; turns++ {
		if turned := p.Rotate(turns); turned.Key() < canonical.Key() {
			canonical, quarters = turned, turns
		}
	}
	return canonical, quarters
}
