package serve

// Exhibition matches: every move is shown to the watchers when it is made.

import (
	"context"
	"errors"
	"strings"
	"time"

	"cathedral/bench/match"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// exhibition is a match that is being played.
type exhibition struct {
	server   *Server
	players  [2]Engine
	mayTell  bool // the match was started on the server's own machine
	moveTime time.Duration
	games    int
	rules    engine.Rules
	state    *matchState
	shown    map[string]*matchGame // by rounds
	fault    error                 // of an engine; it ends the match
	command  string                // of that engine
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
			m.State, m.Reason, m.Command = "failed", e.server.shown(err).Error(), e.command
		default:
			m.State = "over"
		}
	})
}

func (e *exhibition) play(ctx context.Context) error {
	plan := match.Plan{
		Games: e.games, Concurrency: 1, Rules: e.rules, Moves: true, Admit: e.server.searches.enter,
		Decided: func(*record.Game) bool { return e.fault != nil },
	}
	var err error
	if plan.Openings, err = opening.Default(e.rules); err != nil {
		return err
	}
	for _, player := range e.players {
		player.HashMiB, player.Control.MoveTime, player.Margin = e.server.config.Limits.HashMiB, e.moveTime, answerGrace
		plan.Players = append(plan.Players, player)
	}
	player.Name(plan.Players) // an engine may play itself
	if _, err := match.Run(ctx, plan, e.report); err != nil {
		return err
	}
	return e.fault
}

// report shows the events of the match to its watchers.
func (e *exhibition) report(event match.Event) {
	switch event := event.(type) {
	case match.Moved:
		e.show(&event)
	case match.Finished:
		if event.Fault >= 0 {
			e.fault = errors.New(event.Cause)
			if e.mayTell {
				e.command = shellCommand(&e.players[event.Fault])
			}
			return
		}
		e.finish(event.Record)
	}
}

// shellCommand returns the command that starts an engine, as a shell reads it.
func shellCommand(engine *Engine) string {
	words := []string{wording.Shell(engine.Command)}
	for _, argument := range engine.Arguments {
		words = append(words, wording.Shell(argument))
	}
	return strings.Join(words, " ")
}

// show shows the current state of a game.
func (e *exhibition) show(moved *match.Moved) {
	game := e.shown[moved.Round]
	if game == nil {
		game = &matchGame{
			Number: len(e.shown) + 1,
			Light:  e.players[moved.Players[engine.Light]].Name, Dark: e.players[moved.Players[engine.Dark]].Name,
		}
		e.shown[moved.Round] = game
	}
	position := moved.Record.Start
	for _, move := range moved.Record.Moves {
		position = position.Play(move.Move)
	}
	game.Score, game.GameText = messages.BySide(position.Unplaced), messages.NewGameText(moved.Record)
	e.server.gallery.change(e.state, func(m *matchState) { m.Game = *game })
}

// finish counts the result of a game that is over, of which all moves have been shown. In
// every other game the players swap sides.
func (e *exhibition) finish(over *record.Game) {
	game := e.shown[over.Tag("Round")]
	swap := (game.Number - 1) % 2
	e.server.gallery.change(e.state, func(m *matchState) {
		m.finish(game)
		switch game.Result {
		case record.Result(engine.LightWins):
			m.Scores[swap]++
		case record.Result(engine.DarkWins):
			m.Scores[1-swap]++
		default:
			m.Scores[0] += 0.5
			m.Scores[1] += 0.5
		}
	})
}
