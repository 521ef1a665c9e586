package record

import (
	"errors"
	"io"
	"strings"

	"cathedral/engine"
)

// MaxGame is the greatest length of a game record in bytes. A Reader skips a longer
// one with an error.
const MaxGame = 1 << 20

// Reader reads game records one after the other, in bounded memory. It accepts all
// that PGN allows, play-by-mail lists, and files with a list of moves on each line, as
// FORMATS.md describes; NextItem also reads position texts. It checks every move.
type Reader struct {
	// Rules are those of positions, and of games whose tags do not state theirs. They
	// may be set before the first game is read; the zero value is classic.
	Rules engine.Rules
	// Names are those of moves in words, which are read too; nil for none.
	Names    Names
	scanner  *tokenScanner
	games    int   // read so far, including faulty ones
	skipping bool  // the last game was abandoned before its end
	inEntry  bool  // the line last read is an entry of a position file
	offset   int64 // after the last game without a fault
	broken   error // io.EOF, or what the reader below reported
	cut      *Game
	hidden   error
}

// NewReader returns a Reader of the games in a text. The caller owns in and closes
// it.
func NewReader(in io.Reader) *Reader {
	return &Reader{scanner: newTokenScanner(in)}
}

// Item is a game or an entry of a position file. One of the two is nil.
type Item struct {
	Game  *Game
	Entry *Entry
}

// NextItem is Next for a text that may also have lines of position files between its
// games. A faulty line costs no other.
func (r *Reader) NextItem() (Item, error) { return r.next(true) }

// Next returns the next game, or io.EOF after the last one. For a faulty game it
// returns a LineError. The next call then skips the rest of that game and continues
// with the game after it, which begins at a tag after a blank line, or at the tag
// Event. So a game that was cut off costs no other. Any other error comes from the
// underlying reader and is final.
func (r *Reader) Next() (*Game, error) {
	item, err := r.next(false)
	return item.Game, err
}

func (r *Reader) next(positions bool) (Item, error) {
	if r.broken != nil {
		return Item{}, r.broken
	}
	r.inEntry, r.cut, r.hidden = false, nil, nil
	item, err := r.item(positions)
	var fault *LineError
	switch isFault := errors.As(err, &fault); {
	case err != nil && !isFault:
		r.broken = err
	case !r.inEntry:
		if r.games++; isFault {
			fault.Game = r.games
		}
	}
	return item, err
}

// Cut returns the game at whose fault the last call of Next or NextItem ended, up to there; nil if no move precedes the fault.
func (r *Reader) Cut() *Game { return r.cut }

// Hidden returns a LineError that names moves behind a semicolon, which begins a comment, in the list of
// moves that the last call of Next or NextItem has read; nil if there are none.
func (r *Reader) Hidden() error { return r.hidden }

// Offset returns the offset in bytes of the end of the line that closed the last
// faultless game. A file whose last game was cut off may be truncated there before
// more games are appended, if CheckPlain finds it plain.
func (r *Reader) Offset() int64 { return r.offset }

// item reads one game, or one entry if positions is set.
func (r *Reader) item(positions bool) (Item, error) {
	scanner := r.scanner
	scanner.names = r.Names
	if r.skipping {
		if err := scanner.skipGame(); err != nil {
			return Item{}, err
		}
	}
	r.skipping = true
	scanner.tagged = false
	builder := newGameBuilder(r.Rules)
	item, err := r.read(builder, positions)
	if err != nil {
		r.cut = builder.cut()
	}
	return item, err
}

// read is item with the builder of the game.
func (r *Reader) read(builder *gameBuilder, positions bool) (Item, error) {
	scanner := r.scanner
	for {
		if builder.isEmpty() {
			scanner.limit = scanner.lines.offset + MaxGame
		}
		t, err := scanner.next()
		end := scanner.lines.offset
		switch {
		case err == io.EOF && !builder.hasBegun():
			return Item{}, io.EOF
		case err == io.EOF:
			t.line = scanner.lines.number
		case err != nil:
			return Item{}, err
		case positions && !builder.hasBegun() && isBoard(t) && scanner.beginsLine():
			return r.entry()
		case t.kind == wordToken && scanner.beginsLine() && (positions && builder.isList() && isBoard(t) || builder.isClosedByLine(scanner.begun, r.Names)):
			end = scanner.lines.begin
			scanner.unread()
			t = token{kind: blankToken, line: t.line}
		case t.kind == tagToken && builder.isClosedBy(t):
			end = scanner.lines.begin
			scanner.unread()
		case !builder.ends(t):
			if err := builder.add(t); err != nil {
				scanner.drop()
				return Item{}, t.fault("notAMove", err)
			}
			if r.hidden == nil && builder.isList() && t.hidesMoves(r.Names) {
				r.hidden = t.fault("semicolon", &MoveError{len(builder.main().moves) + 1, errors.New("a semicolon begins a comment, so this is not read")})
			}
			continue
		}
		r.skipping = false
		game, err := builder.finish(t)
		if err != nil {
			return Item{}, t.fault("wrongResult", err)
		}
		r.offset = end
		return Item{Game: game}, nil
	}
}

// isBoard reports whether a token begins the line of a position rather than one of
// moves.
func isBoard(t token) bool {
	return t.kind == wordToken && strings.Contains(t.text, "/") && !isResult(t.text)
}

// entry reads the current line, which begins with a board.
func (r *Reader) entry() (Item, error) {
	r.skipping, r.inEntry = false, true
	r.scanner.rest = ""
	reader := PositionReader{lines: &r.scanner.lines, rules: r.Rules}
	entry, err := reader.parse(r.scanner.line)
	return Item{Entry: entry}, err
}
