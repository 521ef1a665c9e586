package protocol

// The client: an engine's process, and the lines that go to it and come from it.
// What is said in them is in clienthandshake.go and clientsearch.go.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"cathedral/protocol/process"
)

// ClientConfig says how an engine is started.
type ClientConfig struct {
	Command     string // a path, relative to Directory, or a name to be looked up
	Arguments   []string
	Directory   string   // "": the current one
	Environment []string // "NAME=value", added to our own
	// Trace, if not nil, is called with every line sent and every line read, by
	// the goroutine that uses the client.
	Trace func(sent bool, line string)
}

// Client is an engine that runs as a process. One goroutine uses it; Close may
// be called by any. After an error of the types in engineerrors.go the conversation is
// over and all that is left is to Close.
type Client struct {
	config  ClientConfig
	process *process.Process
	lines   *engineLines
	dialect dialect
	timer   *time.Timer
	closing sync.Once

	name, author string
	options      []EngineOption
	complaints   []string

	thinking bool      // a go has not been answered
	since    time.Time // when the engine began to use its time
	asked    time.Time // when it was told something that it has to answer
}

// StartClient starts an engine's process, and says nothing to it yet. The caller
// has to Quit or Close. Until then the process is ended with its children when
// this program ends, on Linux however that comes; elsewhere it has to mind the
// end of its input. Children that leave the engine's process group are not ended.
func StartClient(config ClientConfig) (*Client, error) {
	started, err := process.Start(process.Command{
		Path: config.Command, Arguments: config.Arguments, Directory: config.Directory, Environment: config.Environment,
	})
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", config.Command, err)
	}
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &Client{
		config:  config,
		process: started,
		lines:   readEngine(started.Output),
		dialect: ugiDialect(),
		timer:   timer,
	}, nil
}

// writePatience is how long an engine may leave what is sent to it unread, once
// the pipe is full.
const writePatience = 3 * time.Second

// Send sends lines, which must not hold line ends. It returns a *CrashError when
// the process does not read any more, a *SilentError when it does not take them.
func (c *Client) Send(lines ...string) error {
	for _, line := range lines {
		if strings.ContainsAny(line, "\r\n") {
			return fmt.Errorf("sending %s: a line's end within the line", quoted(line))
		}
	}
	return c.write([]byte(strings.Join(lines, "\n") + "\n"))
}

// write sends whole lines.
func (c *Client) write(text []byte) error {
	if c.config.Trace != nil {
		for line := range strings.Lines(string(text)) {
			c.config.Trace(true, strings.TrimSuffix(line, "\n"))
		}
	}
	switch err := c.process.Write(text, writePatience); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &SilentError{Awaited: "reading of its input", Waited: writePatience}
	case err != nil:
		return c.crash("input")
	}
	return nil
}

// Await reads lines until one is accepted, which it returns with the moment when
// it came; if accept is nil that is the next one. It returns a *SilentError when none was before the deadline (zero:
// no deadline), a *CrashError when the output ended, a *NonsenseError for a line
// that is no text or that accept returns it for, and ctx's error when that ends
// first. What is awaited is only for the errors.
func (c *Client) Await(ctx context.Context, what string, deadline time.Time, accept func(line string) (bool, error)) (string, time.Time, error) {
	started := time.Now()
	var expired <-chan time.Time
	if !deadline.IsZero() {
		c.timer.Reset(time.Until(deadline))
		defer c.timer.Stop()
		expired = c.timer.C
	}
	silent := func() error {
		return &SilentError{Awaited: what, Waited: deadline.Sub(started), Unfinished: c.lines.unfinished()}
	}
	overdue := false // then only what has come in time is still read
	for {
		var line engineLine
		var more bool
		if !overdue {
			select {
			case line, more = <-c.lines.lines:
			case <-ctx.Done():
				return "", time.Time{}, ctx.Err()
			case <-expired:
				overdue = true
			}
		}
		if overdue {
			select {
			case line, more = <-c.lines.lines:
			default:
				return "", time.Time{}, silent()
			}
		}
		switch {
		case !more:
			return "", time.Time{}, c.crash(what)
		case expired != nil && line.at.After(deadline):
			return "", time.Time{}, silent()
		case line.fault != nil:
			return "", time.Time{}, line.fault
		}
		if c.config.Trace != nil {
			c.config.Trace(false, line.text)
		}
		c.note(line.text)
		if accept == nil {
			return line.text, line.at, nil
		}
		if accepted, err := accept(line.text); accepted || err != nil {
			return line.text, line.at, err
		}
	}
}

// mostComplaints is how many of an engine's error lines are kept.
const mostComplaints = 20

// note keeps what an engine reports as errors.
func (c *Client) note(line string) {
	if strings.HasPrefix(line, "info string error") && len(c.complaints) < mostComplaints {
		c.complaints = append(c.complaints, strings.TrimPrefix(line, "info string "))
	}
}

// Complaints returns the first error lines of the engine since the last call, up
// to 20: what it did not like of that which was sent to it.
func (c *Client) Complaints() []string {
	complaints := c.complaints
	c.complaints = nil
	return complaints
}

// crash returns what is known of the end of the process, after the end of its
// input or output has been seen. A process that goes on without them is ended.
func (c *Client) crash(awaited string) error {
	const patience = time.Second
	fault := &CrashError{Awaited: awaited, Unfinished: c.lines.unfinished()}
	if !c.process.EndsWithin(patience) {
		c.process.Kill()
		c.process.EndsWithin(patience)
		fault.Status = "closed its pipes without ending"
	} else {
		fault.Status = c.process.State().String()
	}
	fault.LastWords = c.process.LastWords()
	return fault
}

// CloseInput ends the engine's input, which is as good as quit.
func (c *Client) CloseInput() error { return c.process.CloseInput() }

// Ended returns a channel that is closed when the process is gone.
func (c *Client) Ended() <-chan struct{} { return c.process.Ended() }

// Quit asks the engine to end, and ends it with its children when it has not done
// so within the grace: that is a *SilentError. An exit status other than 0 is a
// *CrashError.
func (c *Client) Quit(grace time.Duration) error {
	defer c.Close()
	c.write([]byte("quit\n")) // an engine that is gone already is judged below
	c.CloseInput()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	lines := c.lines.lines
	for {
		select {
		case _, more := <-lines: // so that it need not wait to be read
			if !more {
				lines = nil
			}
		case <-c.process.Ended():
			if !c.process.State().Success() {
				return c.crash("end")
			}
			return nil
		case <-timer.C:
			return &SilentError{Awaited: "end after quit", Waited: grace}
		}
	}
}

// Close ends the process and its children at once, if they have not ended, and
// waits until they are gone.
func (c *Client) Close() {
	c.closing.Do(func() {
		c.process.Close()
		close(c.lines.closed)
	})
}
