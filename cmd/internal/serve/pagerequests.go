package serve

// The requests of a page: who answers which.

import (
	"errors"

	"cathedral/cmd/internal/messages"
)

// errLater is returned for a request that is answered later.
var errLater = errors.New("the answer comes later")

// handle parses a message and answers it.
func (c *connection) handle(message []byte) {
	r, err := messages.ParseRequest(message)
	var answer messages.Fields
	if err == nil {
		answer, err = c.answer(&r)
	}
	c.reply(r.ID, answer, err)
}

// reply sends an answer if one is due.
func (c *connection) reply(id int, answer messages.Fields, err error) {
	if errors.Is(err, errLater) {
		return
	}
	if message := messages.Reply(id, answer, err); message != nil {
		c.send(message)
	}
}

// answer carries out a request and returns its answer.
func (c *connection) answer(r *messages.Request) (messages.Fields, error) {
	switch r.Do {
	case "seat":
		return nil, c.takeSeat(r)
	case "send":
		return nil, c.sendLine(r)
	case "leave":
		return nil, c.leaveSeat(r.Seat)
	case "watch":
		return messages.Fields{"match": c.server.gallery.watch(c)}, nil
	case "unwatch":
		c.server.gallery.leave(c)
		return nil, nil
	case "match":
		return c.startMatch(r)
	case "addresses":
		return messages.Fields{"addresses": c.addresses()}, nil
	case "played":
		game, err := c.server.gallery.played(r.Number)
		return messages.Fields{"played": game}, err
	case "endmatch":
		state, err := c.server.gallery.finish(c)
		return messages.Fields{"match": state}, err
	case "invite", "join", "part", "play", "resign", "offer", "decline":
		return c.answerFriends(r)
	}
	return messages.Answer(r, c.server.config.Book)
}

// addresses returns the addresses of the page for other devices. A page on another machine
// knows one of them, and is not told the others.
func (c *connection) addresses() []string {
	if addresses := NetworkAddresses(c.server.listening); addresses != nil && c.visitor == oneself {
		return addresses
	}
	return []string{}
}
