package wire

// The lines of a stream, read in bounded memory.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine/wording"
)

// LongestLine is the maximum length of a line in bytes. The longest useful
// lines, `go searchmoves` and `response` with every placement of a side, are
// shorter than 20,000.
const LongestLine = 1 << 16

// LongLineError reports a line that was skipped because it is too long.
type LongLineError struct {
	Start string // the first bytes of the line
}

func (e *LongLineError) Error() string {
	return fmt.Sprintf("the line is longer than %d bytes: %s", LongestLine, wording.Quoted(e.Start))
}

// LineReader splits a stream into lines.
type LineReader struct {
	buffered *bufio.Reader
	tooLong  bool // inside a line that has been reported
}

// NewLineReader returns a reader of the lines of source, which it reads ahead.
func NewLineReader(source io.Reader) *LineReader {
	return &LineReader{buffered: bufio.NewReaderSize(source, LongestLine)}
}

// Next returns the next line without its line ending, "\n" or "\r\n". If the
// line is too long, next returns a *LongLineError immediately and skips the
// rest of the line. At the end of the stream, next returns the unterminated
// last line and io.EOF or the stream's own error.
func (r *LineReader) Next() (string, error) {
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
		return "", &LongLineError{Start: string(slice[:64])}
	}
	line := strings.TrimSuffix(string(slice), "\n")
	return strings.TrimSuffix(line, "\r"), err
}
