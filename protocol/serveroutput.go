package protocol

// The only writer of a server. It writes every line whole and at once,
// whichever goroutine the line comes from.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
)

// output serialises writes. After a write has failed, closed is closed and
// nothing more is written.
type output struct {
	mutex  sync.Mutex
	writer io.Writer
	failed error // of the first write that failed
	closed chan struct{}
}

func newOutput(writer io.Writer) *output {
	return &output{writer: writer, closed: make(chan struct{})}
}

// lines writes whole lines. Lines of other goroutines do not come between them.
func (o *output) lines(text []byte) error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.failed == nil {
		if _, o.failed = o.writer.Write(text); o.failed != nil {
			close(o.closed)
		}
	}
	return o.failed
}

// fault returns the error of the first write that failed. It is nil if the reader
// has merely left.
func (o *output) fault() error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.failed == nil || errors.Is(o.failed, io.ErrClosedPipe) || errors.Is(o.failed, syscall.EPIPE) {
		return nil
	}
	return fmt.Errorf("writing answers: %w", o.failed)
}

// printf writes lines; the format ends in a newline.
func (o *output) printf(format string, arguments ...any) {
	o.lines(fmt.Appendf(nil, format, arguments...))
}

// complain reports an error in one line.
func (o *output) complain(err error) {
	o.printf("info string error: %s\n", strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error()))
}

// lineWriter passes text on to an output in whole lines, so that a command's
// text never breaks another goroutine's line.
type lineWriter struct {
	out     *output
	pending []byte // an unfinished line
}

// Write implements io.Writer.
func (w *lineWriter) Write(text []byte) (int, error) {
	w.pending = append(w.pending, text...)
	if end := bytes.LastIndexByte(w.pending, '\n') + 1; end > 0 {
		err := w.out.lines(w.pending[:end])
		w.pending = append(w.pending[:0], w.pending[end:]...)
		if err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// finish ends and writes an unfinished line.
func (w *lineWriter) finish() {
	if len(w.pending) > 0 {
		w.Write([]byte{'\n'})
	}
}
