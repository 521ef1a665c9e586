package engine

import (
	"errors"
	"io"
)

// MaxRecord is the greatest length of a game record in bytes. A longer game is
// an error and is skipped.
const MaxRecord = 1 << 20

// RecordReader reads game records one after the other, in bounded memory. It
// accepts whatever PGN allows, and play-by-mail lists; FORMATS.md says exactly
// what. Every move is checked.
type RecordReader struct {
	scanner  *recordScanner
	games    int   // read so far, faulty ones too
	skipping bool  // the last game was given up before its end
	offset   int64 // behind the last game read without a fault
	broken   error // io.EOF, or what the reader below reported
}

// NewRecordReader returns a reader of the games in a text. The caller keeps the
// text's reader and closes it.
func NewRecordReader(in io.Reader) *RecordReader {
	return &RecordReader{scanner: newRecordScanner(in)}
}

// Next returns the next game, or io.EOF after the last one. For a game that is
// faulty it returns a LineError; the next call skips what is left of that game
// and goes on with the one after it, which begins at a tag after a blank line,
// or at the tag Event. So a game that was cut off costs no other. Any other
// error comes from the reader below, and is final.
func (rr *RecordReader) Next() (*Record, error) {
	if rr.broken != nil {
		return nil, rr.broken
	}
	record, err := rr.game()
	var fault *LineError
	switch {
	case err == nil:
		rr.games++
	case errors.As(err, &fault):
		rr.games++
		fault.Game = rr.games
	default:
		rr.broken = err
	}
	return record, err
}

// Offset returns where in the text, in bytes, the line ends that closed the last
// faultless game. A file whose last game was cut off may be cut there before
// more games are appended.
func (rr *RecordReader) Offset() int64 { return rr.offset }

// game reads one game.
func (rr *RecordReader) game() (*Record, error) {
	scanner := rr.scanner
	if rr.skipping {
		if err := scanner.skipGame(); err != nil {
			return nil, err
		}
	}
	rr.skipping = true
	scanner.tagged = false
	game := newRecordBuilder()
	for {
		if game.isEmpty() {
			scanner.limit = scanner.lines.offset + MaxRecord
		}
		t, err := scanner.next()
		end := scanner.lines.offset
		switch {
		case err == io.EOF && !game.hasBegun():
			return nil, io.EOF
		case err == io.EOF:
			t.line = scanner.lines.number
		case err != nil:
			return nil, err
		case t.kind == tagToken && game.isClosedBy(t):
			end = scanner.lines.begin
			scanner.unread()
		case !game.ends(t):
			if err := game.add(t); err != nil {
				scanner.rest = ""
				return nil, placed(err, t.line)
			}
			continue
		}
		rr.skipping = false
		record, err := game.finish(t)
		if err != nil {
			return nil, placed(err, t.line)
		}
		rr.offset = end
		return record, nil
	}
}
