package record

import (
	"errors"
	"io"
)

// MaxGame is the greatest length of a game record in bytes. A Reader skips a longer
// one with an error.
const MaxGame = 1 << 20

// Reader reads game records one after the other, in bounded memory. It accepts all
// that PGN allows, and play-by-mail lists, as FORMATS.md describes. It checks every
// move.
type Reader struct {
	scanner  *tokenScanner
	games    int   // read so far, including faulty ones
	skipping bool  // the last game was abandoned before its end
	offset   int64 // after the last game without a fault
	broken   error // io.EOF, or what the reader below reported
}

// NewReader returns a Reader of the games in a text. The caller owns in and closes
// it.
func NewReader(in io.Reader) *Reader {
	return &Reader{scanner: newTokenScanner(in)}
}

// Next returns the next game, or io.EOF after the last one. For a faulty game it
// returns a LineError; the next call then skips the rest of that game and goes on
// with the game after it, which begins at a tag after a blank line, or at the tag
// Event. So a game that was cut off costs no other. Any other error comes from the
// underlying reader and is final.
func (r *Reader) Next() (*Game, error) {
	if r.broken != nil {
		return nil, r.broken
	}
	game, err := r.game()
	var fault *LineError
	switch {
	case err == nil:
		r.games++
	case errors.As(err, &fault):
		r.games++
		fault.Game = r.games
	default:
		r.broken = err
	}
	return game, err
}

// Offset returns the offset in bytes of the end of the line that closed the last
// faultless game. A file whose last game was cut off may be truncated there before
// more games are appended.
func (r *Reader) Offset() int64 { return r.offset }

// game reads one game.
func (r *Reader) game() (*Game, error) {
	scanner := r.scanner
	if r.skipping {
		if err := scanner.skipGame(); err != nil {
			return nil, err
		}
	}
	r.skipping = true
	scanner.tagged = false
	builder := newGameBuilder()
	for {
		if builder.isEmpty() {
			scanner.limit = scanner.lines.offset + MaxGame
		}
		t, err := scanner.next()
		end := scanner.lines.offset
		switch {
		case err == io.EOF && !builder.hasBegun():
			return nil, io.EOF
		case err == io.EOF:
			t.line = scanner.lines.number
		case err != nil:
			return nil, err
		case t.kind == tagToken && builder.isClosedBy(t):
			end = scanner.lines.begin
			scanner.unread()
		case !builder.ends(t):
			if err := builder.add(t); err != nil {
				scanner.rest = ""
				return nil, placed(err, t.line)
			}
			continue
		}
		r.skipping = false
		game, err := builder.finish(t)
		if err != nil {
			return nil, placed(err, t.line)
		}
		r.offset = end
		return game, nil
	}
}
