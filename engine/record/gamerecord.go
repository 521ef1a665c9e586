package record

import (
	"fmt"

	"cathedral/engine"
)

// Game is the record of a game: the players, the rules, the moves and the result.
// FORMATS.md describes its text.
type Game struct {
	// Tags are the tag pairs in order, without those that the fields below hold:
	// Result, Rules, OptionalCapture and FEN.
	Tags  []Tag
	Rules engine.Rules    // those of Start
	Start engine.Position // before the first move
	// Comment is the comment before the first move.
	Comment string
	Moves   []Move
	// Result is "1-0" when Light won, "0-1" when Dark won, "1/2-1/2", or "*" for
	// an unfinished game.
	Result string
}

// Tag is a tag pair, such as White with the name of Light's player.
type Tag struct{ Name, Value string }

// Move is a move with the comment after it, which is often the text of a MoveComment.
// A comment may have several lines. Any other run of white space in it counts as one space.
type Move struct {
	Move    engine.Move
	Comment string
	// Variations are lines of play in place of the move.
	Variations []Variation
}

// unfinished is the result of a game that has not ended.
const unfinished = "*"

// New returns the record of an unfinished game without moves that begins at start.
func New(start engine.Position) *Game {
	return &Game{Rules: start.Rules(), Start: start, Result: unfinished}
}

// Bare returns a record of the moves alone.
func (g *Game) Bare() *Game {
	bare := New(g.Start)
	for _, move := range g.Moves {
		bare.Moves = append(bare.Moves, Move{Move: move.Move})
	}
	return bare
}

// Result returns the Result of a game with the outcome.
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

// FairTag is the tag with the text of the engine.FairGame that was played.
const FairTag = "Fair"

// SwapTag is the tag of games in which one player chose the side after the other had placed
// Dark's first building.
const SwapTag = "Swap"

// Fair returns the fair game that was played, the zero value if the tag Fair is missing. A
// record that a Reader returns has no error.
func (g *Game) Fair() (engine.FairGame, error) {
	text := g.Tag(FairTag)
	if text == "" || text == unknownTag {
		return engine.FairGame{}, nil
	}
	fair, err := engine.ParseFairGame(text)
	if err != nil {
		return fair, fmt.Errorf("tag %s: %w", FairTag, err)
	}
	return fair, nil
}

// ResultAt returns the Result of the game at a position, by the tag Fair if there is one.
func (g *Game) ResultAt(p *engine.Position) string {
	fair, err := g.Fair()
	if err != nil {
		return unfinished
	}
	return Result(fair.Outcome(p))
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
	return fmt.Errorf("%.30q is not a result: want 1-0, 0-1, 1/2-1/2 or *", text)
}

// Tag returns the value of the tag called name, or "" if the record does not have it. It knows the
// tags that fields hold too: Result, Rules, OptionalCapture and FEN.
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

// SetTag sets the value of a tag; a new tag becomes the last one. Result sets the
// field. SetTag does nothing for Rules, OptionalCapture and FEN, which follow from
// Start.
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

// fen returns the text of Start, or "" if that is the usual start.
func (g *Game) fen() string {
	usual := engine.Start(g.Start.Rules())
	if text := g.Start.String(); text != usual.String() {
		return text
	}
	return ""
}

// Positions returns the positions of the game, from the start to the one after the
// last move: one more than there are moves. The moves must be legal, as in any
// record that a Reader returns; Check reports whether they are.
func (g *Game) Positions() []engine.Position {
	positions := make([]engine.Position, len(g.Moves)+1)
	positions[0] = g.Start
	for i, move := range g.Moves {
		positions[i].PlayInto(&positions[i+1], move.Move)
	}
	return positions
}
