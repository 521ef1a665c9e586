// Package protocol connects the engine to other programs: a server of the
// Universal Game Interface, and a client that starts engines and talks to them.
// PROTOCOL.md describes the protocol for authors of such programs. To import the
// package, see package engine. This starts an engine and asks it for a move:
//
//	client, err := protocol.StartClient(config)
//	defer client.Close()
//	err = client.Handshake(ctx, 10*time.Second)
//	question := protocol.Question{Moves: moves, Limits: search.Limits{Nodes: 100}}
//	answer, err := client.Go(ctx, &question, protocol.Deadline{Grace: time.Minute})
//	move, err := engine.ParseLegalMove(answer.Move, &position)
package protocol

// The server. One goroutine reads lines, one owns the state, and long work (a
// search, a count, a command of the config) runs in a third. So the server can
// handle a command at any time.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
	"cathedral/search/book"
)

// Config names the server and says what it can do beyond the protocol.
type Config struct {
	Name, Version, Author string // given in the handshake
	// Commands are additional commands by name; nil: none. Like a search, a command runs
	// until it is done or until stop, a new go or quit cancels its context. A
	// command of the protocol cannot be replaced.
	Commands map[string]Command
	// NewChooser, if not nil, makes the server a simple player, whose moves
	// come from a Chooser. The chooser's seed is Seed until the option Seed is
	// set; 0 is a seed like any other.
	NewChooser func(seed uint64) Chooser
	Seed       uint64
	// HashMiB is the default of the option Hash; 0: 64 MiB. If it is more than the
	// machine has, the default is what it has. If it is less than 0, Run fails.
	HashMiB int
	// Book, if not nil, returns the built-in opening book, or nil while there is none. It
	// is called whenever the book is needed, by several goroutines if the server has
	// several conversations, so it reads a file once at most.
	Book func() (*book.Book, error)
	// ReadBook, if not nil, reads the file that the option BookFile names. Without it
	// there is no such option.
	ReadBook func(path string) (*book.Book, error)
	// Techniques, if not nil, replace those of search.DefaultOptions.
	Techniques *search.Techniques
	// RandomSeed, if not nil, returns the seeds of searches and of picks from the book while
	// the option Seed is 0. Otherwise they are new each time.
	RandomSeed func() uint64
	// Yield, if not nil, is called by searches as in search.Limits.
	Yield func()
}

// Command is an additional command of a server. It receives the words after its
// name, writes lines to out, and must return soon after ctx is cancelled. Its
// error is reported as one line.
type Command func(ctx context.Context, arguments []string, out io.Writer) error

// Server speaks the protocol of PROTOCOL.md. It holds no state of a game: each
// Run starts afresh.
type Server struct {
	config      Config
	newSearcher func(hashMiB int) (searcher, error)
	farewell    time.Duration
}

// searcher is the part of *search.Searcher that the server uses.
type searcher interface {
	Search(ctx context.Context, p *engine.Position, limits search.Limits, options search.Options, report func(search.Info)) search.Result
	Resize(hashMiB int) error
	Clear()
}

// farewell is how long a count may continue after the end of the input, so that
// `echo go perft 2 | cathedral` prints its answer. A search is stopped at once.
// Unless it runs a command of the config, the server ends within a second.
const farewell = 400 * time.Millisecond

// NewServer returns a server with a config. Each Run has its own searcher.
func NewServer(config Config) *Server {
	newSearcher := func(hashMiB int) (searcher, error) { return search.New(hashMiB) }
	if config.NewChooser != nil {
		newSearcher = func(int) (searcher, error) { return newSimplePlayer(config.NewChooser, config.Seed), nil }
	}
	return &Server{config: config, newSearcher: newSearcher, farewell: farewell}
}

// Run reads commands from in and writes answers to out. It returns nil after
// `quit`, at the end of in, or when nobody reads out any more. It returns an
// error if ctx is cancelled, if reading or writing fails, or if there is no
// memory for the hash table. A goroutine that is blocked in a Read of in may
// outlive Run.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	session, err := s.newSession(ctx, out)
	if err != nil {
		return err
	}
	if err := s.serve(ctx, session, in); err != nil {
		return err
	}
	return session.out.fault()
}

// serve answers the commands of in until the session has ended.
func (s *Server) serve(ctx context.Context, session *session, in io.Reader) error {
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
			if long := (*wire.LongLineError)(nil); errors.As(line.err, &long) {
				session.answerLong(long)
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

// inputLine is a line of input and the error of reading it.
type inputLine struct {
	text string
	err  error
}

// readLines sends the lines of in until over is closed. The last line carries
// the error that ended in.
func readLines(in io.Reader, lines chan<- inputLine, over <-chan struct{}) {
	reader := wire.NewLineReader(in)
	for first := true; ; first = false {
		text, err := reader.Next()
		if first {
			text = strings.TrimPrefix(text, "\ufeff") // some shells begin a pipe with a byte order mark
		}
		select {
		case lines <- inputLine{text, err}:
		case <-over:
			return
		}
		if long := (*wire.LongLineError)(nil); err != nil && !errors.As(err, &long) {
			return
		}
	}
}
