package protocol

// The state command, with which programs that learn the game play many games at once.

import (
	"encoding/hex"
	"fmt"
	"sync"

	"cathedral/engine"
)

// squaresOfRow is the number of actions of a building in one direction.
const squaresOfRow = engine.Rows * engine.Columns

// actions numbers the placements: a hundred for each building and direction, as PROTOCOL.md lists them,
// one for each square in reading order.
type actions struct {
	rows   int
	number [1 << 16]uint16 // by plain placement
}

var numbered = sync.OnceValue(func() *actions {
	a := new(actions)
	rows := map[string]int{} // by building and direction, which the sides' mirror images share
	for shape := engine.Shape(1); shape <= engine.NumShapes; shape++ {
		row, found := rows[shape.String()]
		if !found {
			row, rows[shape.String()] = a.rows, a.rows
			a.rows++
		}
		for anchor := range engine.AllSquares().Squares() {
			m := engine.NewMove(shape, anchor)
			if !m.IsPlacement() {
				continue
			}
			square, err := engine.ParseSquare(m.String()[len(shape.String()):])
			if err != nil {
				panic(err) // a move's text ends in a square
			}
			a.number[m] = uint16(row*squaresOfRow + square.Row()*engine.Columns + square.Column())
		}
	}
	return a
})

// state handles `state startpos|fen P [moves M ...]`. It answers in one line what there is to know of a
// position, and leaves the one that was set last alone.
func (s *session) state(words []string) error {
	position, _, err := parsePosition(words, s.settings.rules)
	if err != nil {
		return err
	}
	line := fmt.Appendf(nil, "state result %s score %d %d legal ", ResultWord(position.Outcome()),
		position.Unplaced(engine.Light), position.Unplaced(engine.Dark))
	switch moves := position.Moves(nil); {
	case len(moves) == 0:
		line = append(line, "none"...)
	case moves[0] == engine.Pass:
		line = append(line, "pass"...)
	default:
		line = appendActions(line, moves, false)
		if position.Rules().OptionalCapture {
			line = appendActions(append(line, " sparing "...), moves, true)
		}
	}
	s.out.lines(fmt.Appendf(line, " fen %s\n", position))
	return nil
}

// appendActions appends the numbers of those moves that spare what they would capture, or of those that do
// not, as hexadecimal digits: the highest bit of the first digit is action 0.
func appendActions(line []byte, moves []engine.Move, sparing bool) []byte {
	a := numbered()
	set := make([]byte, (a.rows*squaresOfRow+7)/8)
	for _, m := range moves {
		if m.Spares() == sparing {
			number := a.number[m.Plain()]
			set[number/8] |= 0x80 >> (number % 8)
		}
	}
	return hex.AppendEncode(line, set)
}
