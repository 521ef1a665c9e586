package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cathedral/engine"
)

// MaxLine is the greatest length in bytes, with its end, of a line in a game record or
// a position file. Readers skip a longer line with an error, and end at one that seems endless.
const MaxLine = 1 << 16

// endless is the length in bytes of a line that no text has.
const endless = 1 << 24

// LineError is a fault in a game record or a position file. The reader that returned
// it can continue with the next game or entry; after any other error it cannot.
type LineError struct {
	Line   int // counted from 1
	Column int // in characters, counted from 1; 0 if the error is not about one place
	Length int // of the move at fault, in characters; 0 if the error is not about a move
	Game   int // counted from 1, including faulty games; 0 outside game records
	Err    error
	code   string // for an Err without a code
}

// Code returns the fault in a word, for programs that have their own sentence for it: that
// of an [engine.IllegalMove], notAMove, semicolon, stray, tag, openComment, openVariation, wrongResult,
// cutOff, tooLong or noPosition.
func (e *LineError) Code() string {
	var illegal *engine.IllegalMove
	if errors.As(e.Err, &illegal) {
		return illegal.Code()
	}
	return e.code
}

// Error returns the place and the fault, such as
// "line 12, column 9, game 2: move 7: CSnE8: E8 is built on".
func (e *LineError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Column > 0 {
		place += fmt.Sprintf(", column %d", e.Column)
	}
	if e.Game > 0 {
		place += fmt.Sprintf(", game %d", e.Game)
	}
	return place + ": " + e.Err.Error()
}

// Unwrap returns the fault without the place.
func (e *LineError) Unwrap() error { return e.Err }

// lineReader reads the lines of a text in bounded memory. It unpacks a text that gzip
// has compressed, decodes UTF-16, removes a byte order mark and carriage returns, and reads
// bytes that are not UTF-8 as Latin-1, the character set of the PGN standard.
type lineReader struct {
	in     *bufio.Reader
	number int   // of the line last read
	begin  int64 // offset of that line in bytes, of UTF-8 and unpacked
	offset int64 // bytes read so far, line ends included
}

func newLineReader(in io.Reader) lineReader { return lineReader{in: Unpack(in)} }

// next returns the next line without its end, or io.EOF after the last one. A line
// that cannot be used is a LineError. Any other error comes from the
// underlying reader.
func (l *lineReader) next() (string, error) {
	raw, err := l.in.ReadSlice('\n')
	l.begin = l.offset
	l.offset += int64(len(raw))
	tooLong := errors.Is(err, bufio.ErrBufferFull)
	text := string(raw)
	for errors.Is(err, bufio.ErrBufferFull) {
		raw, err = l.in.ReadSlice('\n')
		if l.offset += int64(len(raw)); l.offset-l.begin > endless {
			return "", fmt.Errorf("line %d is longer than %d bytes, so this is not a text of games or positions", l.number+1, endless)
		}
	}
	if err != nil && !(errors.Is(err, io.EOF) && text != "") {
		return "", err
	}
	l.number++
	if tooLong {
		return "", l.fault("tooLong", 0, "the line is longer than %d bytes", MaxLine)
	}
	return l.clean(text)
}

func (l *lineReader) clean(text string) (string, error) {
	text = strings.TrimRight(strings.TrimSuffix(text, "\n"), "\r")
	if l.number == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if !utf8.ValidString(text) {
		text = fromLatin1(text)
	}
	for at, character := range text {
		if isControl(character) {
			return "", l.fault("stray", utf8.RuneCountInString(text[:at])+1, "control character %U", character)
		}
	}
	return text, nil
}

// fault returns an error with a code about the line last read.
func (l *lineReader) fault(code string, column int, format string, arguments ...any) *LineError {
	return &LineError{Line: l.number, Column: column, Err: fmt.Errorf(format, arguments...), code: code}
}

// fromLatin1 returns a text whose bytes that are not UTF-8 are Latin-1.
func fromLatin1(text string) string {
	var characters []rune
	for at, size := 0, 0; at < len(text); at += size {
		var character rune
		if character, size = utf8.DecodeRuneInString(text[at:]); size == 1 {
			character = rune(text[at])
		}
		characters = append(characters, character)
	}
	return string(characters)
}

// isControl reports whether the character is a control character other than a tab.
func isControl(character rune) bool {
	return character < ' ' && character != '\t' || character == 0x7f
}

// cleanText returns the text as it may be written in a line: with the replacement
// character for what is not UTF-8, and spaces for control characters.
func cleanText(text string) string {
	return strings.Map(func(character rune) rune {
		if isControl(character) {
			return ' '
		}
		return character
	}, strings.ToValidUTF8(text, "\ufffd"))
}

// quoteString returns the text as the quoted string of a tag or an operation.
func quoteString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(cleanText(text)) + `"`
}

// cutString reads the quoted string at the beginning of text. It returns its value,
// the rest of the text, and whether there is such a string. In a string, \" stands for
// a quotation mark and \\ for a backslash; any other backslash stands for itself.
func cutString(text string) (value, rest string, found bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", text, false
	}
	var unescaped strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return unescaped.String(), text[i+1:], true
		case text[i] == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
		}
		unescaped.WriteByte(text[i])
	}
	return "", text, false
}
