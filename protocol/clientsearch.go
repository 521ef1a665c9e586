package protocol

// The client's side of a search: what it asks, and the answer it waits for.

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Deadline says when an answer is due and how long it is waited for.
type Deadline struct {
	Due   time.Duration // later is slow; 0: never too late
	Grace time.Duration // how much longer it is waited for; both 0: for ever
}

// Answer is an engine's best move and what it said of it.
type Answer struct {
	Move    string        // as the engine wrote it; whether it is legal is for the caller to say
	Ponder  string        // the reply it expects, "" if it names none
	Elapsed time.Duration // from sending go, or ponderhit, to reading bestmove
	Info    EngineInfo
}

// Think sends a position and a go command. The search before must have been
// answered; an answer too many is a *NonsenseError.
func (c *Client) Think(question *Question) error {
	if c.thinking {
		return errors.New("a search is running")
	}
	if err := c.readOver(); err != nil {
		return err
	}
	text := question.lines(nil, c.dialect)
	c.thinking = true
	c.since = time.Now()
	c.asked = c.since
	return c.write(text)
}

// readOver reads what the engine has said since it was last listened to.
func (c *Client) readOver() error {
	_, _, err := c.Await(context.Background(), "silence", time.Now(), func(line string) (bool, error) {
		if strings.HasPrefix(line, "bestmove") {
			return false, &NonsenseError{Line: line, Reason: "a bestmove that nobody asked for"}
		}
		return false, nil
	})
	if silent := (*SilentError)(nil); errors.As(err, &silent) {
		return nil
	}
	return err
}

// PonderHit tells a pondering engine that its time runs from now.
func (c *Client) PonderHit() error {
	c.since = time.Now()
	c.asked = c.since
	return c.Send("ponderhit")
}

// Stop tells the engine to answer now. Deadlines count from here.
func (c *Client) Stop() error {
	c.asked = time.Now()
	return c.Send("stop")
}

// Answer waits for the best move. Together with an answer that came late the error
// is a *SlowError; with every other error there is no answer.
func (c *Client) Answer(ctx context.Context, deadline Deadline) (Answer, error) {
	if !c.thinking {
		return Answer{}, errors.New("no search was asked for")
	}
	var last time.Time
	if deadline != (Deadline{}) {
		last = c.asked.Add(deadline.Due + deadline.Grace)
	}
	var answer Answer
	_, at, err := c.Await(ctx, "bestmove", last, func(line string) (bool, error) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			return false, nil
		case words[0] == "info":
			answer.Info.update(words)
			return false, nil
		case words[0] != "bestmove":
			return false, nil
		}
		answer.Move, answer.Ponder, _ = ParseBestMove(line) // words too many do no harm
		if answer.Move == "" {
			return false, &NonsenseError{Line: line, Reason: "a bestmove without a move"}
		}
		return true, nil
	})
	if err != nil {
		return Answer{}, err
	}
	c.thinking = false
	answer.Elapsed = at.Sub(c.since)
	if late := at.Sub(c.asked); deadline.Due > 0 && late > deadline.Due {
		return answer, &SlowError{Due: deadline.Due, Elapsed: late}
	}
	return answer, nil
}

// Go asks a question and waits for the answer.
func (c *Client) Go(ctx context.Context, question *Question, deadline Deadline) (Answer, error) {
	if err := c.Think(question); err != nil {
		return Answer{}, err
	}
	return c.Answer(ctx, deadline)
}
