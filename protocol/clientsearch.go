package protocol

// The client's side of a search: the question it sends and the answer it
// awaits.

import (
	"context"
	"errors"
	"strings"
	"time"

	"cathedral/protocol/wire"
)

// Deadline says when an answer is due and how long the client waits for it. The
// zero Deadline waits for ever. If Due and Grace add up to 0 or less otherwise, only
// what has already arrived counts.
type Deadline struct {
	Due   time.Duration // a later answer is a *SlowError; 0 or less: none is
	Grace time.Duration // how long to wait after Due; less than 0 shortens Due
}

// Answer is an engine's best move and the last figures of its search.
type Answer struct {
	Move    string        // as the engine wrote it; it need not be legal
	Ponder  string        // the reply that the engine expects, "" if it names none
	Elapsed time.Duration // from sending go, or ponderhit, to reading bestmove
	Info    wire.Info
	// Repeated says that the engine wrote its previous bestmove once more: before it was asked
	// again, or afterwards and the move is illegal in the position asked. If it is legal, it
	// is the answer.
	Repeated bool
}

// Think sends question as a position and a go command. The previous search must have been
// answered. A bestmove that has arrived unasked since then is a *NonsenseError, here or from
// Answer, unless it only repeats the previous one.
func (c *Client) Think(question *Question) error {
	if c.thinking {
		return errors.New("a search is running")
	}
	if err := c.drain(); err != nil {
		return err
	}
	text := question.lines(nil, c.dialect)
	c.thinking = true
	c.since = c.clock.Now()
	c.asked, c.begun = c.since, c.since
	c.repeat, c.remark = "", ""
	return c.write(text)
}

// drain discards the lines that the engine has sent since the last read.
func (c *Client) drain() error {
	_, _, err := c.Await(context.Background(), "nothing", c.clock.Now(), func(line string) (bool, error) {
		if strings.HasPrefix(line, "bestmove") {
			return false, unasked(line)
		}
		return false, nil
	})
	if silent := (*SilentError)(nil); errors.As(err, &silent) {
		return nil
	}
	return err
}

// unasked returns the error of a bestmove that was written before the last go and after the
// answer to the one before.
func unasked(line string) error {
	return &NonsenseError{Line: line, Reason: "an unexpected bestmove"}
}

// PonderHit reports to a pondering engine that its time runs from now on.
func (c *Client) PonderHit() error {
	c.since = c.clock.Now()
	c.asked = c.since
	return c.Send("ponderhit")
}

// Stop asks the engine to answer now. The deadline counts from this call.
func (c *Client) Stop() error {
	c.asked = c.clock.Now()
	return c.Send("stop")
}

// Answer waits for the best move, up to deadline or until ctx is done. If the move comes
// late, Answer returns it with a *SlowError. With any other error the Answer is zero.
func (c *Client) Answer(ctx context.Context, deadline Deadline) (Answer, error) {
	if !c.thinking {
		return Answer{}, errors.New("no search is running")
	}
	var last time.Time
	if deadline != (Deadline{}) {
		last = c.asked.Add(deadline.Due + deadline.Grace)
	}
	var answer Answer
	repeated := c.repeated
	line, at, err := c.Await(ctx, "bestmove", last, func(line string) (bool, error) {
		if c.repeated != repeated { // what came before was about the last question
			answer.Info, repeated = wire.Info{}, c.repeated
		}
		words := strings.Fields(line)
		if len(words) > 0 && words[0] == "info" {
			answer.Info.Update(words)
		}
		return len(words) > 0 && words[0] == "bestmove", nil
	})
	if silent := (*SilentError)(nil); errors.As(err, &silent) {
		silent.Waited = deadline.Due + deadline.Grace // since the question
	}
	if err != nil {
		return Answer{}, err
	}
	if at.Before(c.begun) {
		return Answer{}, unasked(line)
	}
	answer.Move, answer.Ponder, _ = wire.ParseBestMove(line) // extra words do no harm
	if answer.Move == "" {
		return Answer{}, &NonsenseError{Line: line, Reason: "a bestmove without a move"}
	}
	if c.repeats && answer.Move == c.answered { // a pass, which may be the last answer's
		answer.Ponder, answer.Info = "", wire.Info{}
	}
	answer.Repeated = c.repeated
	c.thinking, c.answered, c.repeated = false, answer.Move, false
	answer.Elapsed = at.Sub(c.since)
	if late := at.Sub(c.asked); deadline.Due > 0 && late > deadline.Due {
		return answer, &SlowError{Due: deadline.Due, Elapsed: late}
	}
	return answer, nil
}

// Go sends question and waits for the answer, as Think and Answer do.
func (c *Client) Go(ctx context.Context, question *Question, deadline Deadline) (Answer, error) {
	if err := c.Think(question); err != nil {
		return Answer{}, err
	}
	return c.Answer(ctx, deadline)
}
