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

// conversation is a step's connection to an engine. The errors of its methods
// describe a fault of the engine, or are ctx's.
type conversation struct {
	ctx      context.Context
	command  process.Command
	process  *process.Process // nil if the engine is not running
	lines    *lineQueue       // of the process
	patience time.Duration    // the longest wait for an answer
	margin   time.Duration    // by which a match lets a move be late
	dialogue *dialogue
	options  []option // declared in the handshake
	seed     uint64   // for random games
	traits   *traits
}

// traits are the findings of the first steps, for all others.
type traits struct {
	name    string // of the engine
	reports bool   // it writes error lines
	perft   bool   // it supports go perft
	solves  bool   // it supports go solve
	decides bool   // it supports go solve verdict
	draws   bool   // its d prints a line Fen
	ponders bool   // it has an option Ponder
}

// errNotOffered is wrapped by the error of a step whose feature the engine does not
// offer.
var errNotOffered = errors.New("not offered")

// notOffered returns an error that wraps errNotOffered and names the missing feature.
func notOffered(what string) error { return fmt.Errorf("%w: %s", errNotOffered, what) }

// start starts a new process of the engine and sends it nothing.
func (c *conversation) start() error {
	started, err := process.Start(c.command)
	if err != nil {
		return fmt.Errorf("starting the engine: %w", err)
	}
	c.process, c.lines = started, newLineQueue()
	go c.lines.fill(started)
	c.dialogue.note("!", "started")
	return nil
}

// close kills the engine if it is still running, and adds its last lines to the
// dialogue.
func (c *conversation) close() {
	if c.process == nil {
		return
	}
	c.process.Close()
	c.drain()
	c.process = nil
}

// send sends lines, each followed by a newline.
func (c *conversation) send(lines ...string) error {
	for _, line := range lines {
		if err := c.sendRaw(line + "\n"); err != nil {
			return err
		}
	}
	return nil
}

// sendRaw sends text unchanged.
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

// next returns the engine's next line. waitingFor names the expected line in the
// error that next returns at the deadline.
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

// gone returns an error that says how the engine ended.
func (c *conversation) gone() error {
	if !c.process.EndsWithin(time.Second) {
		return errors.New("the engine closed its output and is still running")
	}
	return fmt.Errorf("the engine has ended (%s)", c.exitStatus())
}

// exitStatus returns the engine's exit status, such as "exit status 0", and its last
// lines on standard error.
func (c *conversation) exitStatus() string {
	status := "exit status 0"
	if err := c.process.Fault(); err != nil {
		status = err.Error()
	}
	if words := c.process.LastWords(); len(words) > 0 {
		status += ", stderr: " + shorten(strings.Join(words[max(0, len(words)-3):], " / "))
	}
	return status
}

// await returns the first line that matches, and the lines before it.
func (c *conversation) await(waitingFor string, matches func(line string) bool) (line string, before []string, err error) {
	deadline := time.Now().Add(c.patience)
	bytes := 0
	for {
		line, err := c.next(waitingFor, deadline)
		if err != nil || matches(line) {
			return line, before, err
		}
		before = append(before, line)
		if bytes += len(line); bytes > maxUnread {
			return "", nil, errFlood
		}
		if time.Now().After(deadline) {
			return "", nil, &silence{waitingFor}
		}
	}
}

// is returns a function that reports whether a line is want.
func is(want string) func(string) bool {
	return func(line string) bool { return strings.TrimSpace(line) == want }
}

// begins returns a function that reports whether a line begins with word.
func begins(word string) func(string) bool {
	return func(line string) bool { return line == word || strings.HasPrefix(line, word+" ") }
}

// ready sends isready, waits for readyok, and returns the lines before it.
func (c *conversation) ready() ([]string, error) {
	if err := c.send("isready"); err != nil {
		return nil, err
	}
	_, before, err := c.await("readyok", is("readyok"))
	return before, err
}

// tell sends lines, waits until the engine has read them, and returns its answers.
func (c *conversation) tell(lines ...string) ([]string, error) {
	if err := c.send(lines...); err != nil {
		return nil, err
	}
	return c.ready()
}

// quiet reads lines for the given duration and returns an error, which ends in why,
// if one of them is a bestmove.
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

// drain adds the unread lines to the dialogue.
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

// isError reports whether a line is an error line.
func isError(line string) bool { return strings.HasPrefix(line, "info string error") }
