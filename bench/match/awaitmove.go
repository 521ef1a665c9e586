package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/search"
)

// The methods of engineProcess that ask an engine for a move and wait for it.

const (
	// quietPatience is how long an engine without a time limit may be silent before
	// it is sent isready, and how long it may then take to answer.
	quietPatience = 30 * time.Second
	// maxLines is far more lines than any engine writes before a move.
	maxLines = 1_000_000
)

func (p *engineProcess) move(ctx context.Context, t *turn) (answer, error) {
	begin := time.Now()
	var waited time.Duration // for pondering to end
	hit := p.pondered != nil && len(p.pondered) == len(t.moves) && p.pondered[len(p.pondered)-1] == t.moves[len(t.moves)-1]
	p.lines = 0
	var err error
	if hit && p.failure == nil {
		p.pondered = nil
		err = p.client.PonderHit()
	} else {
		if err := p.stopPondering(ctx); err != nil {
			return answer{}, err
		}
		waited = time.Since(begin)
		question := p.question(t, t.moves)
		err = p.client.Think(&question)
	}
	if err != nil {
		return answer{}, p.fault(err)
	}
	reply, err := p.await(ctx, t.own())
	if err != nil {
		return answer{}, err
	}
	if reply.Elapsed < 0 {
		p.notice("answered before it was asked to", "bestmove "+reply.Move)
	}
	p.complaints()
	return p.judge(t, &reply, waited+max(0, reply.Elapsed))
}

// question returns the question to ask the engine after moves.
func (p *engineProcess) question(t *turn, moves []engine.Move) protocol.Question {
	question := protocol.Question{Moves: moves}
	if usual := engine.Start(t.start.Rules()); *t.start != usual {
		question.Start = t.start.String()
	}
	side := t.position.Side()
	if len(moves) > len(t.moves) {
		side = side.Opponent() // the engine ponders in the opponent's turn
	}
	control := &p.specification.Control
	question.Limits = search.Limits{MoveTime: control.MoveTime, Depth: control.Depth, Nodes: control.Nodes}
	if control.HasClock() {
		question.Clocks = &protocol.Clocks{MovesToGo: t.clocks[side].movesToGo()}
		for i := range t.clocks {
			question.Clocks.Remaining[i] = t.clocks[i].left
			question.Clocks.Increment[i] = t.clocks[i].control.Increment
		}
	}
	question.Limits.Infinite = *control == TimeControl{}
	return question
}

// await waits for the answer for as long as the clock allows, then tells the engine
// to stop and waits a little longer.
func (p *engineProcess) await(ctx context.Context, own *clock) (protocol.Answer, error) {
	waiting, flooded := context.WithCancel(ctx)
	defer flooded()
	p.flooded = flooded
	reply, err := p.awaitFor(waiting, own)
	p.flooded = func() {}
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		p.broken = true
		return reply, &Fault{termination.IllegalMove, fmt.Sprintf("wrote broken output: more than %d lines and no bestmove", maxLines), true}
	}
	return reply, err
}

func (p *engineProcess) awaitFor(ctx context.Context, own *clock) (protocol.Answer, error) {
	allowed, limited := own.allowance()
	if !limited {
		return p.awaitUnhurried(ctx)
	}
	due := allowed + p.specification.Margin
	reply, err := p.client.Answer(ctx, protocol.Deadline{Grace: due})
	if silent := (*protocol.SilentError)(nil); !errors.As(err, &silent) {
		return reply, p.fault(err)
	}
	if err := p.client.Stop(); err != nil {
		return reply, p.fault(err)
	}
	reply, err = p.client.Answer(ctx, protocol.Deadline{Grace: p.grace})
	if silent := (*protocol.SilentError)(nil); errors.As(err, &silent) {
		p.broken = true
		cause := fmt.Sprintf("did not answer within %s of its time (%s), nor did it obey stop", shortTime(p.grace), shortTime(allowed))
		return reply, &Fault{termination.Silence, cause + p.unfinished(silent), true}
	}
	return reply, p.fault(err)
}

// awaitUnhurried waits for the answer of an engine without a time limit for as long
// as the engine is alive.
func (p *engineProcess) awaitUnhurried(ctx context.Context) (protocol.Answer, error) {
	begin := time.Now()
	p.heard = begin
	asked := false // isready was sent
	for {
		quietSince := p.heard
		reply, err := p.client.Answer(ctx, protocol.Deadline{Grace: time.Since(begin) + quietPatience})
		silent := (*protocol.SilentError)(nil)
		switch {
		case !errors.As(err, &silent):
			return reply, p.fault(err)
		case p.heard != quietSince:
			asked = false
		case asked:
			p.broken = true
			cause := fmt.Sprintf("said nothing for %s and did not answer isready", shortTime(time.Since(quietSince)))
			return reply, &Fault{termination.Silence, cause + p.unfinished(silent), true}
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
func (p *engineProcess) judge(t *turn, reply *protocol.Answer, elapsed time.Duration) (answer, error) {
	side := t.position.Side()
	a := answer{elapsed: elapsed, scored: reply.Info.HasScore && reply.Info.Depth > 0, score: reply.Info.Score, depth: reply.Info.Depth}
	move, err := engine.ParseMove(reply.Move, side)
	if err != nil {
		return a, &Fault{Termination: termination.IllegalMove, Cause: "made an illegal move: " + err.Error()}
	}
	a.move = move
	if reply.Ponder != "" {
		next := *t.position
		if next.IsLegal(move) {
			next = next.Play(move)
			if a.expects, err = engine.ParseMove(reply.Ponder, next.Side()); err != nil || !next.IsLegal(a.expects) {
				a.expects = engine.NoMove
				p.notice("expects an illegal reply", "bestmove "+reply.Move+" ponder "+reply.Ponder)
			}
		}
	}
	p.checkLine(t.position, reply)
	return a, nil
}

// checkLine warns of a principal variation that is illegal or does not begin with
// the move.
func (p *engineProcess) checkLine(position *engine.Position, reply *protocol.Answer) {
	line := reply.Info.PV
	if len(line) == 0 {
		return
	}
	current := *position
	for i, word := range line {
		move, err := protocol.ParseLegalMove(word, &current)
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

func (p *engineProcess) ponder(t *turn, expected engine.Move) {
	moves := append(t.moves[:len(t.moves):len(t.moves)], expected)
	question := p.question(t, moves)
	question.Ponder = true
	p.failure = p.fault(p.client.Think(&question))
	p.pondered = moves
}

// rest stops pondering after the end of a game. A failure is reported when the next
// game begins.
func (p *engineProcess) rest(ctx context.Context) { p.failure = p.stopPondering(ctx) }

// stopPondering ends the search in the opponent's time, if one is running.
func (p *engineProcess) stopPondering(ctx context.Context) error {
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
