package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/protocol"
	"cathedral/search"
)

// The methods of Player that ask an engine for a move and wait for it.

const (
	// quietPatience is how long an engine without a time limit may be silent before
	// it is sent isready, and how long it may then take to answer.
	quietPatience = 30 * time.Second
	// idlePatience is how long such an engine may write nothing but readyok before it is
	// sent stop.
	idlePatience = 10 * time.Minute
	// maxLines is far more lines than any engine writes before a move.
	maxLines = 1_000_000
)

// Move returns the engine's move in the turn t, legal or not. The answer's time covers its own
// thinking and the communication with it, and nothing that this process has overslept.
func (p *Player) Move(ctx context.Context, t *Turn) (Answer, error) {
	asked, begin := time.Now(), p.clock.Now()
	var waited time.Duration // for pondering to end
	hit := p.pondered != nil && len(p.pondered) == len(t.Moves) && p.pondered[len(p.pondered)-1] == t.Moves[len(t.Moves)-1]
	p.lines = 0
	var err error
	if hit && p.failure == nil {
		p.pondered = nil
		err = p.client.PonderHit()
	} else {
		if err := p.stopPondering(ctx); err != nil {
			return Answer{}, err
		}
		waited = p.clock.Now().Sub(begin)
		question := p.question(t, t.Moves)
		err = p.client.Think(&question)
	}
	if err != nil {
		return Answer{}, p.fault(err)
	}
	reply, err := p.await(ctx, t.own())
	if err != nil {
		return Answer{}, err
	}
	if reply.Repeated {
		p.notice("repeats its bestmove", fmt.Sprintf("before move %d", len(t.Moves)+1))
	}
	if reply.Elapsed < 0 {
		p.notice("answered before it was asked to", "bestmove "+reply.Move)
	}
	p.complaints()
	answer, err := p.judge(t, &reply, waited+max(0, reply.Elapsed))
	answer.Overslept = time.Since(asked) - p.clock.Now().Sub(begin)
	return answer, err
}

// question returns the question to ask the engine after moves.
func (p *Player) question(t *Turn, moves []engine.Move) protocol.Question {
	question := protocol.Question{Moves: moves}
	if usual := engine.Start(t.Start.Rules()); *t.Start != usual {
		question.Start = t.Start.String()
	}
	side := t.Position.Side()
	if len(moves) > len(t.Moves) {
		side = side.Opponent() // the engine ponders in the opponent's turn
	}
	control := &p.specification.Control
	question.Limits = search.Limits{MoveTime: control.MoveTime, Depth: control.Depth, Nodes: control.Nodes}
	if control.HasClock() {
		question.Clocks = &protocol.Clocks{MovesToGo: t.Clocks[side].movesToGo()}
		for i := range t.Clocks {
			question.Clocks.Remaining[i] = t.Clocks[i].Left
			question.Clocks.Increment[i] = t.Clocks[i].Control.Increment
		}
	}
	if *control == (TimeControl{}) {
		question.Limits.Nodes = 1 // only a player that answers at once has no limit
	}
	return question
}

// await waits for the answer for as long as the clock allows, then sends the engine
// stop and waits a little longer.
func (p *Player) await(ctx context.Context, own *Clock) (protocol.Answer, error) {
	waiting, flooded := context.WithCancel(ctx)
	defer flooded()
	p.flooded = flooded
	reply, err := p.awaitFor(waiting, own)
	p.flooded = func() {}
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		p.broken = true
		return reply, &Fault{record.IllegalMove, fmt.Sprintf("wrote broken output: more than %d lines and no bestmove", maxLines), true}
	}
	return reply, err
}

func (p *Player) awaitFor(ctx context.Context, own *Clock) (protocol.Answer, error) {
	allowed, limited := own.Allowance()
	if !limited {
		return p.awaitUnhurried(ctx)
	}
	due := allowed + p.specification.Margin
	reply, err := p.client.Answer(ctx, protocol.Deadline{Grace: due})
	if silent := (*protocol.SilentError)(nil); !errors.As(err, &silent) {
		return reply, p.fault(err)
	}
	return p.stop(ctx, fmt.Sprintf("did not answer within %s of its time (%s)", ShortTime(p.grace), ShortTime(allowed)))
}

// stop sends stop and waits for the answer a little longer. What the engine did to be
// stopped begins the cause of a Fault.
func (p *Player) stop(ctx context.Context, did string) (protocol.Answer, error) {
	if err := p.client.Stop(); err != nil {
		return protocol.Answer{}, p.fault(err)
	}
	reply, err := p.client.Answer(ctx, protocol.Deadline{Grace: p.grace})
	if silent := (*protocol.SilentError)(nil); errors.As(err, &silent) {
		p.broken = true
		if silent.Repetition != "" { // then that was its answer
			return reply, &Fault{record.IllegalMove, "made an illegal move: it only repeated its last answer, " + silent.Repetition, true}
		}
		return reply, &Fault{record.Silence, did + ", nor did it obey stop" + p.written(silent), true}
	}
	return reply, p.fault(err)
}

