package protocol

// An engine's output as lines, each with its time of arrival.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"cathedral/protocol/wire"
)

// engineLine is a line of an engine's output, with its fault.
type engineLine struct {
	text  string
	at    time.Time
	fault error // *NonsenseError
}

// waitingLines is how many unread lines are buffered. When the buffer is full,
// the engine blocks on its output, so memory stays bounded.
const waitingLines = 64

// engineLines reads an engine's output.
type engineLines struct {
	lines  chan engineLine // closed at the end of the output
	closed chan struct{}   // closed when the client stops reading

	mutex sync.Mutex
	tail  []byte // the unfinished line, at most its first 200 bytes
}

func readEngine(output io.Reader, clock *AwakeClock) *engineLines {
	l := &engineLines{lines: make(chan engineLine, waitingLines), closed: make(chan struct{})}
	go l.read(output, clock)
	return l
}

func (l *engineLines) read(output io.Reader, clock *AwakeClock) {
	defer close(l.lines)
	watched := &watchedReader{stream: output, clock: clock, lines: l}
	reader := wire.NewLineReader(watched)
	for {
		text, err := reader.Next()
		line := engineLine{text: text, at: watched.at}
		long := (*wire.LongLineError)(nil)
		switch {
		case errors.As(err, &long):
			line.fault = &NonsenseError{Line: long.Start, Reason: fmt.Sprintf("a line of more than %d bytes", wire.LongestLine)}
		case err != nil:
			return
		default:
			line.fault = lineFault(text)
		}
		select {
		case l.lines <- line:
		case <-l.closed:
			return
		}
	}
}

// lineFault returns a *NonsenseError if line is not text. Names and remarks may
// be in any encoding.
func lineFault(line string) error {
	for i := range len(line) {
		if line[i] < ' ' && line[i] != '\t' {
			return &NonsenseError{Line: line[:min(len(line), 200)], Reason: "a control character in a line"}
		}
	}
	if !utf8.ValidString(line) && !strings.HasPrefix(line, "id ") && !strings.HasPrefix(line, "info string ") {
		return &NonsenseError{Line: line[:min(len(line), 200)], Reason: "a line that is not UTF-8"}
	}
	return nil
}

// unfinished returns the beginning of the last line if it has not ended yet.
func (l *engineLines) unfinished() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return string(l.tail)
}

// watchedReader records what the stream has sent since the last newline.
type watchedReader struct {
	stream io.Reader
	clock  *AwakeClock
	lines  *engineLines
	at     time.Time // of the last read, which has ended the line that the reader returns next
}

// Read implements io.Reader.
func (w *watchedReader) Read(chunk []byte) (int, error) {
	n, err := w.stream.Read(chunk)
	w.at = w.clock.Now()
	w.lines.mutex.Lock()
	defer w.lines.mutex.Unlock()
	tail := &w.lines.tail
	rest := chunk[:n]
	if end := bytes.LastIndexByte(rest, '\n') + 1; end > 0 {
		*tail = (*tail)[:0]
		rest = rest[end:]
	}
	*tail = append(*tail, rest[:min(len(rest), 200-min(len(*tail), 200))]...)
	return n, err
}
