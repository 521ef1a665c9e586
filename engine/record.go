package engine

import (
	"errors"
	"fmt"
	"strings"
)

// Record is the record of a game: who played, the rules, the moves and how it
// ended. FORMATS.md describes how it is written.
type Record struct {
	// Tags are the tag pairs in their order, but for those that the fields
	// below hold: Result, Rules, OptionalCapture and FEN.
	Tags  []Tag
	Rules Rules    // always those of Start
	Start Position // before the first move
	// Comment is what is said before the first move.
	Comment string
	Moves   []RecordMove
	// Result is "1-0" when Light won, "0-1" when Dark won, "1/2-1/2", or "*" for
	// an unfinished game.
	Result string
}

// Tag is a tag pair, such as White and the name of Light's player.
type Tag struct{ Name, Value string }

// RecordMove is a move with what is said about it, often a MoveComment. In a
// comment every run of white space counts as one space.
type RecordMove struct {
	Move    Move
	Comment string
}

// unfinished is the result of a game that has none yet.
const unfinished = "*"

// NewRecord returns the record of a game that begins at start and is unfinished.
func NewRecord(start Position) *Record {
	return &Record{Rules: start.Rules(), Start: start, Result: unfinished}
}

// RecordResult returns the result that a record has for an outcome.
func RecordResult(outcome Outcome) string {
	switch outcome {
	case LightWins:
		return "1-0"
	case DarkWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return unfinished
}

// isResult reports whether a word of the movetext ends the game.
func isResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", unfinished:
		return true
	}
	return false
}

func noResult(text string) error {
	return fmt.Errorf("%s is no result: want 1-0, 0-1, 1/2-1/2 or *", quoted(text))
}

// Tag returns the value of a tag, "" when there is none. It answers for the
// fields of the record too: Result, Rules, OptionalCapture and FEN.
func (r *Record) Tag(name string) string {
	switch name {
	case "Result":
		return r.Result
	case "Rules":
		return r.Rules.Set.String()
	case "OptionalCapture":
		if r.Rules.OptionalCapture {
			return "true"
		}
		return ""
	case "FEN":
		return r.fen()
	}
	for _, tag := range r.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// SetTag sets the value of a tag, which becomes the last one if it is new. The
// tag Result sets the field; Rules, OptionalCapture and FEN follow from Start
// and are left alone.
func (r *Record) SetTag(name, value string) {
	switch name {
	case "Result":
		r.Result = value
		return
	case "Rules", "OptionalCapture", "FEN":
		return
	}
	for i, tag := range r.Tags {
		if tag.Name == name {
			r.Tags[i].Value = value
			return
		}
	}
	r.Tags = append(r.Tags, Tag{name, value})
}

// fen returns the text of the position in which the game begins, "" where that
// is the usual one.
func (r *Record) fen() string {
	usual := Start(r.Start.Rules())
	if text := r.Start.String(); text != usual.String() {
		return text
	}
	return ""
}

// Positions returns the positions of the game, from the start to the one after
// the last move: one more than there are moves. The moves must be legal, as in
// any record that was read; for others see Check.
func (r *Record) Positions() []Position {
	positions := make([]Position, len(r.Moves)+1)
	positions[0] = r.Start
	for i, move := range r.Moves {
		positions[i].PlayInto(&positions[i+1], move.Move)
	}
	return positions
}

// Check returns nil for a record that holds together, and else what is wrong: an
// illegal move, or a Result or Score that contradicts the end of the game.
func (r *Record) Check() error {
	_, err := r.check()
	return err
}

// check also returns the position after the last move.
func (r *Record) check() (Position, error) {
	final, err := r.final()
	if err == nil {
		err = r.checkResult(&final)
	}
	if err == nil {
		err = r.checkScore(&final)
	}
	return final, err
}

// final plays the moves and returns the position after them.
func (r *Record) final() (Position, error) {
	position := r.Start
	if position.Rules() != r.Rules {
		return position, errors.New("the rules of the record are not those of its first position")
	}
	for i, move := range r.Moves {
		if err := position.Check(move.Move); err != nil {
			return position, &MoveError{Number: i + 1, Err: fmt.Errorf("%s: %w", move.Move, err)}
		}
		position = position.Play(move.Move)
	}
	return position, nil
}

// checkResult holds the result against the board. A game that ended in any other
// way than on the board says so in its tag Termination.
func (r *Record) checkResult(final *Position) error {
	played := RecordResult(final.Outcome())
	termination := r.Tag("Termination")
	normal := strings.EqualFold(termination, "normal")
	switch {
	case !isResult(r.Result):
		return noResult(r.Result)
	case r.Result == played:
		return nil
	case played != unfinished && (normal || termination == "" || termination == unknownTag):
		return fmt.Errorf("the result is %s, but the game ended %s", r.Result, played)
	case played == unfinished && normal:
		return fmt.Errorf("the result is %s and the termination normal, but the game is not over", r.Result)
	}
	return nil
}

// checkScore holds the tag Score against the board of a game that is over.
func (r *Record) checkScore(final *Position) error {
	given := r.Tag("Score")
	if given == "" || given == unknownTag || !final.Over() {
		return nil
	}
	if played := recordScore(final); given != played {
		return fmt.Errorf("the score is %s, but the game ended %s", quoted(given), played)
	}
	return nil
}

// recordScore returns Light's and Dark's unplaced squares as in the tag Score.
func recordScore(p *Position) string {
	return fmt.Sprintf("%d-%d", p.Unplaced(Light), p.Unplaced(Dark))
}
