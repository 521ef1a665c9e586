package protocol

// The client: the lines exchanged with an engine. Their meaning is in
// clienthandshake.go and clientsearch.go.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"cathedral/engine/wording"
	"cathedral/protocol/process"
	"cathedral/protocol/wire"
)

// ClientConfig says how to start an engine.
type ClientConfig struct {
	Command     string   // a path, relative to Directory, or a name to look up in PATH
	Arguments   []string // nil: none
	Directory   string   // "": the current directory
	Environment []string // "NAME=value", added to this program's; nil: none
	// Trace, if not nil, is called with every line sent and every line read, on
	// the goroutine that sends or reads it.
	Trace func(sent bool, line string)
	// Clock measures all times and deadlines of the conversation, except of writing. nil: all time
	// counts.
	Clock *AwakeClock
}

// Client is a conversation with an engine, which is a process (StartClient) or a
// server of this program (Server.Start). One goroutine at a time may use it, with two
// exceptions: Send may be called beside an Await in another goroutine, and Close at any
// time. After an error of a type in engineerrors.go other than *SlowError, the only valid
// call is Close; but Await may read on after its *SilentError or *NonsenseError.
type Client struct {
	transport Transport
	trace     func(sent bool, line string) // nil: none
	clock     *AwakeClock                  // see ClientConfig
	lines     *engineLines
	dialect   dialect
	timer     *time.Timer
	closing   sync.Once

	name, author string
	options      []wire.Option
	unreadable   map[string]error
	complaints   []string

	pending  *engineLine // it came after a deadline; the next Await reads it first
	thinking bool        // a go awaits its answer
	begun    time.Time   // when that go was sent
	answers  answerWatch
	answered string    // the move of the last Answer
	repeated bool      // it came again
	repeats  bool      // so did this one or an earlier one
	repeat   string    // the line with which it came again after the last go; "": none
	remark   string    // on the last line since that go that was not understood; "": none
	since    time.Time // when the engine's time began to run
	asked    time.Time // when the command was sent that the engine must answer
}

// StartClient starts the process that config describes and sends nothing to it yet. The
// caller must call Quit or Close. On Linux the engine is also killed when this
// program ends for any reason; elsewhere the engine must notice the end of its
// input. Children that leave the engine's process group are not killed.
func StartClient(config ClientConfig) (*Client, error) {
	started, err := process.Start(process.Command{
		Path: config.Command, Arguments: config.Arguments, Directory: config.Directory, Environment: config.Environment,
	})
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", config.Command, err)
	}
	return NewClient(started, config.Trace, config.Clock), nil
}

// NewClient returns the client of a running engine. trace and clock are as in ClientConfig.
// The caller must call Quit or Close, which close the transport.
func NewClient(engine Transport, trace func(sent bool, line string), clock *AwakeClock) *Client {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &Client{transport: engine, trace: trace, clock: clock, lines: readEngine(engine, clock), dialect: ugiDialect(), timer: timer, unreadable: map[string]error{}}
}

// writePatience is how long a full pipe may block a write before the engine is
// considered silent.
const writePatience = 3 * time.Second

// Send sends lines, which must not contain line breaks. It returns a
// *CrashError if the process has stopped reading its input for good, and a
// *SilentError if it leaves its input unread.
func (c *Client) Send(lines ...string) error {
	for _, line := range lines {
		if strings.ContainsAny(line, "\r\n") {
			return fmt.Errorf("sending %s: the line contains a line break", wording.Quoted(line))
		}
	}
	return c.write([]byte(strings.Join(lines, "\n") + "\n"))
}

// write sends whole lines.
func (c *Client) write(text []byte) error {
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		c.answers.sent(line, c.clock.Now())
		if c.trace != nil {
			c.trace(true, line)
		}
	}
	switch err := c.transport.Write(text, writePatience); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &SilentError{Awaited: "reading of its input", Waited: writePatience}
	case err != nil:
		return c.crash("input")
	}
	return nil
}

