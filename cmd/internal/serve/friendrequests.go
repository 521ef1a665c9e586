package serve

// The requests about games of friends.

import (
	"time"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/push"
	"cathedral/cmd/internal/serve/visitor"
	"cathedral/engine"
)

var (
	errNoFriends = messages.NewCoded("noFriends", "games of friends are not kept here")
	errManyBegun = messages.NewCoded("manyGames", "you have begun too many games: try again tomorrow")
)

// inviteRequest begins a game.
type inviteRequest struct {
	messages.Head
	messages.RulesText
	friends.Even
	Side    string `json:"side"`
	Control string `json:"control"`
}

// ticketRequest concerns the game that a ticket opens.
type ticketRequest struct {
	messages.Head
	friends.Ticket
}

// joinRequest opens a game, under a name.
type joinRequest struct {
	ticketRequest
	Name string `json:"name"`
}

// turnsRequest asks whose turn it is in games.
type turnsRequest struct {
	messages.Head
	Tokens []string `json:"tokens"`
}

// seatOfRequest concerns the seat of a side.
type seatOfRequest struct {
	ticketRequest
	Side   string `json:"side"`
	Device string `json:"device"` // the mark of the device that asks for the seat
}

// notifyRequest has the holder of a seat notified of turns.
type notifyRequest struct {
	ticketRequest
	push.Address
	First bool `json:"first"` // whether a first message is posted
}

// playRequest plays a move.
type playRequest struct {
	ticketRequest
	Ply  int    `json:"ply"` // before the move
	Move string `json:"move"`
}

// offerRequest offers something to the other player.
type offerRequest struct {
	ticketRequest
	Offer string `json:"offer"`
}

// invite begins a game of friends.
func (c *connection) invite(r *inviteRequest) (invitation friends.Invitation, err error) {
	rules, err := r.RulesOfPlay()
	if err != nil {
		return invitation, err
	}
	side, err := messages.ParseSide(r.Side)
	if err != nil {
		return invitation, err
	}
	if !c.server.begun.Take(c.visitor) {
		return invitation, errManyBegun
	}
	invitation, err = c.house().Invite(visitor.Network(c.visitor), rules, r.Even, r.Control, side)
	if err != nil {
		c.server.begun.GiveBack(c.visitor)
		return invitation, err
	}
	begun, who := c.server.begun, c.visitor // only these may be kept for a day
	time.AfterFunc(24*time.Hour, func() { begun.GiveBack(who) })
	return invitation, nil
}

// joinFriends makes the page follow a game of friends, and no other one. If the ticket
// opens none, the page stays in its previous game.
func (c *connection) joinFriends(r *joinRequest) (any, error) {
	part, err := c.house().Enter(r.Ticket, r.Name, c)
	if err != nil {
		return nil, err
	}
	c.partFriends(nil)
	c.part = part
	return nil, nil
}

// partFriends ends following a game, if the page does.
func (c *connection) partFriends(*messages.Head) (any, error) {
	if c.part != nil {
		c.part()
		c.part = nil
	}
	return nil, nil
}

// house keeps the games. A change is stored before the request is answered.
func (c *connection) house() *friends.House { return c.server.config.Friends }

// ofFriends returns the row of a request that acts on a game of friends, and has no answer.
func ofFriends[F any](name string, repetition messages.Repetition, act func(*friends.House, *F) error) messages.Request[*connection] {
	return messages.On(name, repetition, func(c *connection, r *F) (any, error) { return nil, act(c.house(), r) })
}

// notify has the holder of a seat notified of turns. It answers with the outcome of a first message.
func (c *connection) notify(r *notifyRequest) (any, error) {
	outcome, err := c.house().Notify(r.Ticket, visitor.Network(c.visitor), r.Address, r.First)
	if err != nil || !r.First {
		return nil, err
	}
	return outcome, nil
}

// act gives or refuses a seat to the device that asks for it.
func (r *seatOfRequest) act(by func(friends.Ticket, engine.Side, string) error) error {
	side, err := messages.ParseSide(r.Side)
	if err != nil {
		return err
	}
	return by(r.Ticket, side, r.Device)
}
