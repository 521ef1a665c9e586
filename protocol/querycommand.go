package protocol

// The query command, for programs that do not know the rules.

import (
	"fmt"
	"strings"

	"cathedral/engine"
)

// query handles `query WHAT`. It writes one line about the position that was set last,
// `query book` several, even while another one is being searched.
func (s *session) query(words []string) error {
	if len(words) < 2 {
		return missingError(words, 0, "gameover, p1turn, result, score, fen, legal, islegal or book")
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
			return missingError(words, 1, "a move")
		}
		_, err := ParseLegalMove(strings.Join(words[2:], " "), position)
		line = fmt.Appendf(line, " %t", err == nil)
	case "legal":
		line = appendMoves(line, position.Moves(nil))
	case "book":
		return s.queryBook(position)
	default:
		return wordError(words, 1, "want gameover, p1turn, result, score, fen, legal, islegal or book")
	}
	s.out.lines(append(line, '\n'))
	return nil
}

// ResultWord returns the word of `query result` for an outcome: "p1win" (player 1 is
// Light), "p2win", "draw", or "none" while the game goes on.
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
