package record

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"cathedral/engine"
)

// tokenKind is a kind of token.
type tokenKind uint8

const (
	blankToken   tokenKind = iota // a blank line
	tagToken                      // a tag pair
	commentToken                  // a comment of either kind
	openToken                     // the parenthesis that opens a variation
	closeToken                    // the one that closes it
	wordToken                     // a move, a number, a result, or nonsense
	endToken                      // the end of a line that is a game by itself
)

// token is a part of a game record. Annotations ($1, !?), escape lines (%) and what
// follows a # never become tokens.
type token struct {
	kind tokenKind
	line int    // where it begins
	name string // of a tag
	text string // a word, a tag's value, or a comment without its marks
	// before is the line up to the token, and written the token as it stands there.
	before, written string
}

// fault returns an error with a code about the token, unless err has a place already.
func (t *token) fault(code string, err error) error {
	var fault *LineError
	if errors.As(err, &fault) {
		return err
	}
	fault = &LineError{Line: t.line, Err: err, code: code}
	if errors.As(err, new(*MoveError)) {
		fault.Column, fault.Length = utf8.RuneCountInString(t.before)+1, utf8.RuneCountInString(t.written)
	}
	return fault
}

// hidesMoves reports whether the token is a comment behind a semicolon that begins with a move.
func (t *token) hidesMoves(names Names) bool {
	text := strings.TrimLeft(t.text, "0123456789. ")
	_, length := names.move(text)
	_, err := engine.ParseMove(text[:wordLength(text)], engine.Light)
	return strings.HasPrefix(t.written, ";") && (length > 0 || err == nil)
}

// tokenScanner splits the text of game records into tokens. Moves in words, of the given names,
// become words in the notation.
//
// After an error either the rest of the line is dropped, or the rest begins the
// next game: skipGame relies on that.
type tokenScanner struct {
	lines lineReader
	names Names
	line  string  // the current line
	rest  string  // the part of it that has not been read
	begun string  // the rest when the last token began
	ahead []token // of a line that is a game by itself
	// tagged is set once the game has had a tag, readable or not.
	tagged bool
	// limit is the offset at which a game has become too long, 0 for no limit.
	limit int64
}

func newTokenScanner(in io.Reader) *tokenScanner {
	return &tokenScanner{lines: newLineReader(in)}
}

// wordEnd are the characters, besides white space, that end a word.
const wordEnd = `{}()[]<>"$!?;*,`

// next returns the next token, or io.EOF at the end of the text.
func (s *tokenScanner) next() (token, error) {
	for {
		if len(s.ahead) > 0 {
			t := s.ahead[0]
			s.ahead = s.ahead[1:]
			return t, nil
		}
		s.rest = strings.TrimLeftFunc(s.rest, unicode.IsSpace)
		if s.rest == "" {
			blank, err := s.nextLine()
			if err != nil || blank {
				return token{kind: blankToken, line: s.lines.number}, err
			}
			continue
		}
		s.begun = s.rest
		if s.beginsLine() {
			if s.ahead = s.gameLine(); len(s.ahead) > 0 {
				s.rest = ""
				continue
			}
		}
		switch mark := s.rest[0]; mark {
		case '{':
			return s.braceComment()
		case ';':
			return s.token(commentToken, len(s.rest)), nil
		case '[':
			return s.tag()
		case '(':
			return s.token(openToken, 1), nil
		case ')':
			return s.token(closeToken, 1), nil
		case '*': // a result, even directly after a move
			return s.token(wordToken, 1), nil
		case '#':
			s.rest = ""
		case ',', '.': // as between moves in a sentence or a link
			s.rest = s.rest[1:]
		case '$', '!', '?': // an annotation
			s.rest = strings.TrimLeft(s.rest[1:], "0123456789")
		case '}', ']', '<', '>', '"':
			return token{}, s.fault("stray", "%c has no place here", mark)
		default:
			if move, length := s.names.move(s.rest); length > 0 {
				t := s.token(wordToken, length)
				t.text = move
				return t, nil
			}
			t := s.token(wordToken, wordLength(s.rest))
			if code, known := s.names[strings.ToLower(t.text)]; !known || code != "" {
				return t, nil
			}
		}
	}
}

// wordLength returns the length in bytes of the word at the beginning of text. A dot ends it, but
// not in a number.
func wordLength(text string) int {
	number := len(text) - len(withoutNumber(text))
	end := strings.IndexFunc(text[number:], func(character rune) bool {
		return unicode.IsSpace(character) || strings.ContainsRune(wordEnd+".", character)
	})
	if end < 0 {
		return len(text)
	}
	return number + end
}

// unread makes next return the first tag or word of the line again.
func (s *tokenScanner) unread() { s.rest, s.ahead = s.begun, nil }

// drop makes next continue with the next line.
func (s *tokenScanner) drop() { s.rest, s.ahead = "", nil }

// beginsLine reports whether the last token is the first of its line.
func (s *tokenScanner) beginsLine() bool {
	return strings.TrimSpace(s.line[:len(s.line)-len(s.begun)]) == ""
}

