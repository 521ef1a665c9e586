package engine

import "fmt"

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
