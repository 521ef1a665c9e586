package record

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine"
)

// MoveError is a move of a list that cannot be read or is not legal in its place.
type MoveError struct {
	Number int // the move's place in the list, counted from 1
	Err    error
}

// Error returns the move's place and the reason, such as
// "move 7: CSnE8: E8 is built on".
func (e *MoveError) Error() string { return fmt.Sprintf("move %d: %v", e.Number, e.Err) }

// Unwrap returns the reason alone.
func (e *MoveError) Unwrap() error { return e.Err }

// ParseMoves reads a list of moves that are played one after the other from start. The
// list may have any number of lines, and numbers: "CAnF5 CSnE8", "1. CAnF5 CSnE8" or
// "1 CAnF5 2 CSnE8". Comments and annotations are those of a game record, and are
// dropped. The error for the first move that is misspelt or illegal is a MoveError;
// for anything else that does not belong in a list of moves it is a LineError.
func ParseMoves(text string, start engine.Position) ([]engine.Move, error) {
	scanner := newTokenScanner(strings.NewReader(text))
	stack := variationStack{lines: []*lineBuilder{{position: start}}}
	for {
		t, err := scanner.next()
		switch {
		case errors.Is(err, io.EOF) && stack.depth() > 0:
			return nil, openVariation(stack.opened)
		case errors.Is(err, io.EOF):
			var moves []engine.Move
			for _, move := range stack.main().moves {
				moves = append(moves, move.Move)
			}
			return moves, nil
		case err != nil:
			return nil, err
		case t.kind == tagToken || t.kind == wordToken && stack.depth() == 0 && isResult(t.text):
			return nil, scanner.lines.fault("stray", 0, "%.30q has no place in a list of moves", t.text)
		}
		if err := stack.add(t); err != nil {
			return nil, err
		}
	}
}

// parseLegal reads a word as a move that is legal in a position.
func parseLegal(word string, position *engine.Position) (engine.Move, error) {
	move, err := engine.ParseMove(word, position.Side())
	if err == nil {
		if err = position.Check(move); err != nil {
			err = fmt.Errorf("%s: %w", word, err)
		}
	}
	return move, err
}

// openVariation returns the error for a variation that begins on a line and has no end.
func openVariation(line int) error {
	return &LineError{Line: line, Err: errors.New("the variation that begins here has no end: ( without )"), code: "openVariation"}
}

// withoutNumber returns a word of the movetext without the number at its beginning:
// nothing of "1", "1." and "1...", and the move of "12.CAnF5".
func withoutNumber(word string) string {
	return strings.TrimLeft(strings.TrimLeft(word, "0123456789"), ".")
}

// isAside reports whether a word is what lists of the page have beside moves: a gain or a score,
// such as "+3", or the sign of a move of the opening book.
func isAside(word string) bool {
	number := strings.TrimLeft(word, "+-\u2212")
	return word == "\u00a7" || number != "" && number != word && strings.Trim(number, "0123456789") == ""
}
