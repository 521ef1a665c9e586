package record

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"cathedral/engine"
)

// PositionReader reads position files, in which each line is a position text and the
// operations after it. It ignores blank lines, and everything after a #.
type PositionReader struct {
	lines *lineReader
	rules engine.Rules
}

// NewPositionReader returns a PositionReader of a text, whose positions are read under
// the given rules unless they have an operation that states others. The caller owns in
// and closes it.
func NewPositionReader(in io.Reader, rules engine.Rules) *PositionReader {
	lines := newLineReader(in)
	return &PositionReader{lines: &lines, rules: rules}
}

// Next returns the next entry, or io.EOF after the last one. The error for a faulty
// line is a LineError; the next call continues with the line after it. Any other error
// comes from the underlying reader and is final.
func (pr *PositionReader) Next() (*Entry, error) {
	for {
		line, err := pr.lines.next()
		if err != nil {
			return nil, err
		}
		if entry, err := pr.parse(line); entry != nil || err != nil {
			return entry, err
		}
	}
}

// ReadPositions calls recorded with each entry of the position file in, which it reads under
// the rules, until an error, which is recorded's or that of reading.
func ReadPositions(in io.Reader, rules engine.Rules, recorded func(*Entry) error) error {
	reader := NewPositionReader(in, rules)
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = recorded(entry)
		}
		if err != nil {
			return err
		}
	}
}

// parse reads the line last read, and returns nil if nothing is on it.
func (pr *PositionReader) parse(line string) (*Entry, error) {
	words, err := pr.split(line)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	return pr.entry(words)
}

// positionWord is a word of a position file, a quoted string, or a semicolon.
type positionWord struct {
	text   string
	quoted bool
	before string // the line up to the word
}

func (w positionWord) isSemicolon() bool { return !w.quoted && w.text == ";" }

// fault returns an error about a word of the line last read.
func (pr *PositionReader) fault(word positionWord, format string, arguments ...any) error {
	return pr.lines.fault("noPosition", utf8.RuneCountInString(word.before)+1, format, arguments...)
}

// split divides a line into words, up to a comment.
func (pr *PositionReader) split(line string) ([]positionWord, error) {
	var words []positionWord
	rest := line
	for {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" || rest[0] == '#' {
			return words, nil
		}
		word := positionWord{before: line[:len(line)-len(rest)]}
		if rest[0] == '"' {
			word.text, rest, word.quoted = cutString(rest)
			if !word.quoted {
				return nil, pr.fault(word, "the string that begins here has no end")
			}
		} else {
			end := strings.IndexFunc(rest, endsWord)
			switch end {
			case -1:
				end = len(rest)
			case 0:
				end = 1 // a semicolon
			}
			word.text, rest = rest[:end], rest[end:]
		}
		words = append(words, word)
	}
}

// entry reads an entry from the words of a line. There is at least one.
func (pr *PositionReader) entry(words []positionWord) (*Entry, error) {
	length := positionLength(words)
	var fields []string
	for _, word := range words[:length] {
		fields = append(fields, word.text)
	}
	text := strings.Join(fields, " ")
	entry := &Entry{Line: pr.lines.number}
	rules, err := pr.operations(entry, words[length:])
	position, fault := engine.ParsePosition(text, rules)
	if fault != nil { // which comes first in the line
		return nil, pr.fault(words[0], "%w", fault)
	}
	if err != nil {
		return nil, err
	}
	entry.Position = position
	return entry, nil
}

// operations reads the operations of an entry, and returns the rules of its position.
func (pr *PositionReader) operations(entry *Entry, words []positionWord) (engine.Rules, error) {
	seen := map[string]bool{}
	for len(words) > 0 {
		operation, err := pr.operation(words)
		if err == nil && seen[operation.Code] {
			err = pr.fault(words[0], "operation %.30q is there already", operation.Code)
		}
		if err != nil {
			return pr.rules, err
		}
		seen[operation.Code] = true
		entry.Operations = append(entry.Operations, operation)
		words = words[1+len(operation.Operands)+1:] // the code, the operands, the semicolon
	}
	return entry.rules(pr.rules)
}

// positionLength returns the number of words at the beginning that are the position
// text: up to four, and a fifth if it begins like the name of a square.
func positionLength(words []positionWord) int {
	for i, word := range words {
		isSquare := len(word.text) > 1 && 'A' <= word.text[0] && word.text[0] <= 'J' &&
			'0' <= word.text[1] && word.text[1] <= '9'
		if word.quoted || word.isSemicolon() || i == 4 && !isSquare || i == 5 {
			return i
		}
	}
	return len(words)
}

// operation reads the operation at the beginning of words.
func (pr *PositionReader) operation(words []positionWord) (Operation, error) {
	code := words[0]
	if code.quoted || !isCode(code.text) {
		return Operation{}, pr.fault(code, "%.30q is not an operation code", code.text)
	}
	operation := Operation{Code: code.text}
	for _, word := range words[1:] {
		if word.isSemicolon() {
			return operation, nil
		}
		operation.Operands = append(operation.Operands, word.text)
	}
	return Operation{}, pr.fault(code, "operation %.30q has no ; at its end", code.text)
}

// endsWord reports whether a character ends a word of a position file.
func endsWord(character rune) bool {
	return unicode.IsSpace(character) || character == ';' || character == '"'
}
