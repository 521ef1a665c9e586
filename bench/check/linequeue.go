package check

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
)

const (
	// longestLine is the number of bytes kept of a line, more than any answer has.
	longestLine = 1 << 20
	// maxUnread bounds the size of the unread lines, in bytes.
	maxUnread = 64 << 20
)

// lineQueue holds an engine's lines until a step reads them, so that the engine
// never has to wait for the check.
type lineQueue struct {
	news chan struct{} // receives a value after each change

	mutex   sync.Mutex
	lines   []string
	bytes   int
	flooded bool // lines were dropped
	ended   bool // no more lines will come
}

func newLineQueue() *lineQueue { return &lineQueue{news: make(chan struct{}, 1)} }

// fill reads lines until the reader fails, as it does at the end of an output.
func (q *lineQueue) fill(in io.Reader) {
	reader := bufio.NewReaderSize(in, 1<<16)
	var line strings.Builder
	for {
		part, err := reader.ReadSlice('\n')
		if keep := longestLine - line.Len(); keep > 0 {
			line.Write(part[:min(len(part), keep)])
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == nil || line.Len() > 0 {
			q.push(strings.TrimRight(line.String(), "\r\n"))
		}
		line.Reset()
		if err != nil {
			q.end()
			return
		}
	}
}

func (q *lineQueue) push(line string) {
	q.mutex.Lock()
	if q.bytes+len(line) > maxUnread {
		q.flooded = true
	} else {
		q.lines = append(q.lines, line)
		q.bytes += len(line) + 1
	}
	q.mutex.Unlock()
	q.notify()
}

func (q *lineQueue) end() {
	q.mutex.Lock()
	q.ended = true
	q.mutex.Unlock()
	q.notify()
}

func (q *lineQueue) notify() {
	select {
	case q.news <- struct{}{}:
	default:
	}
}

// errFlood is the error of an engine that writes more than the check keeps.
var errFlood = errors.New("the engine floods its output")

// pop removes the oldest line and returns it. If ok is false and err is nil, the
// queue is empty but more lines may come.
func (q *lineQueue) pop() (line string, ok bool, err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	switch {
	case len(q.lines) > 0:
	case q.flooded:
		return "", false, errFlood
	case q.ended:
		return "", false, io.EOF
	default:
		return "", false, nil
	}
	line, q.lines = q.lines[0], q.lines[1:]
	q.bytes -= len(line) + 1
	return line, true, nil
}
