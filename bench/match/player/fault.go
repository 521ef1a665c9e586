package player

import (
	"fmt"
	"time"

	"cathedral/engine/record"
)

// Fault is a player's misbehaviour that loses a game. Its cause states the
// observation and does not guess.
type Fault struct {
	Termination record.Termination
	Cause       string // one line that continues "Dark (name) ", such as "crashed: exit status 3"
	// Broken means that the player must be restarted before its next game.
	Broken bool
}

// Error returns the cause.
func (f *Fault) Error() string { return f.Cause }

// ShortTime returns the duration d in seconds, with three decimals.
func ShortTime(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
