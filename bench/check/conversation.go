package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"cathedral/protocol/process"
)

// conversation is what a step talks to an engine through. Its methods return
// errors that say what is wrong with the engine; only ctx's own end is another
// matter.
type conversation struct {
	ctx      context.Context
	command  process.Command
	process  *process.Process // nil: the engine does not run
	lines    *lineQueue       // of the process
	patience time.Duration    // how long any answer may take
	dialogue *dialogue
	options  []option // declared in the handshake
	seed     uint64   // for random games
	traits   *traits
}

// traits are what the first steps find out for all others.
type traits struct {
	name    string // of the engine
	reports bool   // it has error lines
	perft   bool   // it counts with go perft
	solves  bool   // it knows go solve
	draws   bool   // its d has a line Fen
}

// errNotOffered is wrapped by the error of a step about something that the engine
// does not offer.
var errNotOffered = errors.New("not offered")

// notOffered returns an error that wraps errNotOffered and says what is missing.
func notOffered(what string) error { return fmt.Errorf("%w: %s", errNotOffered, what) }

// start starts the engine anew, without a word.
func (c *conversation) start() error {
	started, err := process.Start(c.command)
	if err != nil {
		return fmt.Errorf("starting the engine: %w", err)
	}
	c.process, c.lines = started, newLineQueue()
	go c.lines.fill(started.Output)
	c.dialogue.note("!", "started")
	return nil
}

// close kills the engine if it still runs. The dialogue takes what it said last.
func (c *conversation) close() {
	if c.process == nil {
		return
	}
	c.process.Close()
	c.drain()
	c.process = nil
}

// send sends lines, an end of line after each.
func (c *conversation) send(lines ...string) error {
	for _, line := range lines {
		if err := c.sendRaw(line + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// sendRaw sends text as it is.
func (c *conversation) sendRaw(text string) error {
	c.dialogue.note(">", strings.TrimSuffix(text, "\n"))
	switch err := c.process.Write([]byte(text), c.patience); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("the engine does not read its input")
	case err != nil:
		return c.gone()
	}
	return nil
}

// next returns the engine's next line. waitingFor says of what line the step is
// waiting, for the error of one that does not come by the deadline.
func (c *conversation) next(waitingFor string, deadline time.Time) (string, error) {
	timeout := time.NewTimer(time.Until(deadline))
	defer timeout.Stop()
	for {
		line, ok, err := c.lines.pop()
		switch {
		case ok:
			c.dialogue.note("<", line)
			return line, nil
		case errors.Is(err, io.EOF):
			return "", c.gone()
		case err != nil:
			return "", err
		}
		select {
		case <-c.lines.news:
		case <-timeout.C:
			return "", &silence{waitingFor}
		case <-c.ctx.Done():
			return "", c.ctx.Err()
		}
	}
}

// silence is the error of an answer that did not come in time.
type silence struct{ waitingFor string }

func (s *silence) Error() string { return "no " + s.waitingFor + " in time" }

// gone returns an error that says how the engine left.
func (c *conversation) gone() error {
	if !c.process.EndsWithin(time.Second) {
		return errors.New("the engine closed its output and runs on")
	}
	return fmt.Errorf("the engine has ended (%s)", c.exitStatus())
}

// exitStatus says how the engine ended, "exit status 0" when all was well, and
// what it last wrote to its standard error.
func (c *conversation) exitStatus() string {
	status := c.process.State().String()
	if words := c.process.LastWords(); len(words) > 0 {
		status += ", stderr: " + shorten(strings.Join(words[max(0, len(words)-3):], " / "))
	}
	return status
}

// await returns the first line that a step waits for, and the lines before it.
func (c *conversation) await(waitingFor string, matches func(line string) bool) (line string, before []string, err error) {
	deadline := time.Now().Add(c.patience)
	bytes := 0
	for {
		line, err := c.next(waitingFor, deadline)
		if err != nil || matches(line) {
			return line, before, err
		}
		before = append(before, line)
		if bytes += len(line); bytes > mostWaiting {
			return "", nil, errFlood
		}
		if time.Now().After(deadline) {
			return "", nil, &silence{waitingFor}
		}
	}
}

// is returns a function that tells whether a line is the one given.
func is(want string) func(string) bool {
	return func(line string) bool { return strings.TrimSpace(line) == want }
}

// begins returns a function that tells whether a line begins with a word.
func begins(word string) func(string) bool {
	return func(line string) bool { return line == word || strings.HasPrefix(line, word+" ") }
}

// ready asks whether the engine is ready, waits until it is, and returns what it
// said before.
func (c *conversation) ready() ([]string, error) {
	if err := c.send("isready"); err != nil {
		return nil, err
	}
	_, before, err := c.await("readyok", is("readyok"))
	return before, err
}

// tell sends lines and waits until the engine has read them. It returns what came
// back.
func (c *conversation) tell(lines ...string) ([]string, error) {
	if err := c.send(lines...); err != nil {
		return nil, err
	}
	return c.ready()
}

// quiet takes what comes within a time, which must not be a bestmove.
func (c *conversation) quiet(duration time.Duration, why string) error {
	deadline := time.Now().Add(duration)
	for time.Now().Before(deadline) {
		line, err := c.next("", deadline)
		var nothing *silence
		if errors.As(err, &nothing) {
			break
		}
		if err != nil {
			return err
		}
		if begins("bestmove")(line) {
			return fmt.Errorf("%q, %s", shorten(line), why)
		}
	}
	return nil
}

// drain notes what is waiting to be read.
func (c *conversation) drain() {
	for {
		line, ok, _ := c.lines.pop()
		if !ok {
			return
		}
		c.dialogue.note("<", line)
	}
}

// greet carries out the handshake.
func (c *conversation) greet() (said []string, err error) {
	if err := c.send("ugi"); err != nil {
		return nil, err
	}
	_, said, err = c.await("ugiok", is("ugiok"))
	if err != nil {
		return nil, err
	}
	c.options, err = parseOptions(said)
	return said, err
}

// isError reports whether a line tells of an error.
func isError(line string) bool { return strings.HasPrefix(line, "info string error") }
