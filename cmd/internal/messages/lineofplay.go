package messages

// Lines of play in messages: the moves of a game with their comments and variations.

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// mostMoves is the maximum number of moves of a line, far more than any real game has.
const mostMoves = 1000

// lineOfPlay is the line of a game or of a variation.
type lineOfPlay struct {
	Moves      []string        `json:"moves"`
	Comments   []string        `json:"comments"` // after each move; may be shorter than Moves
	Variations []variationText `json:"variations"`
}

// variationText is a line of play in place of a move of another line.
type variationText struct {
	At int `json:"at"` // the index of that move
	lineOfPlay
}

// record returns the moves of a line that begins at a position. nesting is the number of
// variations around the line. record returns an error if a move is illegal.
func (l *lineOfPlay) record(position engine.Position, nesting int) ([]record.Move, error) {
	if err := l.check(nesting); err != nil {
		return nil, err
	}
	variations := make([][]variationText, len(l.Moves))
	for _, variation := range l.Variations {
		if variation.At < 0 || variation.At >= len(l.Moves) || len(variation.Moves) == 0 {
			return nil, fmt.Errorf("a variation of %d moves in place of move %d of %d", len(variation.Moves), variation.At+1, len(l.Moves))
		}
		variations[variation.At] = append(variations[variation.At], variation)
	}
	moves := make([]record.Move, len(l.Moves))
	for i, text := range l.Moves {
		move, err := engine.ParseLegalMove(text, &position)
		if err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, wording.Quoted(text), err)
		}
		moves[i].Move = move
		if i < len(l.Comments) {
			moves[i].Comment = l.Comments[i]
		}
		for _, variation := range variations[i] {
			line, err := variation.record(position, nesting+1)
			if err != nil {
				return nil, fmt.Errorf("variation on move %d: %w", i+1, err)
			}
			moves[i].Variations = append(moves[i].Variations, record.Variation{Moves: line})
		}
		position = position.Play(move)
	}
	return moves, nil
}

// check returns an error for a line that is too long or nested too deeply, or that has
// more comments than moves.
func (l *lineOfPlay) check(nesting int) error {
	switch {
	case nesting > record.MaxNesting:
		return fmt.Errorf("variations are nested deeper than %d", record.MaxNesting)
	case len(l.Moves) > mostMoves:
		return fmt.Errorf("%d moves: want %d at most", len(l.Moves), mostMoves)
	case len(l.Comments) > len(l.Moves):
		return fmt.Errorf("%d comments on %d moves", len(l.Comments), len(l.Moves))
	}
	return nil
}

// newLineOfPlay converts moves. A comment before the first move of a variation becomes
// the beginning of the comment after that move.
func newLineOfPlay(moves []record.Move) lineOfPlay {
	line := lineOfPlay{Moves: make([]string, len(moves)), Comments: make([]string, len(moves)), Variations: []variationText{}}
	for i, move := range moves {
		line.Moves[i], line.Comments[i] = move.Move.String(), move.Comment
		for _, variation := range move.Variations {
			other := newLineOfPlay(variation.Moves)
			other.Comments[0] = strings.TrimSpace(variation.Comment + " " + other.Comments[0])
			line.Variations = append(line.Variations, variationText{i, other})
		}
	}
	return line
}
