package serve

// The requests of a page.

import (
	"cmp"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/serve/visitor"
)

// requests returns the requests that connections answer. Those about games of friends are
// refused unless the server keeps some.
func requests(keepsFriends bool) messages.Table[*connection] {
	withFriends := messages.Table[*connection]{
		messages.On("invite", messages.Once, (*connection).invite),
		messages.On("join", messages.Repeatable, (*connection).joinFriends),
		messages.On("part", messages.Once, (*connection).partFriends),
		messages.On("turns", messages.Repeatable, func(c *connection, r *turnsRequest) (any, error) { return c.house().Turns(r.Tokens), nil }),
		ofFriends("play", messages.Repeatable, func(h *friends.House, r *playRequest) error { return h.Play(r.Ticket, r.Ply, r.Move) }),
		ofFriends("resign", messages.Once, func(h *friends.House, r *ticketRequest) error { return h.Resign(r.Ticket) }),
		ofFriends("offer", messages.Once, func(h *friends.House, r *offerRequest) error { return h.Offer(r.Ticket, r.Offer) }),
		ofFriends("decline", messages.Once, func(h *friends.House, r *ticketRequest) error { return h.Decline(r.Ticket) }),
		ofFriends("handover", messages.Once, func(h *friends.House, r *seatOfRequest) error { return r.act(h.HandOver) }),
		messages.On("notify", messages.Repeatable, (*connection).notify),
		ofFriends("keep", messages.Once, func(h *friends.House, r *seatOfRequest) error { return r.act(h.Keep) }),
	}
	if !keepsFriends {
		for i := range withFriends {
			withFriends[i].Answer = func(*connection, any) (messages.Fields, error) { return nil, errNoFriends }
		}
	}
	return slices.Concat(messages.Within(messages.RulebookRequests(), (*connection).rulebook), withFriends, messages.Table[*connection]{
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

const (
	// heavyWaiting is how many heavy requests of a page may wait before no more are read.
	heavyWaiting = 2
	// lightBytes is the maximum length of a light request about a game.
	lightBytes = 16 << 10
	// storesEach is how many requests about games of friends are carried out at a time for a visitor.
	// storesWaiting is how many of a page may wait before no more are read, and storePatience how long.
	storesEach, storesWaiting, storePatience = 4, 16, 5 * time.Second
)

// queueOf returns where a request waits: heavy ones may take long or have a large answer, and those
// about games of friends wait for the disk. Others are answered at once.
func (c *connection) queueOf(message []byte) chan []byte {
	var head messages.Head
	if json.Unmarshal(message, &head) != nil {
		return c.heavy
	}
	switch head.Do {
	case "open", "records", "compare", "certificate", "notify":
		return c.heavy
	case "view", "game", "why", "save", "setup", "book":
		if len(message) > lightBytes {
			return c.heavy
		}
	case "invite", "join", "part", "turns", "play", "resign", "offer", "decline", "handover", "keep":
		return c.stores
	}
	return nil
}

// handle answers a message, or lets it wait. The goroutine that reads the page's answers to pings never waits for
// the disk.
func (c *connection) handle(message []byte) {
	queue := c.queueOf(message)
	if queue == nil {
		c.answer(message)
		return
	}
	if !c.requests.take(c.ctx, len(message)) {
		return
	}
	select {
	case queue <- message:
	case <-c.ctx.Done():
	}
}

// answerStores carries out requests about games of friends in their order, including those that a page has
// sent before it went.
func (c *connection) answerStores() {
	defer c.partFriends(nil)
	for message := range c.stores {
		c.answers.take(c.ctx, 0)
		place := c.share.stores.ask()
		select {
		case <-place.granted:
			c.answer(message)
		case <-time.After(storePatience):
			c.refuse(message)
		}
		c.share.stores.giveBack(place)
		c.requests.giveBack(len(message))
	}
}

// refuse answers a request that is not carried out.
func (c *connection) refuse(message []byte) {
	id, _, _, err := c.server.requests.Parse(message)
	c.reply(id, nil, cmp.Or(err, friends.ErrBusy))
}

// answerHeavy answers heavy requests when it is their turn among those of the visitor. A page
// that does not read takes no turn.
func (c *connection) answerHeavy() {
	for {
		select {
		case message := <-c.heavy:
			c.answers.take(c.ctx, 0)
			leave := c.share.heavy.enter(c.ctx)
			c.requests.giveBack(len(message))
			if c.ctx.Err() == nil {
				c.answer(message)
			}
			leave()
		case <-c.ctx.Done():
			return
		}
	}
}

func (c *connection) answer(message []byte) {
	c.reply(c.server.requests.Answer(c, message))
}

// reply sends an answer if one is due.
func (c *connection) reply(id int, answer messages.Fields, err error) {
	c.send(messages.Reply(id, answer, c.server.shown(err)))
}

// errOperator is the error that visitors see in place of one that only the operator may see.
var errOperator = errors.New("the server cannot do this now")

// shown returns the error that visitors see for err. The operator sees those of the system, which
// may contain paths.
func (s *Server) shown(err error) error {
	var program *exec.Error
	var system syscall.Errno
	if !errors.As(err, &program) && !errors.As(err, &system) {
		return err
	}
	s.config.Report(err)
	return errOperator
}

func (c *connection) rulebook() messages.Rulebook {
	return messages.Rulebook{Opening: c.server.config.Book, Ended: c.ctx.Err}
}

// addresses answers with the addresses of the page for other devices. A page on another
// machine knows one of them, and does not get the others.
func (c *connection) addresses(*messages.Head) ([]string, error) {
	if addresses := NetworkAddresses(c.server.listening); addresses != nil && c.visitor == visitor.Oneself {
		return addresses, nil
	}
	return []string{}, nil
}
