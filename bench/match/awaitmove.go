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

// The part of engineProcess that asks an engine for moves, and waits for them.

const (
	// quietPatience is how long an engine that nothing hurries may say nothing
	// before it is asked whether it lives, and how long it may take to say so.
	quietPatience = 30 * time.Second
	// mostLines is far more than any engine has to say before a move.
	mostLines = 1_000_000
)

func (p *engineProcess) move(ctx context.Context, t *turn) (answer, error) {
	begin := time.Now()
	var waited time.Duration // for the end of pondering
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

// question returns what the engine is asked after some moves.
func (p *engineProcess) question(t *turn, moves []engine.Move) protocol.Question {
	question := protocol.Question{Moves: moves}
	if usual := engine.Start(t.start.Rules()); *t.start != usual {
		question.Start = t.start.String()
	}
	side := t.position.Side()
	if len(moves) > len(t.moves) {
		side = side.Opponent() // it ponders in the opponent's turn
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

// await waits for the answer, for as long as the clock allows and a while more,
// in which the engine is told to stop.
func (p *engineProcess) await(ctx context.Context, own *clock) (protocol.Answer, error) {
	waiting, flooded := context.WithCancel(ctx)
	defer flooded()
	p.flooded = flooded
	reply, err := p.awaitFor(waiting, own)
	p.flooded = func() {}
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		p.broken = true
		return reply, &Fault{termination.IllegalMove, fmt.Sprintf("wrote broken output: more than %d lines and no bestmove", mostLines), true}
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
		cause := fmt.Sprintf("did not answer within %s of its time (%s), not to stop either", shortTime(p.grace), shortTime(allowed))
		return reply, &Fault{termination.Silence, cause + p.unfinished(silent), true}
	}
	return reply, p.fault(err)
}

// awaitUnhurried waits for the answer of an engine that no time limits: for as
// long as it shows that it lives.
func (p *engineProcess) awaitUnhurried(ctx context.Context) (protocol.Answer, error) {
	begin := time.Now()
	p.heard = begin
	asked := false // whether it lives
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
			cause := fmt.Sprintf("said nothing for %s, not to isready either", shortTime(time.Since(quietSince)))
			return reply, &Fault{termination.Silence, cause + p.unfinished(silent), true}
		default:
			asked = true
			if err := p.client.Send("isready"); err != nil {
				return reply, p.fault(err)
			}
		}
	}
}

// judge reads the answer. What is legal is for the referee to say, but for what
// is no move at all.
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

// checkLine warns of a principal variation that cannot be played or does not
// begin with the move.
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

// rest ends a search in the time of an opponent whose game has ended meanwhile. A
// failure is told when the next game begins.
func (p *engineProcess) rest(ctx context.Context) { p.failure = p.stopPondering(ctx) }

// stopPondering ends the search in the opponent's time, if there is one.
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
