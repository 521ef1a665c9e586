package process

import (
	"io"
	"strings"
	"sync"
	"time"
)

const (
	mostLastWords = 8 << 10 // bytes of standard error that are kept
	mostLastLines = 12      // lines that an error quotes
	longLastLine  = 300     // bytes that it quotes of each
)

// lastWords keeps the last bytes that a program writes to its standard error.
type lastWords struct {
	mutex sync.Mutex
	text  []byte
	done  chan struct{} // closed at the end of the stream
}

func newLastWords() *lastWords { return &lastWords{done: make(chan struct{})} }

// read reads the stream to its end.
func (w *lastWords) read(stream io.Reader) {
	defer close(w.done)
	chunk := make([]byte, mostLastWords)
	for {
		n, err := stream.Read(chunk)
		w.mutex.Lock()
		w.text = append(w.text, chunk[:n]...)
		if extra := len(w.text) - mostLastWords; extra > 0 {
			w.text = append(w.text[:0], w.text[extra:]...)
		}
		w.mutex.Unlock()
		if err != nil {
			return
		}
	}
}

// lines returns the last lines of the stream after it has ended or patience is
// over.
func (w *lastWords) lines(patience time.Duration) []string {
	Within(w.done, patience)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	var lines []string
	for line := range strings.SplitSeq(string(w.text), "\n") {
		if line = strings.TrimSpace(strings.ToValidUTF8(line, "?")); line != "" {
			lines = append(lines, line[:min(len(line), longLastLine)])
		}
	}
	return lines[max(0, len(lines)-mostLastLines):]
}
