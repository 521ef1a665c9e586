// Package strength makes a search play like a weaker player. Such a player is not a
// search cut short with noise on top. It overlooks moves that are far from the
// last buildings, or hidden behind walls, more than those close by. It overlooks small
// buildings more than large ones, and buildings that stand alone more than those that join a
// wall. The deeper it thinks, the more it overlooks, the opponent's moves before its own. What it notices it
// judges well, so it does not throw away buildings, but it is surprised.
package strength

// Level is how strong a search plays. The zero value is full strength.
type Level struct {
	Name string // in title case; "" between two levels
	// Elo is the rating of the level where the player that picks among all legal moves
	// has 0. It is measured: bench/rating/LEVELS.md.
	Elo int
	// Depth is the number of plies that a search looks ahead, at least 1. The fraction is
	// the chance of one more: a quarter of the searches at 1.25 look two plies ahead. From
	// ordering.MaxPly on there is no limit.
	Depth float64
	// Span is the number of moves that it looks at in the position on the board, if all
	// are as easy to see as possible; 0 or less: one move. Farther down the line it looks at
	// fewer. From Everything on it overlooks none.
	Span float64
	// Nodes is the number of nodes after which a search ends, so that a level plays the
	// same on every machine; 0: no limit.
	Nodes uint64
	// Whim is about how far, in squares, the moves that it takes may lie behind the one
	// that it considers best. It picks among them by a softmax of this temperature; 0: it
	// takes the best.
	Whim float64
	// Proofs is the chance that a search may bound the margin at the end of the game, or
	// prove it unless Depth limits the search. The weak levels have 0: they do not become
	// perfect at the end.
	Proofs float64
}

// Everything is a span with which nothing is overlooked.
const Everything = 1_000_000

// IsFull reports whether the level is full strength.
func (l *Level) IsFull() bool { return *l == Level{} }

// bookElo is a rating from which on a player takes the best moves of an opening book.
const bookElo = 2200

// BookVariety returns the variety with which a player of the level chooses among the moves
// of an opening book, as book.Choose has it, in hundredths of a square. It is larger for
// weaker players, and 0 at full strength. It is not measured.
func (l *Level) BookVariety() int {
	if l.IsFull() {
		return 0
	}
	return max(0, (bookElo-l.Elo)/10)
}
