package search

import (
	"context"
	"time"

	"cathedral/engine"
)

// Limits are the conditions that end a search, whichever comes first. The zero value
// has none but the end of the game.
type Limits struct {
	Depth    int           // plies; 0: no limit, less: 1
	Nodes    uint64        // placements and passes played in the search; 0: no limit
	MoveTime time.Duration // for this move; 0: no limit, less: at once
	Clock    *Clock        // the game clock, nil: none
	// Infinite keeps the search from ending before its context is done.
	Infinite bool
	// Solve makes the search prove the exact margin, and ends it when the margin is
	// proven.
	Solve bool
	// Verdict, with Solve, ends the search as soon as it is proven who wins, or that
	// it is a draw. Only the best move is reported then. Without Solve it does nothing.
	Verdict bool
	// Certify, with Solve, makes the search log its proofs for Result.Claims. The log takes memory
	// in proportion to the nodes, outside the tables, and lasts until Clear.
	Certify bool
	// PonderHit, if not nil, makes the search ponder: until the channel is closed,
	// time does not count and the search does not end by itself.
	PonderHit <-chan struct{}
	// Moves restricts the search to the legal moves among these. If there are none,
	// all legal moves are searched.
	Moves []engine.Move
	// Before are the moves that led to the position, or the last of them; nil if they
	// are unknown. A search below full strength looks close to the last two; others do
	// not need them.
	Before []engine.Move
	// Yield, if not nil, is called by each thread at every check of the limits,
	// several times a millisecond. The search waits until it returns. A program
	// whose goroutines share one thread without preemption, as in WebAssembly, can
	// receive messages here, including the request to stop.
	Yield func()
}

// await waits for the ponder hit of a search that ponders, and until ctx is done if the search
// is infinite.
func (l *Limits) await(ctx context.Context) {
	if l.PonderHit != nil {
		select {
		case <-l.PonderHit:
		case <-ctx.Done():
		}
	}
	if l.Infinite {
		<-ctx.Done()
	}
}

// Clock is the clock of the side to move.
type Clock struct {
	Remaining time.Duration // until the time control or the end of the game; 0 or less: a move follows at once
	Increment time.Duration // added after each placement; less than 0 counts as 0
	MovesToGo int           // moves to the next time control; 0 or less: none
}