// awaitUnhurried waits for the answer of an engine without a time limit for as long
// as the engine shows that it is searching.
func (p *Player) awaitUnhurried(ctx context.Context) (protocol.Answer, error) {
	begin := p.clock.Now()
	p.heard, p.said = begin, begin
	asked := false // isready was sent
	for {
		quietSince := p.heard
		reply, err := p.client.Answer(ctx, protocol.Deadline{Grace: p.clock.Now().Sub(begin) + p.quiet})
		silent := (*protocol.SilentError)(nil)
		switch {
		case !errors.As(err, &silent):
			return reply, p.fault(err)
		case p.heard != quietSince:
			asked = false
		case asked:
			p.broken = true
			cause := fmt.Sprintf("said nothing for %s and did not answer isready", ShortTime(p.clock.Now().Sub(quietSince)))
			return reply, &Fault{record.Silence, cause + p.written(silent), true}
		case p.clock.Now().Sub(p.said) > p.idle, silent.Repetition != "" && p.clock.Now().Sub(p.said) > p.quiet:
			return p.stop(ctx, fmt.Sprintf("wrote nothing but readyok for %s", ShortTime(p.idle)))
		default:
			asked = true
			if err := p.client.Send("isready"); err != nil {
				return reply, p.fault(err)
			}
		}
	}
}

// judge reads the answer. It rejects words that are not moves; the referee rejects
// illegal moves.
func (p *Player) judge(t *Turn, reply *protocol.Answer, elapsed time.Duration) (Answer, error) {
	side := t.Position.Side()
	a := Answer{Elapsed: elapsed, Scored: reply.Info.HasScore && reply.Info.Depth > 0, Score: reply.Info.Score, Depth: reply.Info.Depth}
	move, err := engine.ParseMove(reply.Move, side)
	if err != nil {
		return a, &Fault{Termination: record.IllegalMove, Cause: "made an illegal move: " + err.Error()}
	}
	a.Move = move
	if reply.Ponder != "" {
		next := *t.Position
		if next.IsLegal(move) {
			next = next.Play(move)
			if a.Expects, err = engine.ParseMove(reply.Ponder, next.Side()); err != nil || !next.IsLegal(a.Expects) {
				a.Expects = engine.NoMove
				p.notice("expects an illegal reply", "bestmove "+reply.Move+" ponder "+reply.Ponder)
			}
		}
	}
	if bad := reply.Info.BadScore; bad != "" {
		p.notice("score that does not count", bad)
	}
	p.checkLine(t.Position, reply)
	return a, nil
}

// checkLine warns of a principal variation that is illegal or does not begin with
// the move.
func (p *Player) checkLine(position *engine.Position, reply *protocol.Answer) {
	line := reply.Info.PV
	if len(line) == 0 {
		return
	}
	current := *position
	for i, word := range line {
		move, err := engine.ParseLegalMove(word, &current)
		if err != nil {
			p.notice("principal variation is not legal", fmt.Sprintf("move %d, %s: %v", i+1, word, err))
			return
		}
		current = current.Play(move)
	}
	if !strings.EqualFold(line[0], reply.Move) {
		p.notice("principal variation does not begin with the best move", "pv "+line[0]+" and bestmove "+reply.Move)
	}
}

// Ponder lets the engine think in the opponent's turn about the position after the
// expected reply.
func (p *Player) Ponder(t *Turn, expected engine.Move) {
	moves := append(t.Moves[:len(t.Moves):len(t.Moves)], expected)
	question := p.question(t, moves)
	question.Ponder = true
	p.failure = p.fault(p.client.Think(&question))
	p.pondered = moves
}

// Rest stops pondering after the end of a game, and gives up when ctx ends. A failure is
// reported when the next game begins.
func (p *Player) Rest(ctx context.Context) { p.failure = p.stopPondering(ctx) }

// stopPondering ends the search in the opponent's time, if one is running.
func (p *Player) stopPondering(ctx context.Context) error {
	if p.pondered == nil || p.failure != nil {
		return p.failure
	}
	p.pondered = nil
	if err := p.client.Stop(); err != nil {
		return p.fault(err)
	}
	_, err := p.client.Answer(ctx, protocol.Deadline{Grace: p.grace})
	return p.fault(err)
}
