package match

import (
	"strings"

	"cathedral/bench/termination"
)

// Fault is what a player did to lose a game: the cause as it was seen, nothing
// guessed.
type Fault struct {
	Termination termination.Termination
	Cause       string // one line that goes on after "Dark (name) ", such as "crashed: exit status 3"
	// Broken tells that the player can play no further game and has to be
	// started anew.
	Broken bool
}

// Error returns the cause.
func (f *Fault) Error() string { return f.Cause }

// oneLine joins the lines of a text, so that it can stand in a tag or on one
// line of the screen, and shortens it to so many characters.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
	if characters := []rune(text); len(characters) > most {
		return string(characters[:most]) + "..."
	}
	return text
}
