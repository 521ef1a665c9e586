package search

import (
	"slices"
	"time"

	"cathedral/engine"
)

// Info is what a search knows at some moment about one of its best moves.
type Info struct {
	Depth          int // plies searched in full
	SelectiveDepth int // the deepest ply reached
	MultiPV        int // the rank of this move, from 1
	Score          Score
	Nodes          uint64 // placements and passes played so far
	Time           time.Duration
	HashFull       int           // share of the table that this search filled, in thousandths
	PV             []engine.Move // the principal variation, legal to its end; owned by the receiver
}

// sameAs reports whether two reports say the same of the same move, whenever they came.
func (i *Info) sameAs(other *Info) bool {
	return i.Depth == other.Depth && i.SelectiveDepth == other.SelectiveDepth && i.MultiPV == other.MultiPV &&
		i.Score == other.Score && i.Nodes == other.Nodes && slices.Equal(i.PV, other.PV)
}

// Result is what a search ends with.
type Result struct {
	Best   engine.Move // NoMove when the game is over
	Ponder engine.Move // the reply expected, NoMove where none is known
	Info   Info        // what was known of Best at the end
}
