package record

import (
	"fmt"

	"cathedral/engine"
)

// Game is the record of a game: who played, the rules, the moves and how it
// ended. FORMATS.md describes how it is written.
type Game struct {
	// Tags are the tag pairs in their order, but for those that the fields
	// below hold: Result, Rules, OptionalCapture and FEN.
	Tags  []Tag
	Rules engine.Rules    // always those of Start
	Start engine.Position // before the first move
	// Comment is what is said before the first move.
	Comment string
	Moves   []Move
	// Result is "1-0" when Light won, "0-1" when Dark won, "1/2-1/2", or "*" for
	// an unfinished game.
	Result string
}

// Tag is a tag pair, such as White and the name of Light's player.
type Tag struct{ Name, Value string }

// Move is a move with what is said about it, often a MoveComment. In a
// comment every run of white space counts as one space.
type Move struct {
	Move    engine.Move
	Comment string
}

// unfinished is the result of a game that has none yet.
const unfinished = "*"

// New returns the record of a game that begins at start and is unfinished.
func New(start engine.Position) *Game {
	return &Game{Rules: start.Rules(), Start: start, Result: unfinished}
}

// Result returns the result that a record has for an outcome.
func Result(outcome engine.Outcome) string {
	switch outcome {
	case engine.LightWins:
		return "1-0"
	case engine.DarkWins:
		return "0-1"
	case engine.Draw:
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
	return fmt.Errorf("%.30q is no result: want 1-0, 0-1, 1/2-1/2 or *", text)
}

// Tag returns the value of a tag, "" when there is none. It answers for the
// fields of the record too: Result, Rules, OptionalCapture and FEN.
func (g *Game) Tag(name string) string {
	switch name {
	case "Result":
		return g.Result
	case "Rules":
		return g.Rules.Set.String()
	case "OptionalCapture":
		if g.Rules.OptionalCapture {
			return "true"
		}
		return ""
	case "FEN":
		return g.fen()
	}
	for _, tag := range g.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// SetTag sets the value of a tag, which becomes the last one if it is new. The
// tag Result sets the field; Rules, OptionalCapture and FEN follow from Start
// and are left alone.
func (g *Game) SetTag(name, value string) {
	switch name {
	case "Result":
		g.Result = value
		return
	case "Rules", "OptionalCapture", "FEN":
		return
	}
	for i, tag := range g.Tags {
		if tag.Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// fen returns the text of the position in which the game begins, "" where that
// is the usual one.
func (g *Game) fen() string {
	usual := engine.Start(g.Start.Rules())
	if text := g.Start.String(); text != usual.String() {
		return text
	}
	return ""
}

// Positions returns the positions of the game, from the start to the one after
// the last move: one more than there are moves. The moves must be legal, as in
// any record that was read; for others see Check.
func (g *Game) Positions() []engine.Position {
	positions := make([]engine.Position, len(g.Moves)+1)
	positions[0] = g.Start
	for i, move := range g.Moves {
		positions[i].PlayInto(&positions[i+1], move.Move)
	}
	return positions
}
