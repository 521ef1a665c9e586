package protocol

// Lines of a stream, read in bounded memory whatever the stream holds.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// longestLine is the length of the longest line that is read, in bytes. The
// longest useful ones, `go searchmoves` and `response` with every placement of a
// side, have under 20,000.
const longestLine = 1 << 16

// longLineError reports a line that is read over because of its length.
type longLineError struct {
	start string // how the line begins
}

func (e *longLineError) Error() string {
	return fmt.Sprintf("a line of more than %d bytes that begins with %s", longestLine, quoted(e.start))
}

// lineReader cuts a stream into lines.
type lineReader struct {
	buffered *bufio.Reader
	tooLong  bool // in the middle of a line that was reported
}

func newLineReader(source io.Reader) *lineReader {
	return &lineReader{buffered: bufio.NewReaderSize(source, longestLine)}
}

// next returns the next line without its end, "\n" or "\r\n". A line that is too
// long is reported as a *longLineError, as soon as that is known, and skipped. At
// the end of the stream the error is io.EOF, or the stream's own, and then the
// line is what was left without an end.
func (r *lineReader) next() (string, error) {
	slice, err := r.buffered.ReadSlice('\n')
	for r.tooLong {
		if !errors.Is(err, bufio.ErrBufferFull) {
			r.tooLong = false
			if err != nil {
				return "", err
			}
		}
		slice, err = r.buffered.ReadSlice('\n')
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		r.tooLong = true
		return "", &longLineError{start: string(slice[:64])}
	}
	line := strings.TrimSuffix(string(slice), "\n")
	return strings.TrimSuffix(line, "\r"), err
}
