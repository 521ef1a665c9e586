package main

import (
	"bufio"
	"context"
	"io"
	"strings"

	"cathedral/cmd/internal/messages"
	"cathedral/protocol"
)

// seat is an engine that runs in this program. It speaks the protocol over
// pipes, as it would as a process.
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

// run runs the engine and answers the request with this number when it is ready.
// It returns when the engine has ended.
func (s *seat) run(server *protocol.Server, id int) {
	input, toEngine := io.Pipe()
	fromEngine, output := io.Pipe()
	go func() {
		err := server.Run(context.Background(), input, output)
		input.Close() // so that pass does not wait
		output.CloseWithError(err)
	}()
	go io.WriteString(toEngine, "ugi\n")
	reader := bufio.NewReader(fromEngine)
	name, err := s.handshake(reader)
	if err != nil {
		s.say(messages.Reply(id, nil, err))
		return
	}
	seated := &messages.Seated{Seat: s.name, Name: name, Options: s.filter.Declared()}
	s.say(messages.Reply(id, messages.Fields{"seat": seated}, nil))
	go s.pass(toEngine)
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			s.say(messages.EndedPush{Seat: s.name, Ended: err.Error()})
			return
		}
		s.say(messages.LinePush{Seat: s.name, Line: strings.TrimRight(line, "\r\n")})
	}
}

// handshake reads the engine's name and its options.
func (s *seat) handshake(reader *bufio.Reader) (name string, err error) {
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return "", err
		}
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		switch first {
		case "id":
			if own, named := strings.CutPrefix(rest, "name "); named {
				name = own
			}
		case "option":
			option, err := protocol.ParseOption(line)
			if err != nil {
				return "", err
			}
			s.filter.Options = append(s.filter.Options, option)
		case "ugiok":
			return name, nil
		}
	}
}

// pass sends the lines of the page to the engine, unless they may not be sent.
func (s *seat) pass(toEngine io.Writer) {
	for line := range s.lines {
		var err error
		if words := strings.Fields(line.Line); words[0] == "setoption" {
			err = s.filter.CheckOption(words)
		}
		if err == nil {
			_, err = io.WriteString(toEngine, line.Line+"\n")
		}
		if answer := messages.Reply(line.ID, nil, err); answer != nil {
			s.say(answer)
		}
	}
}
