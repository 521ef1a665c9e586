package serve

// The requests of a page.

import (
	"slices"

	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/serve/visitor"
)

// requests returns the requests that connections answer. Those about games of friends are
// refused unless the server keeps some.
func requests(keepsFriends bool) messages.Table[*connection] {
	ofFriends := messages.Table[*connection]{
		messages.On("invite", messages.Once, (*connection).invite),
		messages.On("join", messages.Repeatable, (*connection).joinFriends),
		messages.On("part", messages.Once, (*connection).leaveFriends),
		messages.On("play", messages.Repeatable, (*connection).playMove),
		messages.On("resign", messages.Once, (*connection).resign),
		messages.On("offer", messages.Once, (*connection).offer),
		messages.On("decline", messages.Once, (*connection).decline),
		messages.On("handover", messages.Once, (*connection).handOver),
		messages.On("keep", messages.Once, (*connection).keepSeat),
	}
	if !keepsFriends {
		ofFriends = messages.Refusing(ofFriends, errNoFriends)
	}
	return slices.Concat(messages.Within(messages.RulebookRequests(), (*connection).rulebook), ofFriends, messages.Table[*connection]{
		messages.On("addresses", messages.Repeatable, (*connection).addresses),
		messages.On("seat", messages.Once, (*connection).takeSeat),
		messages.On("send", messages.Once, (*connection).sendLine),
		messages.On("leave", messages.Once, (*connection).leaveSeat),
		messages.On("prove", messages.Once, (*connection).prove),
		messages.On("walk", messages.Once, (*connection).walk),
		messages.On("certificate", messages.Once, (*connection).certificate),
		messages.On("endproof", messages.Once, (*connection).endProof),
		messages.On("match", messages.Once, (*connection).startMatch),
		messages.On("watch", messages.Once, (*connection).watch),
		messages.On("unwatch", messages.Once, (*connection).unwatch),
		messages.On("played", messages.Repeatable, (*connection).played),
		messages.On("endmatch", messages.Once, (*connection).endMatch),
	})
}

// handle answers a message.
func (c *connection) handle(message []byte) { c.send(c.server.requests.Answer(c, message)) }

// reply sends an answer if one is due.
func (c *connection) reply(id int, answer messages.Fields, err error) {
	c.send(messages.Reply(id, answer, err))
}

func (c *connection) rulebook() messages.Rulebook {
	return messages.Rulebook{Opening: c.server.config.Book}
}

// addresses answers with the addresses of the page for other devices. A page on another
// machine knows one of them, and does not get the others.
func (c *connection) addresses(*messages.Head) ([]string, error) {
	if addresses := NetworkAddresses(c.server.listening); addresses != nil && c.visitor == visitor.Oneself {
		return addresses, nil
	}
	return []string{}, nil
}
