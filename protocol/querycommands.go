package protocol

// The commands that report the state of the game: query for programs that do not know the
// rules, d and eval for people.

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/wording"
	"cathedral/protocol/wire"
	"cathedral/search/evaluation"
)

// queryWords returns the words that may follow `query`, with their parameters.
func queryWords() []string {
	return []string{"gameover", "p1turn", "result", "score", "fen", "legal", "islegal M", "book"}
}

// query handles `query WHAT`. It writes one line about the position that was set last,
// `query book` several, even while another one is being searched.
func (s *session) query(words []string) error {
	wanted := "one of " + strings.Join(queryWords(), ", ")
	if len(words) < 2 {
		return wire.MissingError(words, 0, wanted)
	}
	position := &s.position
	line := []byte("response")
	switch words[1] {
	case "gameover":
		line = fmt.Appendf(line, " %t", position.Over())
	case "p1turn":
		line = fmt.Appendf(line, " %t", position.Side() == engine.Light)
	case "result":
		line = append(append(line, ' '), ResultWord(position.Outcome())...)
	case "score":
		line = fmt.Appendf(line, " %d %d", position.Unplaced(engine.Light), position.Unplaced(engine.Dark))
	case "fen":
		line = fmt.Appendf(line, " %s", position)
	case "islegal":
		if len(words) < 3 {
			return wire.MissingError(words, 1, "a move")
		}
		_, err := engine.ParseLegalMove(strings.Join(words[2:], " "), position)
		line = fmt.Appendf(line, " %t", err == nil)
	case "legal":
		line = appendMoves(line, position.Moves(nil))
	case "book":
		return s.queryBook(position)
	default:
		return wire.WordError(words, 1, "want %s", wanted)
	}
	s.out.lines(append(line, '\n'))
	return nil
}

// ResultWord returns the word of `query result` for an outcome: "p1win" (player 1 is
// Light), "p2win", "draw", or "none" before the end of the game.
func ResultWord(outcome engine.Outcome) string {
	switch outcome {
	case engine.LightWins:
		return "p1win"
	case engine.DarkWins:
		return "p2win"
	case engine.Draw:
		return "draw"
	}
	return "none"
}

// appendMoves appends moves to line, a space before each.
func appendMoves(line []byte, moves []engine.Move) []byte {
	for _, move := range moves {
		line = append(append(line, ' '), move.String()...)
	}
	return line
}

// display handles `d`. It draws the board and lists what programs may want to
// read too.
func (s *session) display(words []string) error {
	if len(words) > 1 {
		return wire.WordError(words, 1, "%s takes no parameters", words[0])
	}
	position := &s.position
	text := fmt.Appendf(nil, "%s\nFen: %s\nKey: %016X\n", position.Drawing(), position, position.Key())
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		text = fmt.Appendf(text, "Hand %s:", side)
		for building := engine.Tavern; building < engine.Cathedral; building++ {
			if count := position.Hand(side).Count(building); count > 0 {
				text = fmt.Appendf(text, " %d %s", count, building)
			}
		}
		text = fmt.Appendf(text, " (%s)\n", wording.Count(position.Unplaced(side), "square"))
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		text = fmt.Appendf(text, "Territory %s:", side)
		for square := range position.Territory(side).Squares() {
			text = fmt.Appendf(text, " %s", square)
		}
		text = append(text, '\n')
	}
	moves := position.Moves(nil)
	text = appendMoves(fmt.Appendf(text, "Legal moves (%d):", len(moves)), moves)
	s.out.lines(append(text, '\n'))
	return nil
}

// explain handles `eval`. It shows the evaluation in squares, by term and side.
func (s *session) explain(words []string) error {
	if len(words) > 1 {
		return wire.WordError(words, 1, "%s takes no parameters", words[0])
	}
	terms, total := evaluation.Explain(&s.position)
	text := fmt.Appendf(nil, "%-24s %8s %8s\n", "term (squares)", "Light", "Dark")
	for _, term := range terms {
		text = fmt.Appendf(text, "%-24s %8.2f %8.2f\n", term.Name, squares(term.Light), squares(term.Dark))
	}
	text = fmt.Appendf(text, "Total: %+.2f for %s, who is to move", squares(total), s.position.Side())
	if s.position.PlacesCathedral() || s.position.Ply() < 2 { // fits leave out these positions
		text = append(text, "; only a search knows what such an early position is worth"...)
	}
	s.out.lines(append(text, '\n'))
	return nil
}

// squares converts hundredths of a square to squares.
func squares(centi int) float64 { return float64(centi) / 100 }
