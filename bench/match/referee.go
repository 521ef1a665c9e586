package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// game is a game in progress, with its referee: it asks the players for moves in
// turn, checks them by the rules of package engine, keeps the clocks and ends the
// game.
type game struct {
	began       time.Time
	players     [2]*player.Player // by side
	names       [2]string
	margins     [2]time.Duration
	ponders     [2]bool
	clocks      [2]player.Clock
	overruns    [2]time.Duration // the longest by which a move exceeded its allowance
	fair        engine.FairGame
	start       engine.Position
	moves       []engine.Move // opening included
	comments    []string      // on each move
	position    engine.Position
	adjudicator adjudicator
	prover      *prover // nil: results are not proven
	admit       func(ctx context.Context) (leave func())
	moved       func() // is called at each move; may be nil
	scored      bool   // the final score is proven: light and dark hold it
	light, dark int    // unplaced squares at the end, if scored
	end         gameEnd
	faultOf     engine.Side   // the side with the fault
	fault       *player.Fault // nil: none
}

// gameEnd is how a game has ended.
type gameEnd struct {
	outcome     engine.Outcome
	termination record.Termination
	rule        record.AdjudicationRule // of an adjudication
	cause       string                  // one line for people
}

// play plays the game to its end. It returns an error only if ctx ends first; the
// game then has no end.
func (g *game) play(ctx context.Context, begin *opening.Opening, seeds [2]uint64) error {
	g.prover.begin()
	g.start, g.position = begin.Start, begin.Start
	for i, move := range begin.Moves {
		if i < len(begin.Moves)-begin.Random {
			g.push(move, opening.BookComment)
		} else {
			g.push(move, opening.RandomComment)
		}
	}
	if g.end.outcome != engine.Undecided { // a player could not be started
		return nil
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if err := g.players[side].Begin(ctx, seeds[side]); err != nil {
			return g.fail(ctx, side, "could not continue", err)
		}
	}
	g.show()
	for !g.ended() {
		if err := g.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// push plays a legal move and records its comment.
func (g *game) push(move engine.Move, comment string) {
	g.moves = append(g.moves, move)
	g.comments = append(g.comments, comment)
	g.position = g.position.Play(move)
}

// show reports the game so far, if anybody watches it.
func (g *game) show() {
	if g.moved != nil {
		g.moved()
	}
}

// record returns the record of the game so far, without tags.
func (g *game) record() *record.Game {
	made := record.New(g.start)
	for i, move := range g.moves {
		made.Moves = append(made.Moves, record.Move{Move: move, Comment: g.comments[i]})
	}
	made.Result = record.Result(g.fair.Outcome(&g.position))
	return made
}

// turn asks the side to move for a move and judges it.
func (g *game) turn(ctx context.Context) error {
	side := g.position.Side()
	if g.admit != nil {
		leave := g.admit(ctx)
		defer leave()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	turn := player.Turn{Start: &g.start, Moves: g.moves, Position: &g.position, Clocks: &g.clocks}
	reply, err := g.players[side].Move(ctx, &turn)
	if err != nil {
		return g.fail(ctx, side, "could not continue", err)
	}
	allowed, _ := g.clocks[side].Allowance()
	overrun := g.clocks[side].Spend(reply.Elapsed)
	g.overruns[side] = max(g.overruns[side], overrun)
	if overrun > g.margins[side] {
		g.lose(side, &player.Fault{Termination: record.TimeForfeit, Cause: fmt.Sprintf(
			"lost on time: %s for a move with %s left, %s too long%s",
			player.ShortTime(reply.Elapsed), player.ShortTime(allowed), player.ShortTime(overrun), record.OversleptNote(reply.Overslept))})
		return nil
	}
	if err := g.position.Check(reply.Move); err != nil {
		g.lose(side, &player.Fault{Termination: record.IllegalMove, Cause: fmt.Sprintf("made an illegal move: %s: %v", reply.Move, err)})
		return nil
	}
	g.push(reply.Move, g.comment(side, &reply))
	g.show()
	g.adjudicator.note(side, &reply)
	if g.ponders[side] && reply.Expects != engine.NoMove && g.position.Side() != side && !g.ended() {
		if after := g.position.Play(reply.Expects); !after.Over() {
			turn.Moves = g.moves
			g.players[side].Ponder(&turn, reply.Expects)
		}
	}
	return nil
}

// comment returns the record's comment on a move: score, depth and time if the player
// gave a score, the time left on its clock, and what the referee overslept.
func (g *game) comment(side engine.Side, reply *player.Answer) string {
	var text, overslept string
	if isTimed(g.clocks[side].Control) { // otherwise nothing depends on it
		overslept = record.OversleptNote(reply.Overslept)
	}
	switch {
	case reply.Scored:
		text = record.MoveComment{Centi: reply.Score.Centi, Depth: reply.Depth, Time: reply.Elapsed}.String()
	case !g.clocks[side].Control.HasClock() && overslept == "":
		return ""
	default:
		text = fmt.Sprintf("%.3fs", reply.Elapsed.Seconds())
	}
	if g.clocks[side].Control.HasClock() {
		text += fmt.Sprintf(", %.3fs left", g.clocks[side].Left.Seconds())
	}
	return text + overslept
}

// ended reports whether the game has ended. It sets the end if the rules, the
// adjudicator or the prover end the game in this position.
func (g *game) ended() bool {
	if g.end.outcome != engine.Undecided {
		return true
	}
	if outcome := g.fair.Outcome(&g.position); outcome != engine.Undecided {
		g.end = gameEnd{outcome: outcome, termination: record.Normal, cause: "the game is over"}
		return true
	}
	if g.end = g.adjudicator.endAt(g.position.Ply()); g.end.outcome != engine.Undecided {
		return true
	}
	if light, dark, proven := g.prover.prove(&g.position); proven {
		g.scored, g.light, g.dark = true, light, dark
		g.end = gameEnd{g.fair.OutcomeOf(dark - light), record.Adjudication, record.ProvenScore,
			fmt.Sprintf("the score of %d-%d is proven", light, dark)}
		return true
	}
	return false
}

// fail ends the game by a player's error, or returns ctx's error if ctx has ended. An error
// that is not a Fault becomes one that says what the player could not do.
func (g *game) fail(ctx context.Context, side engine.Side, failed string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var fault *player.Fault
	if !errors.As(err, &fault) {
		fault = &player.Fault{Termination: record.Crash, Cause: failed + ": " + wording.Line(err.Error(), 500), Broken: true}
	}
	g.lose(side, fault)
	return nil
}

// lose ends the game by a side's fault.
func (g *game) lose(side engine.Side, fault *player.Fault) {
	g.faultOf, g.fault = side, fault
	g.end = gameEnd{winOf(side.Opponent()), fault.Termination, record.NoRule,
		fmt.Sprintf("%s (%s) %s", side, g.names[side], fault.Cause)}
}

// score returns the squares that the sides have left unplaced at the end.
func (g *game) score() (light, dark int) {
	if g.scored {
		return g.light, g.dark
	}
	return g.position.Unplaced(engine.Light), g.position.Unplaced(engine.Dark)
}

// log notes a remark in the logs of the game's engines.
func (g *game) log(format string, arguments ...any) {
	for _, player := range g.players {
		if player != nil {
			player.Note(fmt.Sprintf(format, arguments...))
		}
	}
}
