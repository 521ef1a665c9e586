// Package protocol is the engine's conversation with other programs: the server of
// the Universal Game Interface, and the client that starts engines and talks to
// them. PROTOCOL.md describes it for authors of such programs.
package protocol

// The server: one goroutine reads lines, one owns the state, and whatever takes
// long (a search, a count, a command handed in) runs in a goroutine of its own.
// So every command is answered at any time.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Config is what the server says of itself and can do beyond the protocol.
type Config struct {
	Name, Version, Author string
	// Commands are further commands by their first word. They run as a search
	// does: stop, a new go or quit cancels their context. The protocol's own
	// commands cannot be replaced.
	Commands map[string]Command
	// NewChooser, if not nil, makes the server a simple player: it answers with the
	// moves of a chooser, made from Seed or the value of its option of that name.
	NewChooser func(seed uint64) Chooser
	Seed       uint64
}

// Command is a command that is handed to the server. It is given the words after
// its name, writes lines to out, and has to return soon after ctx is cancelled.
// Its error is reported as one line.
type Command func(ctx context.Context, arguments []string, out io.Writer) error

// Server speaks the protocol of PROTOCOL.md. It holds no state of a game: each
// Run starts anew.
type Server struct {
	config      Config
	newSearcher func(hashMiB int) (searcher, error)
	farewell    time.Duration
}

// searcher is what the server needs of a *search.Searcher.
type searcher interface {
	Search(ctx context.Context, p *engine.Position, limits search.Limits, options search.Options, report func(search.Info)) search.Result
	Resize(hashMiB int) error
	Clear()
}

// farewell is how long a count that runs when the input ends may go on by itself, so
// that `echo go perft 2 | cathedral` gives its answer. A search is stopped at once.
// The promise is to be gone within a second, but for a command that was handed in.
const farewell = 400 * time.Millisecond

// NewServer returns a server, each Run of which has a searcher of its own.
func NewServer(config Config) *Server {
	newSearcher := func(hashMiB int) (searcher, error) { return search.New(hashMiB) }
	if config.NewChooser != nil {
		newSearcher = func(int) (searcher, error) { return newChoosing(config.NewChooser, config.Seed), nil }
	}
	return &Server{config: config, newSearcher: newSearcher, farewell: farewell}
}

// Run answers the lines of in until `quit`, the end of in, or until out cannot be
// written to; these return nil. It returns an error when ctx is cancelled, when
// reading fails, and when there is no memory for the hash table. The goroutine
// that reads may stay behind in a Read that does not return.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	session, err := s.newSession(ctx, out)
	if err != nil {
		return err
	}
	over := make(chan struct{})
	defer close(over)
	lines := make(chan inputLine)
	go readLines(in, lines, over)
	for !session.ended {
		select {
		case line := <-lines:
			if line.text != "" {
				session.answer(line.text)
			}
			if line.err == nil {
				continue
			}
			if long := (*longLineError)(nil); errors.As(line.err, &long) {
				session.out.complain(line.err)
				continue
			}
			session.finish(s.farewell)
			if errors.Is(line.err, io.EOF) || errors.Is(line.err, io.ErrClosedPipe) {
				return nil
			}
			return fmt.Errorf("reading commands: %w", line.err)
		case <-session.taskDone():
			session.settle()
		case <-session.out.closed:
			session.leave(0)
			return nil
		case <-ctx.Done():
			session.leave(0)
			return ctx.Err()
		}
	}
	session.leave(s.farewell)
	return nil
}

// inputLine is a line as it was read, and the error that came with it.
type inputLine struct {
	text string
	err  error
}

// readLines sends the lines of in, the last of them with an error, until over is
// closed.
func readLines(in io.Reader, lines chan<- inputLine, over <-chan struct{}) {
	reader := newLineReader(in)
	for first := true; ; first = false {
		text, err := reader.next()
		if first {
			text = strings.TrimPrefix(text, "\ufeff") // some shells begin a pipe with a byte order mark
		}
		select {
		case lines <- inputLine{text, err}:
		case <-over:
			return
		}
		if long := (*longLineError)(nil); err != nil && !errors.As(err, &long) {
			return
		}
	}
}
