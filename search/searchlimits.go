package search

import (
	"time"

	"cathedral/engine"
)

// Limits are the conditions that end a search, whichever comes first. The zero value
// has none but the end of the game.
type Limits struct {
	Depth    int           // plies, 0: no limit
	Nodes    uint64        // placements and passes played in the search, 0: no limit
	MoveTime time.Duration // for this move, 0: no limit; 1 ns means at once
	Clock    *Clock        // the game clock, nil: none
	// Infinite keeps the search from ending before its context is done.
	Infinite bool
	// Solve makes the search prove the exact margin, and ends it when the margin is
	// proven.
	Solve bool
	// Verdict, with Solve, ends the search as soon as it is proven who wins, or that
	// it is a draw. Only the best move is reported then.
	Verdict bool
	// PonderHit, if not nil, makes the search ponder: until the channel is closed,
	// time does not count and the search does not end by itself.
	PonderHit <-chan struct{}
	// Moves restricts the search to the legal moves among these. If none is legal,
	// all legal moves are searched.
	Moves []engine.Move
	// Before are the moves that led to the position, or the last of them. A search
	// below full strength looks close to the last two; others do not need them.
	Before []engine.Move
	// Yield, if not nil, is called by each thread at every check of the limits,
	// several times a millisecond. The search waits until it returns. A program
	// whose goroutines share one thread without preemption, as in WebAssembly, can
	// receive messages here, and so hear that it has to stop.
	Yield func()
}

// Clock is the clock of the side to move.
type Clock struct {
	Remaining time.Duration // until the time control or the end of the game
	Increment time.Duration // added after each placement
	MovesToGo int           // moves to the next time control, 0: none
}
