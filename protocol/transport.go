package protocol

// What carries the lines between a client and its engine: the pipes of a process
// (package process), or memory if the engine is a server of this program.

import (
	"context"
	"io"
	"sync"
	"time"
)

// Transport is the connection to a running engine: a *process.Process, or what
// Server.Start returns. Read returns what the engine has written. Different goroutines may
// use it at once, one of them Read and one of them Write.
type Transport interface {
	io.Reader
	// Write passes text to the engine. It returns os.ErrDeadlineExceeded if the engine
	// does not read all of it within patience.
	Write(text []byte, patience time.Duration) error
	// CloseInput ends the engine's input.
	CloseInput() error
	// Ended returns a channel that is closed when the engine has ended.
	Ended() <-chan struct{}
	// Fault says how the engine ended, or is nil if it ended in order. The engine must
	// have ended.
	Fault() error
	// LastWords returns the last lines that the engine wrote beside its output.
	LastWords() []string
	// Kill ends the engine at once.
	Kill()
	// Close kills the engine, waits for its end and frees what the transport holds.
	Close()
}

// memory is the transport to a server in this program.
type memory struct {
	input, output *queue
	kill          context.CancelFunc
	ended         chan struct{}
	fault         error // of the server, once it has ended
}

// Start runs the server beside the caller, with a conversation in memory. The caller must
// close the transport.
func (s *Server) Start() Transport {
	ctx, kill := context.WithCancel(context.Background())
	m := &memory{input: newQueue(), output: newQueue(), kill: kill, ended: make(chan struct{})}
	go func() {
		defer close(m.ended)
		m.fault = s.Run(ctx, m.input, m.output)
		m.input.Close()
		m.output.Close()
	}()
	return m
}

func (m *memory) Read(text []byte) (int, error) { return m.output.Read(text) }

func (m *memory) Write(text []byte, _ time.Duration) error {
	_, err := m.input.Write(text)
	return err
}

func (m *memory) CloseInput() error      { return m.input.Close() }
func (m *memory) Ended() <-chan struct{} { return m.ended }
func (m *memory) Fault() error           { return m.fault }
func (m *memory) LastWords() []string    { return nil }
func (m *memory) Kill()                  { m.kill() }

func (m *memory) Close() {
	m.kill()
	<-m.ended
}

// queue is a pipe that holds whatever has not been read, so that writing never waits.
type queue struct {
	mutex  sync.Mutex
	news   *sync.Cond // there is text, or the queue is closed
	text   []byte
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.news = sync.NewCond(&q.mutex)
	return q
}

// Read waits for text. At the end of a closed queue it returns io.EOF.
func (q *queue) Read(text []byte) (int, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.text) == 0 {
		if q.closed {
			return 0, io.EOF
		}
		q.news.Wait()
	}
	n := copy(text, q.text)
	q.text = append(q.text[:0], q.text[n:]...)
	return n, nil
}

// Write returns io.ErrClosedPipe if the queue is closed.
func (q *queue) Write(text []byte) (int, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.closed {
		return 0, io.ErrClosedPipe
	}
	q.text = append(q.text, text...)
	q.news.Broadcast()
	return len(text), nil
}

// Close ends the queue. What it holds can still be read.
func (q *queue) Close() error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.closed = true
	q.news.Broadcast()
	return nil
}