// nextLine reads the next line that is not an escape line, and reports whether it is
// blank.
func (s *tokenScanner) nextLine() (blank bool, err error) {
	for {
		if err := s.readLine(); err != nil {
			return false, err
		}
		s.unquote()
		if !strings.HasPrefix(s.line, "%") {
			return strings.TrimSpace(s.line) == "", nil
		}
	}
}

func (s *tokenScanner) readLine() (err error) {
	s.rest = ""
	if s.line, err = s.lines.next(); err != nil {
		s.line = unreadable
		return err
	}
	if s.limit > 0 && s.lines.offset > s.limit {
		return s.lines.fault("tooLong", 0, "the game is longer than %d bytes", MaxGame)
	}
	s.rest = s.line
	return nil
}

// unquote replaces the marks of a quotation at the beginning of the line, "> >", by spaces.
func (s *tokenScanner) unquote() {
	length := len(s.line) - len(strings.TrimLeft(s.line, "> \t"))
	s.line = strings.ReplaceAll(s.line[:length], ">", " ") + s.line[length:]
	s.rest = s.line
}

// token cuts a token of the given length in bytes off the rest.
func (s *tokenScanner) token(kind tokenKind, length int) token {
	t := token{
		kind: kind, line: s.lines.number, text: s.rest[:length],
		before: s.line[:len(s.line)-len(s.rest)], written: s.rest[:length],
	}
	if kind == commentToken {
		t.text = t.text[1:] // the semicolon
	}
	s.rest = s.rest[length:]
	return t
}

// braceComment reads a comment from { to }, which may be on different lines. A line
// that clearly begins a game is an error: a comment that was cut off must not swallow
// the games after it.
func (s *tokenScanner) braceComment() (token, error) {
	t := token{kind: commentToken, line: s.lines.number}
	var text strings.Builder
	s.rest = s.rest[1:]
	for {
		before, after, closed := strings.Cut(s.rest, "}")
		text.WriteString(before)
		s.rest = after
		if closed {
			t.text = text.String()
			return t, nil
		}
		text.WriteByte('\n')
		err := s.readLine()
		if err == io.EOF || err == nil && strings.HasPrefix(s.line, firstTag) {
			fault := s.lines.fault("openComment", 0, "the comment that begins here has no end: { without }")
			fault.Line = t.line
			return token{}, fault
		}
		if err != nil {
			return token{}, err
		}
	}
}

// firstTag begins the first line of a game in records that keep to the standard.
const firstTag = `[Event "`

// tag reads a tag pair, which has to be on one line.
func (s *tokenScanner) tag() (token, error) {
	s.tagged = true
	rest := strings.TrimLeftFunc(s.rest[1:], unicode.IsSpace)
	length := nameLength(rest)
	if length == 0 {
		return token{}, s.fault("tag", "a tag begins with its name: want [Name \"value\"]")
	}
	name := rest[:length]
	value, rest, found := cutString(strings.TrimLeftFunc(rest[length:], unicode.IsSpace))
	if !found {
		return token{}, s.fault("tag", "tag %.30q: want a value in quotation marks", name)
	}
	rest, found = strings.CutPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), "]")
	if !found {
		return token{}, s.fault("tag", "tag %.30q: want ] after the value", name)
	}
	s.rest = rest
	return token{kind: tagToken, line: s.lines.number, name: name, text: value}, nil
}

// nameLength returns the length in bytes of the name at the beginning of text: its
// letters, digits and underscores.
func nameLength(text string) int {
	for i := range len(text) {
		c := text[i]
		if !(c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z') {
			return i
		}
	}
	return len(text)
}

// fault returns an error with a code about the beginning of the rest, and drops the rest.
func (s *tokenScanner) fault(code, format string, arguments ...any) error {
	column := utf8.RuneCountInString(s.line[:len(s.line)-len(s.rest)]) + 1
	s.rest = ""
	return s.lines.fault(code, column, format, arguments...)
}

// unreadable takes the place of a line that cannot be read. It is neither blank nor
// a tag.
const unreadable = "-"

// skipGame drops the rest of a faulty game. The next game begins with a tag after a
// blank line, or with the tag Event after anything but another tag. A game without
// tags also ends at a blank line.
func (s *tokenScanner) skipGame() error {
	if s.rest != "" {
		return nil
	}
	s.limit = 0
	for {
		previous := s.line
		if err := s.readLine(); err != nil {
			if _, isFault := err.(*LineError); !isFault {
				return err
			}
			continue
		}
		s.unquote()
		blank := strings.TrimSpace(s.line) == ""
		switch {
		case blank && !s.tagged, s.beginsGame(previous), !blank && s.gameLine() != nil:
			return nil
		case strings.HasPrefix(s.line, "["):
			s.tagged = true
		}
	}
}

// beginsGame reports whether the current line begins a game. The line before it is
// previous.
func (s *tokenScanner) beginsGame(previous string) bool {
	if strings.HasPrefix(s.line, firstTag) {
		return !(strings.HasPrefix(previous, "[") && strings.HasSuffix(strings.TrimSpace(previous), "]"))
	}
	return strings.HasPrefix(s.line, "[") && strings.TrimSpace(previous) == ""
}
