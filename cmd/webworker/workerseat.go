package main

import (
	"context"
	"strings"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/protocol"
)

// seat is an engine that runs in this program, as a server in memory.
type seat struct {
	name   string
	say    func(message any) // sends a message to the page
	filter messages.LineFilter
	lines  messages.SeatLines // of the page
}

func newSeat(name string, say func(any)) *seat {
	filter := messages.LineFilter{Limits: messages.WorkerHello().Limits}
	return &seat{name: name, say: say, filter: filter, lines: make(messages.SeatLines, messages.WaitingLines)}
}

// patience is how long the engine may take for the handshake.
const patience = time.Minute

// run runs the engine and answers the request with this number when it is ready.
// It returns when the engine has ended.
func (s *seat) run(server *protocol.Server, id int) {
	engine := protocol.NewClient(server.Start(), nil, nil)
	defer engine.Close()
	ctx := context.Background()
	if err := engine.Handshake(ctx, patience); err != nil {
		s.say(messages.Reply(id, nil, err))
		return
	}
	s.filter.Options = engine.Options()
	seated := &messages.Seated{Seat: s.name, Name: engine.Name(), Options: s.filter.Declared()}
	s.say(messages.Reply(id, messages.Fields{"seat": seated}, nil))
	go s.pass(engine)
	_, _, err := engine.Await(ctx, "a line", time.Time{}, func(line string) (bool, error) {
		s.say(messages.LinePush{Seat: s.name, Line: line})
		return false, nil
	})
	s.say(messages.EndedPush{Seat: s.name, Ended: err.Error()})
}

// pass sends the lines of the page to the engine, unless they may not be sent.
func (s *seat) pass(engine *protocol.Client) {
	for line := range s.lines {
		var err error
		if words := strings.Fields(line.Line); words[0] == "setoption" {
			err = s.filter.CheckOption(words)
		}
		if err == nil {
			err = engine.Send(line.Line)
		}
		if answer := messages.Reply(line.ID, nil, err); answer != nil {
			s.say(answer)
		}
	}
}
