package serve

// Exhibition matches: every move is shown to the watchers when it is made.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"cathedral/bench/match"
	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/protocol"
	"cathedral/search"
)

// exhibition is a match that is being played.
type exhibition struct {
	server   *Server
	players  [2]*Engine
	moveTime time.Duration
	games    int
	rules    engine.Rules
	state    *matchState
	clients  [2]*protocol.Client
}

// answerGrace is how much longer than its move time an engine may take.
const answerGrace = 10 * time.Second

// run plays the match until it is over or ctx ends.
func (e *exhibition) run(ctx context.Context) {
	err := e.play(ctx)
	e.server.gallery.change(e.state, func(m *matchState) {
		switch {
		case ctx.Err() != nil:
			m.State = "ended"
		case err != nil:
			m.State, m.Reason = "failed", err.Error()
		default:
			m.State = "over"
		}
	})
}

func (e *exhibition) play(ctx context.Context) error {
	openings, err := match.DefaultOpenings(e.rules)
	if err != nil {
		return err
	}
	opening := match.Shuffled(openings, rand.Uint64())
	for i, player := range e.players {
		if e.clients[i], err = player.start(ctx, &e.server.config.Limits); err != nil {
			return fmt.Errorf("%s: %w", player.Name, err)
		}
		defer e.clients[i].Quit(quitPatience)
		if err := e.setRules(e.clients[i]); err != nil {
			return fmt.Errorf("%s: %w", player.Name, err)
		}
	}
	for number := range e.games {
		begin := opening(number / 2) // each opening is played from both sides
		if err := e.playGame(ctx, number, &begin); err != nil {
			return err
		}
	}
	return nil
}

// setRules tells an engine the rules, unless they are the default rules of
// every engine.
func (e *exhibition) setRules(client *protocol.Client) error {
	if e.rules.Set != engine.Classic {
		if err := client.SetOption("Rules", e.rules.Set.String()); err != nil {
			return err
		}
	}
	if e.rules.OptionalCapture {
		return client.SetOption("OptionalCapture", "true")
	}
	return nil
}

// playGame plays a game. In every other game the players swap sides.
func (e *exhibition) playGame(ctx context.Context, number int, opening *match.Opening) error {
	swap := number % 2
	game := matchGame{Number: number + 1, Light: e.players[swap].Name, Dark: e.players[1-swap].Name}
	game.GameText = messages.NewGameText(record.New(opening.Start))
	position, moves := opening.Start, []engine.Move(nil)
	play := func(move engine.Move, comment string) {
		moves = append(moves, move)
		position = position.Play(move)
		game = game.moved(move.String(), comment)
		game.Score = messages.BySide(position.Unplaced)
		game.Result = record.Result(position.Outcome())
	}
	for _, move := range opening.Moves {
		play(move, "book")
	}
	for i := range e.clients {
		if err := e.clients[i].NewGame(ctx, e.server.config.Limits.Patience); err != nil {
			return fmt.Errorf("%s: %w", e.players[i].Name, err)
		}
	}
	e.show(&game)
	for !position.Over() {
		player := int(position.Side()) ^ swap
		move, comment, err := e.ask(ctx, player, opening, moves, &position)
		if err != nil {
			return fmt.Errorf("%s: %w", e.players[player].Name, err)
		}
		play(move, comment)
		e.show(&game)
	}
	e.finish(swap, position.Outcome())
	return nil
}

// ask waits for the player's turn to search and asks it for a move.
func (e *exhibition) ask(ctx context.Context, player int, opening *match.Opening, moves []engine.Move, position *engine.Position) (engine.Move, string, error) {
	place := e.server.searches.ask()
	defer e.server.searches.giveBack(place)
	select {
	case <-place.granted:
	case <-ctx.Done():
		return engine.NoMove, "", ctx.Err()
	}
	question := protocol.Question{Start: messages.StartText(&opening.Start), Moves: moves, Limits: search.Limits{MoveTime: e.moveTime}}
	answer, err := e.clients[player].Go(ctx, &question, protocol.Deadline{Grace: e.moveTime + answerGrace})
	if err != nil {
		return engine.NoMove, "", err
	}
	move, err := protocol.ParseLegalMove(answer.Move, position)
	if err != nil {
		return engine.NoMove, "", fmt.Errorf("move %d, %s: %w", len(moves)+1, messages.Shortened(answer.Move), err)
	}
	comment := ""
	if info := answer.Info; info.HasScore && info.Depth > 0 {
		comment = record.MoveComment{Centi: info.Score.Centi, Depth: info.Depth, Time: answer.Elapsed}.String()
	}
	return move, comment, nil
}

// show shows the watchers the current state of a game.
func (e *exhibition) show(game *matchGame) {
	shown := *game
	e.server.gallery.change(e.state, func(m *matchState) { m.Game = shown })
}

// finish counts the result of the shown game, which is over.
func (e *exhibition) finish(swap int, outcome engine.Outcome) {
	e.server.gallery.change(e.state, func(m *matchState) {
		m.finish()
		switch outcome {
		case engine.LightWins:
			m.Scores[swap]++
		case engine.DarkWins:
			m.Scores[1-swap]++
		default:
			m.Scores[0] += 0.5
			m.Scores[1] += 0.5
		}
	})
}
