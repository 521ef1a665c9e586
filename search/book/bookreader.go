package book

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"cathedral/engine"
)

// bookReader makes a book of the columns of a file.
type bookReader struct {
	book    *Book
	columns columns       // the rest of them
	legal   []engine.Move // in the position, those that are read replaced by NoMove
}

var (
	errCutOff  = errors.New("it has too few numbers")
	errTooLong = errors.New("it has too many numbers")
)

// read reads the columns with their lengths.
func (r *bookReader) read(text []byte) error {
	for _, column := range r.columns.all() {
		length, err := number(&text, mostBytes)
		if err == nil && length > len(text) {
			err = errCutOff
		}
		if err != nil {
			return err
		}
		*column, text = text[:length], text[length:]
	}
	if len(text) > 0 {
		return errTooLong
	}
	for line := range strings.Lines(string(r.columns.roots)) {
		root, err := parseRoot(strings.TrimSuffix(line, "\n"))
		if err == nil {
			err = r.position(&root, 0)
		}
		if err != nil {
			return fmt.Errorf("after %d positions: %w", r.book.Len(), err)
		}
	}
	r.columns.roots = nil
	for _, column := range r.columns.all() {
		if len(*column) > 0 {
			return errTooLong
		}
	}
	return nil
}

// position reads a position, the value of whose first move is expected, in units, and
// all positions that follow it.
func (r *bookReader) position(p *engine.Position, expected int) error {
	canonical, quarters := Canonical(p)
	if _, known := r.book.entries[canonical.Key()]; known {
		return errors.New("a position appears twice")
	}
	if r.book.Len() == mostPositions {
		return errTooLong
	}
	r.legal = p.Moves(r.legal[:0])
	count, err := number(&r.columns.counts, len(r.legal))
	if err == nil && count == 0 {
		err = errors.New("a position has no moves")
	}
	if err != nil {
		return err
	}
	entry := Entry{*p, make([]Move, count)}
	follows := make([]bool, count)
	for i := range entry.Moves {
		if follows[i], err = r.move(&entry.Moves[i], &expected); err != nil {
			return err
		}
	}
	r.book.entries[canonical.Key()] = entry.rotate(quarters)
	for i := range entry.Moves {
		move := &entry.Moves[i]
		if !follows[i] {
			continue
		}
		next := p.Play(move.Move)
		if err := r.position(&next, valueAfter(p, &next, move.valueUnits())); err != nil {
			return err
		}
	}
	return nil
}

// move reads a move, whose value is expected, in units, and sets expected to its value.
// It reports whether the position after the move follows.
func (r *bookReader) move(m *Move, expected *int) (follows bool, err error) {
	c := &r.columns
	if len(c.high) == 0 || len(c.low) == 0 || len(c.marks) == 0 {
		return false, errCutOff
	}
	index, marks := int(c.high[0])<<8|int(c.low[0]), c.marks[0]
	c.high, c.low, c.marks = c.high[1:], c.low[1:], c.marks[1:]
	if index >= len(r.legal) || r.legal[index] == engine.NoMove {
		return false, errors.New("a move is not legal, or appears twice")
	}
	if marks&^allMarks != 0 {
		return false, errors.New("a mark of a move is unknown")
	}
	m.Move, m.Proven, m.Unexplored = r.legal[index], marks&markProven != 0, marks&markUnexplored != 0
	r.legal[index] = engine.NoMove
	difference, size := binary.Varint(c.values)
	if size <= 0 {
		return false, errCutOff
	}
	c.values = c.values[size:]
	if difference < -mostCenti || difference > mostCenti {
		return false, errImpossible
	}
	*expected += int(difference)
	m.Centi = valueUnit * *expected
	if m.Error, err = number(&c.errors, mostError/errorUnit); err != nil {
		return false, err
	}
	m.Error *= errorUnit
	if marks&markGames != 0 {
		for _, games := range []*int{&m.Wins, &m.Draws, &m.Losses} {
			if *games, err = number(&c.games, mostGames); err != nil {
				return false, err
			}
		}
	}
	if !m.isPlausible() {
		return false, errImpossible
	}
	return marks&markFollows != 0, nil
}

var errImpossible = errors.New("a number is impossible")

// number takes a number from 0 to most off a column.
func number(column *[]byte, most int) (int, error) {
	value, size := binary.Uvarint(*column)
	if size <= 0 {
		return 0, errCutOff
	}
	*column = (*column)[size:]
	if value > uint64(most) {
		return 0, errImpossible
	}
	return int(value), nil
}
