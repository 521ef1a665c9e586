package study

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/book"
)

// Studied is a tree's entry for a position. Values are in hundredths of a square, for
// the side to move.
type Studied struct {
	Position      engine.Position
	Centi, Error  int  // as in a book.Move
	Proven        bool // who wins
	Depth         int  // of the position's own search, in plies
	Nodes         uint64
	Moves         []StudiedMove // the best first; none if the game is over
	WithoutValues int           // the other legal moves, rotations counted once
}

// StudiedMove is a move of a studied position. Its games are those that reached the position
// after it, by any order of moves.
type StudiedMove struct {
	book.Move
	Search   int  // the value by the search of the position before it
	Expanded bool // the position after it is in the tree
}

// Find returns the entry for the position p, and whether it is in the tree.
func (t *Tree) Find(p *engine.Position) (found Studied, known bool) {
	n, quarters := t.at(p)
	if n == nil {
		return Studied{Position: *p}, false
	}
	found = t.studied(n)
	found.Position = *p
	for i := range found.Moves {
		found.Moves[i].Move.Move = found.Moves[i].Move.Move.Rotate(4 - quarters)
	}
	return found, true
}

// studied returns the entry for the position of a node.
func (t *Tree) studied(n *node) Studied {
	s := Studied{Position: n.Position, Proven: n.low == n.high, Depth: n.Depth, Nodes: n.Nodes, WithoutValues: n.Rest}
	s.Centi, s.Error = n.value.rounded()
	for i := range n.lines {
		l := &n.lines[i]
		low, high := n.bounds(l)
		move := StudiedMove{Move: book.Move{Move: l.Move, Proven: low == high}, Search: l.Centi, Expanded: l.node != nil}
		move.Centi, move.Error = l.value.rounded()
		if passed := t.games[l.after]; passed != nil {
			games := passed.Count
			if n.Position.Side() == engine.Dark {
				games = games.Reverse()
			}
			move.Wins, move.Draws, move.Losses = games.Wins, games.Draws, games.Losses
		}
		move.Unexplored = !move.Expanded && move.Games() == 0
		s.Moves = append(s.Moves, move)
	}
	slices.SortStableFunc(s.Moves, func(a, b StudiedMove) int { return b.Centi - a.Centi })
	return s
}

// Entries returns the entries of an opening book, those of earlier plies first: all positions
// but those whose best move is unexplored, from which no book is played (book.Book.Choose).
func (t *Tree) Entries() []book.Entry {
	var entries []book.Entry
	for _, n := range t.sorted() {
		moves := t.studied(n).Moves
		if len(moves) == 0 || moves[0].Unexplored && !moves[0].Proven {
			continue
		}
		entry := book.Entry{Position: n.Position}
		for _, move := range moves {
			entry.Moves = append(entry.Moves, move.Move)
		}
		entries = append(entries, entry)
	}
	return entries
}
