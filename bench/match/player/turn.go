package player

import (
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Turn is the state of a game when a player is asked to move. The player only reads it.
type Turn struct {
	Start    *engine.Position // the start of the game
	Moves    []engine.Move    // since the start, opening included
	Position *engine.Position // after the moves
	Clocks   *[2]Clock        // by side
}

// own returns the clock of the side to move.
func (t *Turn) own() *Clock { return &t.Clocks[t.Position.Side()] }

// Answer is a player's move, with its score.
type Answer struct {
	Move    engine.Move // legal or not
	Expects engine.Move // the legal reply to ponder on, or NoMove
	Elapsed time.Duration
	// Overslept is how long this process overslept in the meantime, which Elapsed leaves out.
	Overslept time.Duration
	Scored    bool // Score and Depth are known
	Score     search.Score
	Depth     int
}
