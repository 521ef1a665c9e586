package protocol

// The one writer of a server. Every line goes out whole and at once, whichever
// goroutine writes it.

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// output serialises writing. After a write has failed nothing more is written,
// and closed is closed.
type output struct {
	mutex  sync.Mutex
	writer io.Writer
	failed bool
	closed chan struct{}
}

func newOutput(writer io.Writer) *output {
	return &output{writer: writer, closed: make(chan struct{})}
}

// lines writes whole lines, which no other goroutine's lines come between.
func (o *output) lines(text []byte) error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if !o.failed {
		if _, err := o.writer.Write(text); err != nil {
			o.failed = true
			close(o.closed)
		}
	}
	if o.failed {
		return io.ErrClosedPipe
	}
	return nil
}

// printf writes lines; the format ends with a line's end.
func (o *output) printf(format string, arguments ...any) {
	o.lines(fmt.Appendf(nil, format, arguments...))
}

// complain writes the one line that an error gets.
func (o *output) complain(err error) {
	o.printf("info string error: %s\n", strings.NewReplacer("\n", " ", "\r", " ").Replace(err.Error()))
}

// lineWriter hands what is written to it on to an output, a line at a time, so
// that a command's text never breaks another goroutine's line.
type lineWriter struct {
	out     *output
	pending []byte // the beginning of a line
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

// finish writes what was left without a line's end, as a line.
func (w *lineWriter) finish() {
	if len(w.pending) > 0 {
		w.Write([]byte{'\n'})
	}
}
