package book

import (
	"cmp"
	"iter"
	"slices"

	"cathedral/engine"
)

// Book is an opening book. It does not change after it was made, so several goroutines
// may use it. A nil Book has no positions.
type Book struct {
	// entries has the canonical positions by their keys. Two positions of a game share
	// one with a chance of 2^-64.
	entries map[uint64]Entry
}

// New makes a book of entries. Their moves must be legal and distinct, which Write checks.
// The last of several entries of one position counts. Entries without moves are left out.
func New(entries []Entry) *Book {
	b := &Book{entries: make(map[uint64]Entry, len(entries))}
	for i := range entries {
		if len(entries[i].Moves) > 0 {
			b.add(&entries[i])
		}
	}
	return b
}

// add adds or replaces an entry.
func (b *Book) add(e *Entry) {
	canonical, quarters := Canonical(&e.Position)
	b.entries[canonical.Key()] = e.rotate(quarters)
}

// Len returns the number of positions.
func (b *Book) Len() int {
	if b == nil {
		return 0
	}
	return len(b.entries)
}

// Moves returns the moves of the book in p, the best first, or nil if the book
// does not have the position. They are legal. The caller owns them.
func (b *Book) Moves(p *engine.Position) []Move {
	if b.Len() == 0 {
		return nil
	}
	canonical, quarters := Canonical(p)
	found, known := b.entries[canonical.Key()]
	if !known {
		return nil
	}
	moves := make([]Move, 0, len(found.Moves))
	for _, move := range found.Moves {
		move.Move = move.Move.Rotate(4 - quarters)
		if p.IsLegal(move.Move) { // the key may be another position's
			moves = append(moves, move)
		}
	}
	return moves
}

// Entries yields the positions of the book, each after those that lead to it and turned
// as it is after the first of them.
func (b *Book) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		if b.Len() > 0 {
			b.walk(b.children(), func(e *Entry, _ []bool) bool { return yield(*e) })
		}
	}
}

// children returns the keys of the positions after the moves of each position, by its
// key. Not all of them are in the book.
func (b *Book) children() map[uint64][]uint64 {
	all := make(map[uint64][]uint64, len(b.entries))
	for key, entry := range b.entries {
		keys := make([]uint64, len(entry.Moves))
		for i, move := range entry.Moves {
			next := entry.Position.Play(move.Move)
			canonical, _ := Canonical(&next)
			keys[i] = canonical.Key()
		}
		all[key] = keys
	}
	return all
}

// walk visits each position once, depth first, until visit returns false. follows
// has, for each move, whether the position after it, turned as it is there, is visited next, one
// after the other. visit must not change the moves.
func (b *Book) walk(children map[uint64][]uint64, visit func(e *Entry, follows []bool) bool) {
	reached := make(map[uint64]bool, len(b.entries))
	var descend func(p *engine.Position) bool
	descend = func(p *engine.Position) bool {
		canonical, quarters := Canonical(p)
		key := canonical.Key()
		entry := b.entries[key]
		turned := entry.rotate(4 - quarters)
		turned.Position = *p
		follows := make([]bool, len(turned.Moves))
		for i, child := range children[key] {
			if _, known := b.entries[child]; known && !reached[child] {
				reached[child], follows[i] = true, true
			}
		}
		if !visit(&turned, follows) {
			return false
		}
		for i, move := range turned.Moves {
			if !follows[i] {
				continue
			}
			if next := p.Play(move.Move); !descend(&next) {
				return false
			}
		}
		return true
	}
	for _, root := range b.roots(children) {
		if !descend(&root) {
			return
		}
	}
}

// roots returns the positions that no move of the book leads to, in an order that depends
// on nothing but them.
func (b *Book) roots(children map[uint64][]uint64) []engine.Position {
	later := make(map[uint64]bool, len(b.entries))
	for key := range b.entries {
		for _, child := range children[key] {
			later[child] = true
		}
	}
	type root struct {
		position engine.Position
		line     string
	}
	var roots []root
	for key, entry := range b.entries {
		if later[key] {
			continue
		}
		// Which rotation is canonical depends on the engine's hash keys. The order
		// and the file must not.
		first := root{entry.Position, rootLine(&entry.Position)}
		for quarters := 1; quarters < 4; quarters++ {
			turned := entry.Position.Rotate(quarters)
			if line := rootLine(&turned); line < first.line {
				first = root{turned, line}
			}
		}
		roots = append(roots, first)
	}
	slices.SortFunc(roots, func(a, b root) int { return cmp.Compare(a.line, b.line) })
	positions := make([]engine.Position, len(roots))
	for i := range roots {
		positions[i] = roots[i].position
	}
	return positions
}
