package serve

// The requests about the server's match.

import (
	"context"
	"fmt"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/record"
)

func (c *connection) watch(*messages.Head) (messages.Fields, error) {
	return messages.Fields{"match": c.server.gallery.watch(c)}, nil
}

func (c *connection) unwatch(*messages.Head) (any, error) {
	c.server.gallery.leave(c)
	return nil, nil
}

func (c *connection) played(r *messages.PlayedRequest) (*matchGame, error) {
	return c.server.gallery.played(r.Number)
}

func (c *connection) endMatch(*messages.Head) (messages.Fields, error) {
	state, err := c.server.gallery.finish(c)
	return messages.Fields{"match": state}, err
}

// Limits of a match that a page starts.
const (
	mostMatchGames  = 100
	longestMoveTime = 10 * time.Second
)

// startMatch starts the match that a page asks for. The match is played to its
// end, but only while a page watches it.
func (c *connection) startMatch(r *messages.MatchRequest) (messages.Fields, error) {
	light, err := c.server.engine(r.Light)
	if err != nil {
		return nil, fmt.Errorf("light: %w", err)
	}
	dark, err := c.server.engine(r.Dark)
	if err != nil {
		return nil, fmt.Errorf("dark: %w", err)
	}
	rules, err := r.RulesOfPlay()
	moveTime := time.Duration(r.MoveTime) * time.Millisecond
	switch {
	case err != nil:
		return nil, err
	case r.Games < 1 || r.Games > mostMatchGames:
		return nil, fmt.Errorf("games: want a number from 1 to %d", mostMatchGames)
	case r.MoveTime < 1 || moveTime > longestMoveTime:
		return nil, fmt.Errorf("moveTime: want milliseconds from 1 to %d", longestMoveTime.Milliseconds())
	}
	state := &matchState{
		Players: [2]string{light.Name, dark.Name}, MoveTime: r.MoveTime, Games: r.Games, State: "playing",
		Finished: []gameLine{},
		Game:     matchGame{GameText: messages.NewGameText(record.New(engine.Start(rules)))},
	}
	exhibition := &exhibition{
		server: c.server, players: [2]*Engine{light, dark}, moveTime: moveTime, games: r.Games, rules: rules, state: state,
		shown: map[string]*matchGame{},
	}
	for taken := range exhibition.players {
		if !c.server.seats.Take(c.visitor) {
			c.server.giveBackSeats(c.visitor, taken)
			return nil, errEnginesTaken
		}
	}
	ctx, end := context.WithCancel(c.server.ctx)
	text, err := c.server.gallery.begin(c, state, end)
	if err != nil {
		end()
		c.server.giveBackSeats(c.visitor, len(exhibition.players))
		return nil, err
	}
	server, who := c.server, c.visitor // the match may outlive the connection
	server.work.Go(func() {
		defer server.giveBackSeats(who, len(exhibition.players))
		defer end()
		exhibition.run(ctx)
	})
	return messages.Fields{"match": text}, nil
}

func (s *Server) giveBackSeats(who string, count int) {
	for range count {
		s.seats.GiveBack(who)
	}
}
