package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// allowed returns the time allowed for an answer that should take duration. The rest, 2 s
// with the usual patience, is for slow machines: only an engine that ignores its clock
// takes longer.
func (c *conversation) allowed(duration time.Duration) time.Duration {
	return duration + c.patience*2/5
}

func expectLine(c *conversation, g *given) error {
	return c.await(g.line.name(c), g.line.matcher(c), c.patience)
}

// expectMove waits for a legal bestmove, and one of those that are given, if any are.
func (c *conversation) expectMove(g *given, limit time.Duration) error {
	if err := c.expectBest(limit); err != nil {
		return err
	}
	if right := strings.Fields(c.expand(g.text())); len(right) > 0 && !slices.Contains(right, c.answer.best) {
		return fmt.Errorf("bestmove %s, want %s", shorten(c.answer.best), strings.Join(right, " "))
	}
	return nil
}

// expectSilence expects that a line does not come for some time.
func expectSilence(c *conversation, g *given) error {
	return c.listen(g.times[0], g.line.matcher(c), g.reason())
}

// reason returns the statement's reason why a line must not come.
func (g *given) reason() string {
	switch {
	case len(g.texts) > 0:
		return g.text()
	case g.line.text == "bestmove *":
		return "before stop"
	}
	return "which is not expected"
}

// expectAbsence expects that a line was not said. A bestmove counts only if the scenario has
// not expected it yet.
func expectAbsence(c *conversation, g *given) error {
	matches := g.line.matcher(c)
	for _, line := range c.said {
		if matches(line) && (!begins("bestmove")(line) || len(c.pending) > 0) {
			return fmt.Errorf("%q, %s", shorten(line), g.reason())
		}
	}
	return nil
}

// expectSaid expects that a line was said.
func expectSaid(c *conversation, g *given) error {
	if !slices.ContainsFunc(c.said, g.line.matcher(c)) {
		return fmt.Errorf("no line %s", g.line.name(c))
	}
	return nil
}

func expectNothing(c *conversation, _ *given) error {
	if len(c.said) > 0 {
		return fmt.Errorf("%q", shorten(c.said[0]))
	}
	return nil
}

func expectNoError(c *conversation, _ *given) error {
	if at := slices.IndexFunc(c.said, isError); at >= 0 {
		return fmt.Errorf("%q is refused: %q", shorten(c.sent), shorten(c.said[at]))
	}
	return nil
}

// expectOneError expects one error line of an engine that writes such lines.
func expectOneError(c *conversation, _ *given) error {
	count := 0
	for _, line := range c.said {
		if isError(line) {
			count++
		}
	}
	if count != 1 && c.offers("error lines") {
		return fmt.Errorf("%d error lines, want one", count)
	}
	return nil
}

// expectEveryBest expects that each go has its bestmove, and no more come.
func expectEveryBest(c *conversation, _ *given) error {
	for c.bests < len(c.searched) {
		if err := c.await("bestmove", begins("bestmove"), c.patience); err != nil {
			return err
		}
	}
	for _, answer := range c.pending {
		if answer.best == "" {
			return errors.New("bestmove without a move")
		}
	}
	c.pending = nil
	return c.ready()
}

// expectEnd expects that the engine leaves: within 3 s with the usual patience. The
// protocol grants one second; the rest is for slow machines.
func (c *conversation) expectEnd(anyStatus bool) error {
	patience := c.patience * 3 / 5
	late := time.NewTimer(patience)
	defer late.Stop()
	for deadline := time.Now().Add(patience); !anyStatus; {
		if _, _, err := c.read("", deadline); err != nil {
			break // a full pipe would keep it from leaving
		}
	}
	select {
	case <-c.transport.Ended():
	case <-c.ctx.Done():
		return c.ctx.Err()
	case <-late.C:
		return fmt.Errorf("it has not exited after %v", patience)
	}
	if fault := c.transport.Fault(); fault != nil && !anyStatus {
		return fmt.Errorf("it exited with %s", exitStatus(fault.Error(), c.transport.LastWords()))
	}
	return nil
}
