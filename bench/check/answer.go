package check

import (
	"fmt"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// answer is the engine's answer to a go.
type answer struct {
	line         string // the whole bestmove line
	best, ponder string
	fault        error    // a fault in the line's form, not in the move's legality
	infos        []string // the info lines except info string
	info         string   // the last of them
	at           time.Time
	position     engine.Position // that was searched
}

// newAnswer returns the answer that is the last of the lines.
func newAnswer(lines []string, at time.Time) *answer {
	a := &answer{line: lines[len(lines)-1], at: at}
	a.best, a.ponder, a.fault = wire.ParseBestMove(a.line)
	for _, line := range lines[:len(lines)-1] {
		if begins("bestmove")(line) {
			a.infos, a.info = nil, "" // of the answer before
		}
		if begins("info")(line) && !begins("info string")(line) {
			a.infos, a.info = append(a.infos, line), line
		}
	}
	return a
}

// expectBest waits for a bestmove and judges it. It may come at most limit after the line
// that was sent last; 0: there is no limit but the patience.
func (c *conversation) expectBest(limit time.Duration) error {
	if len(c.pending) == 0 {
		if err := c.await("bestmove", begins("bestmove"), limit+c.patience); err != nil {
			return err
		}
	}
	last := c.answer.best
	c.answer, c.pending = c.pending[0], c.pending[1:]
	index := c.bests - len(c.pending) - 1
	if index >= len(c.searched) {
		return c.surplus()
	}
	c.answer.position = c.searched[index]
	if err := c.answer.judge(c.changed["ponder"] == "true"); err != nil {
		if c.answer.best == last {
			err = fmt.Errorf("%w; it repeats the answer before", err)
		}
		return err
	}
	if elapsed := c.answer.at.Sub(c.sentAt); limit > 0 && elapsed > limit {
		return fmt.Errorf("%q took %v", shorten(c.sent), elapsed.Round(time.Millisecond))
	}
	return nil
}

// judge checks that the answer is legal in the position that was searched. The
// engine may name a move to ponder on only if pondering is set.
func (a *answer) judge(pondering bool) error {
	p := &a.position
	if a.fault != nil || a.ponder != "" && !pondering {
		return fmt.Errorf("%q, want bestmove and one word", shorten(a.line))
	}
	if p.Over() {
		if a.best != "none" {
			return fmt.Errorf("%q, but the game is over", shorten(a.line))
		}
		return nil
	}
	next, err := play(p, a.best)
	if err != nil {
		return fmt.Errorf("%q: %w (position %s)", shorten(a.line), err, p)
	}
	if a.ponder != "" {
		if _, err := play(&next, a.ponder); err != nil {
			return fmt.Errorf("%q: the move to ponder on: %w", shorten(a.line), err)
		}
	}
	return nil
}

// play parses a move and returns the position after it.
func play(p *engine.Position, text string) (engine.Position, error) {
	move, err := engine.ParseLegalMove(text, p)
	if err != nil {
		return engine.Position{}, err
	}
	return p.Play(move), nil
}

// lastInfo returns the last info line of an answer, parsed.
func (a *answer) lastInfo() (wire.Info, error) {
	info, err := wire.ParseInfo(a.info)
	if err != nil {
		return info, fmt.Errorf("%q: %w", shorten(a.info), err)
	}
	return info, nil
}

// has reports whether the last info line has some words, one after the other.
func (a *answer) has(words string) bool {
	return strings.Contains(" "+strings.Join(strings.Fields(a.info), " ")+" ", " "+words+" ")
}
