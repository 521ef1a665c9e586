package protocol

// What a client and an engine say to each other.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Handshake sends `ugi` and reads the engine's names and options. An engine that
// has not answered after half the patience is asked `uci` too, and is spoken to in
// UCI's words if that is what it answers.
func (c *Client) Handshake(ctx context.Context, patience time.Duration) error {
	start := time.Now()
	if err := c.Send("ugi"); err != nil {
		return err
	}
	err := c.introduction(ctx, start.Add(patience/2))
	silent := (*SilentError)(nil)
	if !errors.As(err, &silent) {
		return err
	}
	if silent.Unfinished == "" { // else it is about to say something
		if err := c.Send("uci"); err != nil {
			return err
		}
	}
	if err = c.introduction(ctx, start.Add(patience)); errors.As(err, &silent) {
		silent.Waited = patience
	}
	return err
}

func (c *Client) introduction(ctx context.Context, deadline time.Time) error {
	_, _, err := c.Await(ctx, "ugiok or uciok", deadline, func(line string) (bool, error) {
		first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch first {
		case "ugiok":
			return true, nil
		case "uciok":
			c.dialect = uciDialect()
			return true, nil
		case "id":
			key, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
			switch key {
			case "name":
				c.name = strings.ToValidUTF8(value, "?")
			case "author":
				c.author = strings.ToValidUTF8(value, "?")
			}
		case "option":
			const mostOptions = 1000
			option, err := parseOption(line)
			if err == nil && len(c.options) == mostOptions {
				err = &NonsenseError{Line: line, Reason: "options without an end"}
			}
			c.options = append(c.options, option)
			return false, err
		}
		return false, nil
	})
	return err
}

// Name returns the name that the engine gave in the handshake, "" if none.
func (c *Client) Name() string { return c.name }

// Author returns the author that the engine gave in the handshake, "" if none.
func (c *Client) Author() string { return c.author }

// Options returns the options that the engine declared in the handshake. The
// client keeps the slice.
func (c *Client) Options() []EngineOption { return c.options }

// SetOption sends an option's value, "" for a button. It is an error when the
// engine has declared no such option; whether it takes the value can be seen in
// Complaints after the next Ready.
func (c *Client) SetOption(name, value string) error {
	for _, option := range c.options {
		switch {
		case !strings.EqualFold(option.Name, name):
			continue
		case option.Type == "button":
			return c.Send("setoption name " + option.Name)
		default:
			return c.Send("setoption name " + option.Name + " value " + value)
		}
	}
	return fmt.Errorf("%s has no option %s", c.name, quoted(name))
}

// Ready sends `isready` and waits for `readyok`. It is not for use during a search,
// whose answer it would read over.
func (c *Client) Ready(ctx context.Context, patience time.Duration) error {
	if c.thinking {
		return errors.New("a search is running")
	}
	if err := c.Send("isready"); err != nil {
		return err
	}
	_, _, err := c.Await(ctx, "readyok", time.Now().Add(patience), func(line string) (bool, error) {
		return strings.TrimSpace(line) == "readyok", nil
	})
	return err
}

// NewGame tells the engine to forget the last game, and waits until it is ready.
func (c *Client) NewGame(ctx context.Context, patience time.Duration) error {
	if err := c.Send(c.dialect.newGame); err != nil {
		return err
	}
	return c.Ready(ctx, patience)
}

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
