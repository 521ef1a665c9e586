package protocol

// The client's side of the handshake, the options and `isready`.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/engine/wording"
	"cathedral/protocol/wire"
)

// Handshake sends `ugi` and reads the engine's name, author and options. If
// there is no answer after half of patience, it also sends `uci`; an engine
// that answers uciok is addressed in UCI's words from then on.
func (c *Client) Handshake(ctx context.Context, patience time.Duration) error {
	start := c.clock.Now()
	if err := c.Send("ugi"); err != nil {
		return err
	}
	err := c.introduction(ctx, start.Add(patience/2))
	silent := (*SilentError)(nil)
	if !errors.As(err, &silent) {
		return err
	}
	if silent.Unfinished == "" { // otherwise an answer has begun
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
			if len(c.options)+len(c.unreadable) == mostOptions {
				return false, &NonsenseError{Line: line, Reason: "too many options"}
			}
			if option, err := wire.ParseOption(line); err != nil {
				c.unreadable[strings.ToLower(option.Name)] = fmt.Errorf("%w: %s", err, wording.Quoted(line))
			} else {
				c.options = append(c.options, option)
			}
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
// client owns the slice.
func (c *Client) Options() []wire.Option { return c.options }

// Unreadable returns errors with the option lines of the handshake that cannot be read, by the
// options' names in small letters, which may be "". Such options cannot be set. The client owns
// the map.
func (c *Client) Unreadable() map[string]error { return c.unreadable }

// SetOption sets an option that the engine has declared; any other option is an
// error. The value of a button is "". If the engine rejects the value,
// Complaints says so after the next Ready.
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
	return fmt.Errorf("%s has no option %s", c.name, wording.Quoted(name))
}

// Ready sends `isready` and waits up to patience for `readyok`, or until ctx is done. During
// a search it returns an error, because it would discard the search's answer.
func (c *Client) Ready(ctx context.Context, patience time.Duration) error {
	if c.thinking {
		return errors.New("a search is running")
	}
	if err := c.Send("isready"); err != nil {
		return err
	}
	_, _, err := c.Await(ctx, "readyok", c.clock.Now().Add(patience), func(line string) (bool, error) {
		return strings.TrimSpace(line) == "readyok", nil
	})
	return err
}

// NewGame makes the engine forget the last game, and waits up to patience until it is ready,
// or until ctx is done.
func (c *Client) NewGame(ctx context.Context, patience time.Duration) error {
	if err := c.Send(c.dialect.newGame); err != nil {
		return err
	}
	return c.Ready(ctx, patience)
}
