package match

import "strings"

// Termination is how a game ended, in the words of the record's tag of this name.
type Termination string

// The terminations. A game that was broken off is not recorded, so that
// "unterminated" does not occur.
const (
	Normal      Termination = "normal"
	TimeForfeit Termination = "time forfeit"
	IllegalMove Termination = "illegal move" // broken output too: it is no move
	Crash       Termination = "crash"
	Silence     Termination = "silence"
	Adjudicated Termination = "adjudication"
)

// Fault is what a player did to lose a game: the cause as it was seen, nothing
// guessed.
type Fault struct {
	Termination Termination
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
