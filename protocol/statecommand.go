package protocol

// The state command, with which programs that learn the game play many games at once.

import (
	"encoding/hex"
	"fmt"
	"sync"

	"cathedral/engine"
)

const (
	boardSquares = engine.Rows * engine.Columns
	// stateRows is the number of buildings with a direction, of which the sides' mirror images count once.
	stateRows = 33
)

// placementNumbers has the number of each plain placement: boardSquares for each building and direction, in the
// order of PROTOCOL.md, one for each square in reading order.
var placementNumbers = sync.OnceValue(func() *[1 << 16]uint16 {
	numbers, rows := new([1 << 16]uint16), map[string]int{}
	for shape := engine.Shape(1); shape <= engine.NumShapes; shape++ {
		row, found := rows[shape.String()]
		if !found {
			row = len(rows)
			rows[shape.String()] = row
		}
		for anchor := range engine.AllSquares().Squares() {
			m := engine.NewMove(shape, anchor)
			if !m.IsPlacement() {
				continue
			}
			square, err := engine.ParseSquare(m.String()[len(shape.String()):])
			if err != nil {
				panic(err) // a placement's text ends in a square
			}
			numbers[m] = uint16(row*boardSquares + square.Row()*engine.Columns + square.Column())
		}
	}
	return numbers
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
	s.listed = position.Moves(s.listed[:0])
	switch {
	case len(s.listed) == 0:
		line = append(line, "none"...)
	case s.listed[0] == engine.Pass:
		line = append(line, "pass"...)
	default:
		line = appendPlacements(line, s.listed, false)
		if position.Rules().OptionalCapture {
			line = appendPlacements(append(line, " sparing "...), s.listed, true)
		}
	}
	line = append(append(line, " fen "...), position.String()...)
	s.out.lines(append(line, '\n'))
	return nil
}

// appendPlacements appends which of all placements are among the moves that spare what they would capture, or
// among those that do not, in hexadecimal digits. The highest bit of the first digit is placement 0.
func appendPlacements(line []byte, moves []engine.Move, sparing bool) []byte {
	var set [(stateRows*boardSquares + 7) / 8]byte
	numbers := placementNumbers()
	for _, m := range moves {
		if m.Spares() == sparing {
			number := numbers[m.Plain()]
			set[number/8] |= 0x80 >> (number % 8)
		}
	}
	return hex.AppendEncode(line, set[:])
}
