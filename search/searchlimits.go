package search

import (
	"time"

	"cathedral/engine"
)

// Limits say when a search has to end. Those that are set count together; the
// zero value has none but the end of the game.
type Limits struct {
	Depth    int           // plies, 0: no limit
	Nodes    uint64        // placements and passes played by the search, 0: no limit
	MoveTime time.Duration // for this move, 0: no limit; 1 ns is as good as at once
	Clock    *Clock        // the game's clock, nil: none
	// Infinite searches end when they are told to, not when they are done.
	Infinite bool
	// Solve ends the search when the exact margin is proven, and not before.
	Solve bool
	// PonderHit, if not nil, makes the search ponder: until it is closed, no time
	// counts and the search does not end by itself.
	PonderHit <-chan struct{}
	// Moves restricts the search to those of these moves that are legal. Where there
	// are none it looks at all.
	Moves []engine.Move
}

// Clock is the state of the clock of the side to move.
type Clock struct {
	Remaining time.Duration // until the time control or the end of the game
	Increment time.Duration // added after each placement
	MovesToGo int           // moves to the next time control, 0: none
}