// Await reads lines until accept returns true, and returns that line with its
// time of arrival. A nil accept takes the next line. deadline is a time of the client's
// clock; the zero deadline is none.
// The error is a *SilentError if the deadline passes first, a *CrashError if the
// output ends, or a *NonsenseError for a line that is not text. Otherwise it is
// accept's own error, or ctx's. what names the awaited line in errors. A line that comes
// after the deadline is left for the next Await. A bestmove that only repeats the one
// before it is skipped, as Answer describes.
func (c *Client) Await(ctx context.Context, what string, deadline time.Time, accept func(line string) (bool, error)) (string, time.Time, error) {
	started := c.clock.Now()
	var expired <-chan time.Time
	if !deadline.IsZero() {
		c.timer.Reset(deadline.Sub(started))
		defer c.timer.Stop()
		expired = c.timer.C
	}
	silent := func() error {
		return &SilentError{Awaited: what, Waited: deadline.Sub(started), Unfinished: c.lines.unfinished(), Repetition: c.repeat, Remark: c.remark}
	}
	overdue := false // then read only the lines that arrived in time
	for {
		line, more := c.pending, true
		c.pending = nil
		if line == nil {
			line, more = c.receive(ctx, expired, deadline, &overdue)
		}
		switch {
		case !more:
			return "", time.Time{}, c.crash(what)
		case line == nil && overdue:
			return "", time.Time{}, silent()
		case line == nil:
			return "", time.Time{}, ctx.Err()
		case expired != nil && line.at.After(deadline):
			c.pending = line
			return "", time.Time{}, silent()
		case line.fault != nil:
			return "", time.Time{}, line.fault
		case c.answers.isRepetition(line):
			c.repeated, c.repeats = true, true
			if !line.at.Before(c.begun) {
				c.repeat = line.text
			}
			continue
		}
		if accept == nil {
			return line.text, line.at, nil
		}
		if accepted, err := accept(line.text); accepted || err != nil {
			return line.text, line.at, err
		}
	}
}

// receive returns the next line of the output, and false if that has ended. The line is nil
// if the deadline is over and nothing is left to read, or ctx is done. expired is the channel of the
// timer, which rings too early if the process has overslept.
func (c *Client) receive(ctx context.Context, expired <-chan time.Time, deadline time.Time, overdue *bool) (*engineLine, bool) {
	var line engineLine
	more := true
	if !*overdue {
		select {
		case line, more = <-c.lines.lines:
		case <-ctx.Done():
			return nil, true
		case <-expired:
			if left := deadline.Sub(c.clock.Now()); left > 0 {
				c.timer.Reset(max(left, wakeInterval))
				return c.receive(ctx, expired, deadline, overdue)
			}
			*overdue = true
		}
	}
	if *overdue {
		select {
		case line, more = <-c.lines.lines:
		default:
			return nil, true
		}
	}
	if more && line.fault == nil {
		if c.trace != nil {
			c.trace(false, line.text)
		}
		c.note(line.text)
	}
	return &line, more
}

// mostComplaints is the maximum number of error lines that are kept.
const mostComplaints = 20

// note keeps a line that reports an error, or that no client understands.
func (c *Client) note(line string) {
	c.remark = cmp.Or(NotUnderstood(line), c.remark)
	if strings.HasPrefix(line, "info string error") && len(c.complaints) < mostComplaints {
		c.complaints = append(c.complaints, strings.TrimPrefix(line, "info string "))
	}
}

// NotUnderstood returns a remark on a line of an engine that is none of the protocol's, "" on any
// other line.
func NotUnderstood(line string) string {
	words := append(strings.Fields(line), "info")
	if slices.Contains([]string{"id", "option", "ugiok", "uciok", "readyok", "info", "bestmove", "response"}, words[0]) {
		return ""
	}
	return "the last line that was not understood is " + wording.Quoted(line)
}

// Complaints returns the error lines that the engine has written since the last
// call, at most the first 20.
func (c *Client) Complaints() []string {
	complaints := c.complaints
	c.complaints = nil
	return complaints
}

// crash returns a *CrashError for a process whose input or output has ended. It
// kills the process if that is still running.
func (c *Client) crash(awaited string) error {
	const patience = time.Second
	fault := &CrashError{Awaited: awaited, Unfinished: c.lines.unfinished()}
	if !process.Within(c.transport.Ended(), patience) {
		c.transport.Kill()
		process.Within(c.transport.Ended(), patience)
		fault.Status = "closed its pipes without ending"
	} else {
		fault.Status = "exit status 0"
		if err := c.transport.Fault(); err != nil {
			fault.Status = err.Error()
		}
	}
	fault.LastWords = c.transport.LastWords()
	return fault
}

// CloseInput closes the engine's input, which means quit.
func (c *Client) CloseInput() error { return c.transport.CloseInput() }

// Ended returns a channel that is closed when the process has ended.
func (c *Client) Ended() <-chan struct{} { return c.transport.Ended() }

// Quit sends `quit` to the engine and waits for its end. If the engine has not ended
// after grace, Quit kills it and its children and returns a *SilentError. An
// exit status other than 0 is a *CrashError.
func (c *Client) Quit(grace time.Duration) error {
	defer c.Close()
	c.write([]byte("quit\n")) // if the engine has ended, its status is checked below
	c.CloseInput()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	lines := c.lines.lines
	for {
		select {
		case _, more := <-lines: // so that a full pipe does not block the engine
			if !more {
				lines = nil
			}
		case <-c.transport.Ended():
			if c.transport.Fault() != nil {
				return c.crash("end")
			}
			return nil
		case <-timer.C:
			return &SilentError{Awaited: "end after quit", Waited: grace}
		}
	}
}

// Close kills the process and its children if they still run, and waits for
// their end.
func (c *Client) Close() {
	c.closing.Do(func() {
		c.transport.Close()
		close(c.lines.closed)
	})
}
