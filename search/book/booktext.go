package book

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"cathedral/engine"
	"cathedral/engine/record"
)

// The operations of a position of a book in a position file, which BOOKS.md describes.
// Each has an operand for each move, but for the last two, which have the moves themselves.
const (
	movesCode      = "moves"
	valuesCode     = "ce"
	errorsCode     = "error"
	winsCode       = "wins"
	drawsCode      = "draws"
	lossesCode     = "losses"
	provenCode     = "proven"
	unexploredCode = "unexplored"
)

// figures returns the numbers that are known of a move, each with its operation.
func (m *Move) figures() []figure {
	return []figure{
		{valuesCode, &m.Centi}, {errorsCode, &m.Error}, {winsCode, &m.Wins}, {drawsCode, &m.Draws}, {lossesCode, &m.Losses},
	}
}

// figure is a number that is known of a move, which the code of its operation names.
type figure struct {
	code   string
	number *int
}

// properties returns the properties of a move, each with its operation.
func (m *Move) properties() []property {
	return []property{{provenCode, &m.Proven}, {unexploredCode, &m.Unexplored}}
}

// property is true or false of a move; the code of its operation names it.
type property struct {
	code string
	is   *bool
}

// WriteText writes the entry as a line of a position file, which ReadText reads. Unlike
// a book's file, it keeps exact values. It returns w's error, or one about a
// position that a text cannot state.
func (e *Entry) WriteText(w io.Writer) error {
	line := record.Entry{Position: e.Position}
	if rules := e.Position.Rules(); rules != (engine.Rules{}) {
		line.Operations = append(line.Operations, record.RulesOperation(rules))
	}
	moves := record.Operation{Code: movesCode}
	var numbers, lists []record.Operation
	for _, move := range e.Moves {
		moves.Operands = append(moves.Operands, move.Move.String())
		for i, property := range move.properties() {
			if i == len(lists) {
				lists = append(lists, record.Operation{Code: property.code})
			}
			if *property.is {
				lists[i].Operands = append(lists[i].Operands, move.Move.String())
			}
		}
		for i, figure := range move.figures() {
			if i == len(numbers) {
				numbers = append(numbers, record.Operation{Code: figure.code})
			}
			numbers[i].Operands = append(numbers[i].Operands, strconv.Itoa(*figure.number))
		}
	}
	line.Operations = append(line.Operations, moves)
	for _, operation := range numbers {
		if operation.Code == valuesCode || slices.ContainsFunc(operation.Operands, func(number string) bool { return number != "0" }) {
			line.Operations = append(line.Operations, operation)
		}
	}
	for _, operation := range lists {
		if len(operation.Operands) > 0 {
			line.Operations = append(line.Operations, operation)
		}
	}
	return line.Write(w)
}

// ReadText reads the entries of a position file from in. Positions that do not state their rules
// are classic. Operations that WriteText does not write are ignored. An error names the
// line.
func ReadText(in io.Reader) ([]Entry, error) {
	reader := record.NewPositionReader(in, engine.Rules{})
	var entries []Entry
	for {
		line, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return entries, nil
		}
		var entry Entry
		if err == nil {
			entry, err = parseEntry(line)
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
}

// parseEntry returns the position of a line with its moves.
func parseEntry(line *record.Entry) (Entry, error) {
	entry := Entry{Position: line.Position}
	fault := func(code, format string, arguments ...any) (Entry, error) {
		err := fmt.Errorf("operation "+code+": "+format, arguments...)
		return entry, &record.LineError{Line: line.Line, Err: err}
	}
	moves, err := line.Moves(movesCode)
	if err != nil {
		return entry, err
	}
	if len(moves) == 0 {
		return fault(movesCode, "want a move or more")
	}
	for i, move := range moves {
		if slices.Contains(moves[:i], move) {
			return fault(movesCode, "%s appears twice", move)
		}
		entry.Moves = append(entry.Moves, Move{Move: move})
	}
	for number, figure := range entry.Moves[0].figures() {
		operation, found := line.Operation(figure.code)
		if !found && figure.code != valuesCode {
			continue
		}
		if len(operation.Operands) != len(moves) {
			return fault(figure.code, "%d numbers for %d moves", len(operation.Operands), len(moves))
		}
		for i, text := range operation.Operands {
			move := &entry.Moves[i]
			if *move.figures()[number].number, err = strconv.Atoi(text); err != nil || !move.isPlausible() {
				return fault(figure.code, "%.30q is not a number that %s can have", text, move.Move)
			}
		}
	}
	for number, property := range entry.Moves[0].properties() {
		list, err := line.Moves(property.code)
		if err != nil {
			return entry, err
		}
		for _, move := range list {
			i := slices.Index(moves, move)
			if i < 0 {
				return fault(property.code, "%s is not one of the moves", move)
			}
			*entry.Moves[i].properties()[number].is = true
		}
	}
	return entry, nil
}
