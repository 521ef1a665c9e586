package player

import (
	"fmt"
	"strings"
	"time"

	"cathedral/bench/termination"
)

// Fault is a player's misbehaviour that loses a game. Its cause states the
// observation and does not guess.
type Fault struct {
	Termination termination.Termination
	Cause       string // one line that continues "Dark (name) ", such as "crashed: exit status 3"
	// Broken means that the player must be restarted before its next game.
	Broken bool
}

// Error returns the cause.
func (f *Fault) Error() string { return f.Cause }

// ShortTime returns the duration d in seconds, with three decimals.
func ShortTime(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }

// OneLine joins the lines of a text, so that it fits a tag or a line of output, and
// cuts it after most characters.
func OneLine(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
	if characters := []rune(text); len(characters) > most {
		return string(characters[:most]) + "..."
	}
	return text
}
