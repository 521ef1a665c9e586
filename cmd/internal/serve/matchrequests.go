package serve

// The requests about the server's match.

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"cathedral/bench/match/player"
	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/serve/visitor"
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
	light, err := c.server.matchPlayer(r.Light, r.LightElo)
	if err != nil {
		return nil, fmt.Errorf("light: %w", err)
	}
	dark, err := c.server.matchPlayer(r.Dark, r.DarkElo)
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
		server: c.server, players: [2]Engine{light, dark}, mayTell: c.visitor == visitor.Oneself, moveTime: moveTime, games: r.Games, rules: rules, state: state,
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

// matchPlayer returns the engine with a name, which plays as strong as elo says; 0 is full
// strength.
func (s *Server) matchPlayer(name string, elo int) (Engine, error) {
	known, err := s.engine(name)
	if err != nil {
		return Engine{}, err
	}
	limited := *known
	if elo != 0 {
		limited.Name = fmt.Sprintf("%s %d", name, elo)
		limited.Options = append(slices.Clone(known.Options),
			player.Option{Name: "UCI_LimitStrength", Value: "true"}, player.Option{Name: "UCI_Elo", Value: strconv.Itoa(elo)})
	}
	return limited, nil
}

func (s *Server) giveBackSeats(who string, count int) {
	for range count {
		s.seats.GiveBack(who)
	}
}
