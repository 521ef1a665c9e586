package serve

// The requests about games of friends.

import (
	"errors"
	"time"

	"cathedral/cmd/internal/friends"
	"cathedral/cmd/internal/messages"
	"cathedral/engine"
)

var (
	errNoFriends    = messages.NewCoded("noFriends", "games of friends are not kept here")
	errManyBegun    = messages.NewCoded("manyGames", "you have begun too many games: try again tomorrow")
	errInvitingSide = errors.New("side: want light or dark")
)

// answerFriends carries out a request about a game of friends. What changes a game
// is stored before it is answered.
func (c *connection) answerFriends(r *messages.Request) (messages.Fields, error) {
	house := c.server.config.Friends
	if house == nil {
		return nil, errNoFriends
	}
	switch r.Do {
	case "invite":
		invitation, err := c.invite(house, r)
		return messages.Fields{"invite": invitation}, err
	case "join":
		return nil, c.joinFriends(house, r.Token)
	case "part":
		c.partFriends()
		return nil, nil
	case "play":
		return nil, house.Play(r.Token, r.Ply, r.Move)
	case "resign":
		return nil, house.Resign(r.Token)
	case "offer":
		return nil, house.Offer(r.Token, r.Offer)
	}
	return nil, house.Decline(r.Token)
}

// invite begins a game of friends.
func (c *connection) invite(house *friends.House, r *messages.Request) (friends.Invitation, error) {
	rules, err := r.RulesOfPlay()
	if err != nil {
		return friends.Invitation{}, err
	}
	side, known := map[string]engine.Side{"light": engine.Light, "dark": engine.Dark}[r.Side]
	if !known {
		return friends.Invitation{}, errInvitingSide
	}
	if !c.server.begun.take(c.visitor) {
		return friends.Invitation{}, errManyBegun
	}
	invitation, err := house.Invite(rules, r.Control, side)
	if err != nil {
		c.server.begun.giveBack(c.visitor)
		return invitation, err
	}
	time.AfterFunc(24*time.Hour, func() { c.server.begun.giveBack(c.visitor) })
	return invitation, nil
}

// joinFriends makes the page follow a game of friends, and no other one. If the token
// opens none, the page goes on with the one before.
func (c *connection) joinFriends(house *friends.House, token string) error {
	part, err := house.Enter(token, c)
	if err != nil {
		return err
	}
	c.partFriends()
	c.part = part
	return nil
}

// partFriends ends that.
func (c *connection) partFriends() {
	if c.part != nil {
		c.part()
		c.part = nil
	}
}
