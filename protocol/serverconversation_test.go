package protocol

// A server in a test: lines go in, lines come out, and the searcher does as the
// test says.

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/book"
)

// patience is what no step of a test on the slowest machine takes.
const patience = 30 * time.Second

// conversation is a server that runs.
type conversation struct {
	t        *testing.T
	searcher *fakeSearcher // nil where it is the real one
	*memory
	lines chan string
}

// converse starts a server with a fake searcher and additional commands.
func converse(t *testing.T, commands map[string]Command) *conversation {
	t.Helper()
	return converseAs(t, Config{Name: "Test", Version: "1", Author: "Nobody", Commands: commands, ReadBook: book.ReadFile})
}

// converseAs starts a server of a config with a fake searcher.
func converseAs(t *testing.T, config Config) *conversation {
	t.Helper()
	fake := &fakeSearcher{t: t, calls: make(chan searchCall, 100)}
	c := converseWith(t, fake, config)
	c.searcher = fake
	return c
}

// converseWith starts a server of a config with a searcher.
func converseWith(t *testing.T, with searcher, config Config) *conversation {
	t.Helper()
	server := NewServer(config)
	server.newSearcher = func(int) (searcher, error) { return with, nil }
	c := &conversation{t: t, memory: server.Start().(*memory), lines: make(chan string, 1<<16)}
	go func() {
		defer close(c.lines)
		for scanner := bufio.NewScanner(c); scanner.Scan(); {
			c.lines <- scanner.Text()
		}
	}()
	t.Cleanup(c.Close)
	return c
}

// send writes lines to the server.
func (c *conversation) send(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(c.input, line+"\n"); err != nil {
			c.t.Fatalf("sending %.80q: %v", line, err)
		}
	}
}

// line returns the next line.
func (c *conversation) line() string {
	c.t.Helper()
	select {
	case line, more := <-c.lines:
		if !more {
			c.t.Fatal("the server has ended")
		}
		return line
	case <-time.After(patience):
		c.t.Fatal("no answer")
	}
	return ""
}

// expect reads lines that have to be just these.
func (c *conversation) expect(want ...string) {
	c.t.Helper()
	for _, want := range want {
		if got := c.line(); got != want {
			c.t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// until reads lines up to one that begins so, and returns them all.
func (c *conversation) until(prefix string) []string {
	c.t.Helper()
	var lines []string
	for {
		lines = append(lines, c.line())
		if strings.HasPrefix(lines[len(lines)-1], prefix) {
			return lines
		}
	}
}

// expectError reads one line that has to be an error which holds all the parts.
func (c *conversation) expectError(parts ...string) {
	c.t.Helper()
	line := c.line()
	if !strings.HasPrefix(line, "info string error: ") {
		c.t.Fatalf("got %q, want an error", line)
	}
	for _, part := range parts {
		if !strings.Contains(line, part) {
			c.t.Errorf("%q does not say %q", line, part)
		}
	}
}

// expectQuiet makes sure that nothing more has been said, and that the server
// still answers.
func (c *conversation) expectQuiet() {
	c.t.Helper()
	c.send("isready")
	c.expect("readyok")
}

// ask sends a line and returns the one line that answers it.
func (c *conversation) ask(line string) string {
	c.t.Helper()
	c.send(line)
	answer := c.line()
	c.expectQuiet()
	return answer
}

// fen returns the text of the server's position.
func (c *conversation) fen() string {
	c.t.Helper()
	c.send("d")
	lines := c.until("Fen: ")
	c.until("Legal moves")
	return strings.TrimPrefix(lines[len(lines)-1], "Fen: ")
}

// expectEnd waits for the server to end.
func (c *conversation) expectEnd() {
	c.t.Helper()
	select {
	case <-c.ended:
		if c.fault != nil {
			c.t.Fatalf("the server ended with %v", c.fault)
		}
	case <-time.After(patience):
		c.t.Fatal("the server does not end")
	}
}

// expectCleared checks how often the searcher's table was cleared.
func (c *conversation) expectCleared(want int64) {
	c.t.Helper()
	if got := c.searcher.cleared.Load(); got != want {
		c.t.Errorf("the table was cleared %d times, want %d", got, want)
	}
}

// searchCall is what a search was asked for.
type searchCall struct {
	position engine.Position
	limits   search.Limits
	options  search.Options
}

// fakeSearcher answers with the first legal move. It continues until it is stopped if a
// real search might, and complains if a real one would be disturbed.
type fakeSearcher struct {
	t        *testing.T
	calls    chan searchCall
	hashMiB  atomic.Int64
	cleared  atomic.Int64
	running  atomic.Bool
	mostHash int                                                      // a larger table is refused, unless 0
	infos    func(p *engine.Position, best engine.Move) []search.Info // nil: one line
}

func (f *fakeSearcher) Search(ctx context.Context, p *engine.Position, limits search.Limits, options search.Options, report func(search.Info)) search.Result {
	f.undisturbed("Search")
	f.running.Store(true)
	defer f.running.Store(false)
	best := p.Moves(nil)[0]
	infos := []search.Info{{Depth: 1, SelectiveDepth: 2, MultiPV: 1, Score: search.Score{Centi: 150}, Nodes: 7, Time: 2 * time.Millisecond, PV: []engine.Move{best}}}
	if f.infos != nil {
		infos = f.infos(p, best)
	}
	for _, info := range infos {
		report(info)
	}
	select {
	case f.calls <- searchCall{*p, limits, options}:
	default:
	}
	if limits.PonderHit != nil {
		select {
		case <-limits.PonderHit:
		case <-ctx.Done():
		}
	}
	if limits.Infinite || limits.Solve {
		<-ctx.Done()
	}
	next := p.Play(best)
	ponder := engine.NoMove
	if replies := next.Moves(nil); len(replies) > 0 {
		ponder = replies[0]
	}
	return search.Result{Best: best, Ponder: ponder, Info: infos[0]}
}

func (f *fakeSearcher) Resize(hashMiB int) error {
	f.undisturbed("Resize")
	if f.mostHash > 0 && hashMiB > f.mostHash {
		return errors.New("no memory")
	}
	f.hashMiB.Store(int64(hashMiB))
	return nil
}

func (f *fakeSearcher) Clear() {
	f.undisturbed("Clear")
	f.cleared.Add(1)
}

func (f *fakeSearcher) undisturbed(what string) {
	if f.running.Load() {
		f.t.Errorf("%s during a search", what)
	}
}

// call returns what the next search was asked for.
func (c *conversation) call() searchCall {
	c.t.Helper()
	select {
	case call := <-c.searcher.calls:
		return call
	case <-time.After(patience):
		c.t.Fatal("no search")
	}
	return searchCall{}
}
