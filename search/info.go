package search

import (
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search/proof"
)

// Info describes one of the best moves of a search, as known at one moment.
type Info struct {
	Depth          int // plies searched in full
	SelectiveDepth int // the deepest ply reached
	MultiPV        int // the rank of the move, from 1
	Score          Score
	Nodes          uint64 // placements and passes played so far
	Time           time.Duration
	HashFull       int           // fraction of the table that this search has filled, in thousandths
	PV             []engine.Move // the principal variation, legal to its end; the receiver owns it
}

// sameAs reports whether i and other are equal apart from Time and HashFull.
func (i *Info) sameAs(other *Info) bool {
	return i.Depth == other.Depth && i.SelectiveDepth == other.SelectiveDepth && i.MultiPV == other.MultiPV &&
		i.Score == other.Score && i.Nodes == other.Nodes && slices.Equal(i.PV, other.PV)
}

// ProvenEnd returns the position at the end of the principal variation from position, and
// whether it is the end of the game with the margin that is proven.
func (i *Info) ProvenEnd(position engine.Position) (end engine.Position, proven bool) {
	if !i.Score.Final {
		return position, false
	}
	side := position.Side()
	for _, move := range i.PV {
		position = position.Play(move)
	}
	return position, position.Over() && position.Margin(side) == i.Score.Squares()
}

// Result is the outcome of a search.
type Result struct {
	Best   engine.Move // NoMove if the game is over
	Ponder engine.Move // the expected reply, NoMove if none is known or it ends the game
	Info   Info        // the last Info, which describes Best
	// Claims are what searches with Limits.Certify have proven about the position since Clear or a
	// search of another one. They belong to the Searcher, and can be written until it searches again.
	Claims *proof.Claims
}
