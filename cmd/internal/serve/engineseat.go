package serve

// A seat is an engine that runs as a process for one page. One goroutine owns
// its state and receives the lines of the page and of the engine.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/bench/match/player"
	"cathedral/cmd/internal/messages"
	"cathedral/protocol"
)

// Engine is an engine that pages may use. Pages know only its name. Settings other than the name
// and how to start it do not count.
type Engine = player.Specification

// seat is an engine that runs for a page.
type seat struct {
	name   string
	engine *Engine
	limits *Limits
	line   *waitingLine // of all seats that want to search
	held   *backlog     // has the bytes of lines and pending
	// say sends a message to the page, unless it is nil. It blocks while the page does
	// not read.
	say   func(message any)
	lines messages.SeatLines // of the page

	client  *protocol.Client
	filter  messages.LineFilter
	pending []pendingLine // lines of the page; the first is a go that waits
	place   *place        // held or awaited for a search; nil: neither
	told    bool          // the page knows that the seat waits
	search  *seatSearch   // nil: none runs
	unready int           // isready that the engine has not answered
	alarm   *time.Timer
}

func newSeat(name string, engine *Engine, limits *Limits, line *waitingLine, held *backlog, say func(any)) *seat {
	alarm := time.NewTimer(time.Hour)
	alarm.Stop()
	return &seat{
		name: name, engine: engine, limits: limits, line: line, held: held, say: say,
		lines: make(messages.SeatLines, messages.WaitingLines),
		alarm: alarm,
	}
}

// run starts the engine, calls ready, and passes lines on until ctx or the
// engine ends. The end of ctx is not an error.
func (s *seat) run(ctx context.Context, ready func(*messages.Seated)) error {
	client, err := startEngine(ctx, s.engine, s.limits)
	if err != nil {
		return quietly(ctx, err)
	}
	s.client = client
	defer client.Quit(quitPatience)
	s.filter = messages.LineFilter{Limits: s.limits.told(), Options: client.Options()}
	ready(&messages.Seated{Seat: s.name, Name: client.Name(), Options: s.filter.Declared()})

	ctx, leave := context.WithCancel(ctx)
	heard := make(chan string)
	var fault error
	go func() {
		defer close(heard)
		fault = listen(ctx, client, heard)
	}()
	defer func() {
		leave()
		for range heard { // so that listen has ended when the client quits
		}
	}()
	defer s.leaveLine()
	for {
		var err error
		select {
		case line := <-s.lines:
			err = s.take(line)
		case line, more := <-heard:
			if !more {
				return quietly(ctx, fault)
			}
			err = s.hear(line)
		case <-s.granted():
			err = s.pump()
		case <-s.alarm.C:
			err = s.ring()
		case <-ctx.Done():
		}
		if err != nil || ctx.Err() != nil {
			return quietly(ctx, err)
		}
	}
}

// quitPatience is how long an engine may take to quit.
const quitPatience = time.Second

// startEngine starts an engine and does the handshake. If the engine has an option
// for the size of its hash table, startEngine sets it to the limit.
func startEngine(ctx context.Context, e *Engine, limits *Limits) (*protocol.Client, error) {
	client, err := protocol.StartClient(protocol.ClientConfig{Command: e.Command, Arguments: e.Arguments, Directory: e.Directory})
	if err != nil {
		return nil, err
	}
	patience := cmp.Or(e.Start, limits.Patience)
	if err = client.Handshake(ctx, patience); errors.As(err, new(*protocol.SilentError)) {
		err = fmt.Errorf("%w%s", err, player.MoreTime(patience))
	}
	for _, option := range client.Options() {
		if err == nil && strings.EqualFold(option.Name, "hash") && option.Max > 0 {
			err = client.SetOption(option.Name, fmt.Sprint(min(option.Max, limits.HashMiB)))
		}
	}
	if err != nil {
		client.Close()
		return nil, err
	}
	return client, nil
}

// quietly returns err, or nil if ctx has ended, since that explains any error.
func quietly(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// listen sends the lines of an engine to heard until ctx or the engine ends,
// and returns the reason.
func listen(ctx context.Context, client *protocol.Client, heard chan<- string) error {
	_, _, err := client.Await(ctx, "a line", time.Time{}, func(line string) (bool, error) {
		select {
		case heard <- line:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	})
	return err
}

// answer answers the request that contained a line.
func (s *seat) answer(id int, err error) { s.say(messages.Reply(id, nil, err)) }
