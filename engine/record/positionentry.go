package record

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cathedral/engine"
)

// Entry is a line of a position file: a position and statements about it.
type Entry struct {
	Line       int // counted from 1; 0 for an entry that was not read from a file
	Position   engine.Position
	Operations []Operation
}

// Operation is a statement about a position, as in EPD: a code, such as id, bm, fm or
// c0, and its operands as text. [Entry.Moves] and [Entry.Number] read operands.
type Operation struct {
	Code     string
	Operands []string
}

// Operation returns the operation with the code, and whether the entry has it.
func (e *Entry) Operation(code string) (Operation, bool) {
	for _, operation := range e.Operations {
		if operation.Code == code {
			return operation, true
		}
	}
	return Operation{}, false
}

const (
	rulesCode    = "rules"
	optionalWord = "optional"
)

// RulesOperation returns the operation that states the rules of a position.
func RulesOperation(rules engine.Rules) Operation {
	operation := Operation{Code: rulesCode, Operands: []string{rules.Set.String()}}
	if rules.OptionalCapture {
		operation.Operands = append(operation.Operands, optionalWord)
	}
	return operation
}

// rules returns the rules that the entry states, otherwise those that were given to the
// reader.
func (e *Entry) rules(given engine.Rules) (rules engine.Rules, err error) {
	operation, found := e.Operation(rulesCode)
	if !found {
		return given, nil
	}
	words := operation.Operands
	if len(words) == 2 && words[1] == optionalWord {
		rules.OptionalCapture = true
		words = words[:1]
	}
	if len(words) == 1 {
		rules.Set, err = engine.ParseRuleSet(words[0])
	} else {
		err = fmt.Errorf("want a rule set, and %s if captures are", optionalWord)
	}
	if err != nil {
		return given, e.fault(rulesCode, err)
	}
	return rules, nil
}

// Moves returns the operands of the operation code, such as bm (best moves), as moves. Each
// of them has to be legal in the entry's position. It returns nil if the entry does
// not have the operation.
func (e *Entry) Moves(code string) ([]engine.Move, error) {
	operation, _ := e.Operation(code)
	var moves []engine.Move
	for i, word := range operation.Operands {
		move, err := parseLegal(word, &e.Position)
		if err != nil {
			return nil, e.fault(code, &MoveError{Number: i + 1, Err: err})
		}
		moves = append(moves, move)
	}
	return moves, nil
}

// Number returns the operand of the operation code, which takes one whole number, such as fm (final
// margin), and whether the entry has the operation.
func (e *Entry) Number(code string) (value int, found bool, err error) {
	operation, found := e.Operation(code)
	if !found {
		return 0, false, nil
	}
	if len(operation.Operands) != 1 {
		return 0, true, e.fault(code, fmt.Errorf("%d operands, want one number", len(operation.Operands)))
	}
	value, err = strconv.Atoi(operation.Operands[0])
	if err != nil {
		return 0, true, e.fault(code, fmt.Errorf("%.30q is not a whole number", operation.Operands[0]))
	}
	return value, true, nil
}

// Check returns nil for an entry with sound operations, and otherwise an error: for bm
// or am without legal moves, or for an fm that is not a margin.
func (e *Entry) Check() error {
	for _, code := range []string{"bm", "am"} {
		moves, err := e.Moves(code)
		if _, found := e.Operation(code); found && err == nil && len(moves) == 0 {
			err = e.fault(code, errors.New("want a move or more"))
		}
		if err != nil {
			return err
		}
	}
	margin, _, err := e.Number("fm")
	if err == nil && (margin < -engine.SideSquares || margin > engine.SideSquares) {
		err = e.fault("fm", fmt.Errorf("want a margin from %d to %d", -engine.SideSquares, engine.SideSquares))
	}
	return err
}

// fault returns an error about an operation.
func (e *Entry) fault(code string, err error) error {
	err = fmt.Errorf("operation %s: %w", code, err)
	if e.Line == 0 {
		return err
	}
	return &LineError{Line: e.Line, Err: err}
}

// Write writes the entry to w as one line of a position file. It returns an error, and
// writes nothing, for an impossible operation code or a line longer than MaxLine.
func (e *Entry) Write(w io.Writer) error {
	var line strings.Builder
	line.WriteString(e.Position.String())
	for _, operation := range e.Operations {
		if !isCode(operation.Code) {
			return fmt.Errorf("%.30q is not an operation code", operation.Code)
		}
		line.WriteString(" " + operation.Code)
		for _, operand := range operation.Operands {
			if isStringCode(operation.Code) || !isPlainWord(operand) {
				operand = quoteString(operand)
			}
			line.WriteString(" " + operand)
		}
		line.WriteByte(';')
	}
	line.WriteByte('\n')
	if line.Len() > MaxLine {
		return fmt.Errorf("the entry is longer than %d bytes", MaxLine)
	}
	_, err := io.WriteString(w, line.String())
	return err
}

// isCode reports whether a word can be an operation code: a small letter, and then
// letters, digits and underscores. The square of a spared piece begins with a
// capital, so the two differ.
func isCode(word string) bool {
	return word != "" && 'a' <= word[0] && word[0] <= 'z' && nameLength(word) == len(word)
}

// isStringCode reports whether the operands of the operation are always quoted: the
// name of the position, id, and the comments c0 to c9.
func isStringCode(code string) bool {
	return code == "id" || len(code) == 2 && code[0] == 'c' && '0' <= code[1] && code[1] <= '9'
}

// isPlainWord reports whether an operand can stand without quotation marks.
func isPlainWord(operand string) bool {
	return operand != "" && operand[0] != '#' && cleanText(operand) == operand &&
		strings.IndexFunc(operand, endsWord) < 0
}
