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
	// Repeated says that the engine wrote its previous bestmove line once more before it was
	// asked again.
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
	return c.write(text)
}

// drain discards the lines that the engine has sent since the last read.
func (c *Client) drain() error {
	_, _, err := c.Await(context.Background(), "silence", c.clock.Now(), func(line string) (bool, error) {
		return false, c.unasked(line)
	})
	if silent := (*SilentError)(nil); errors.As(err, &silent) {
		return nil
	}
	return err
}

// unasked judges a line that was written before the last go.
func (c *Client) unasked(line string) error {
	switch {
	case !strings.HasPrefix(line, "bestmove"):
	case line != c.answered:
		return &NonsenseError{Line: line, Reason: "an unexpected bestmove"}
	default:
		c.repeated = true
	}
	return nil
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
	line, at, err := c.Await(ctx, "bestmove", last, func(line string) (bool, error) {
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
		if err := c.unasked(line); err != nil {
			return Answer{}, err
		}
		return c.Answer(ctx, deadline)
	}
	answer.Move, answer.Ponder, _ = wire.ParseBestMove(line) // extra words do no harm
	if answer.Move == "" {
		return Answer{}, &NonsenseError{Line: line, Reason: "a bestmove without a move"}
	}
	answer.Repeated = c.repeated
	c.thinking, c.answered, c.repeated = false, line, false
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
