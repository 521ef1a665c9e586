package protocol

// The client's side of the handshake, the options and `isready`.

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
