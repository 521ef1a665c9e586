package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// answer is the engine's answer to a go.
type answer struct {
	line         string // the whole bestmove line
	best, ponder string
	fault        error         // a fault in the line's form, not in the move's legality
	infos        []string      // the info lines except info string
	info         string        // the last of them
	errors       int           // the number of error lines
	elapsed      time.Duration // since search sent its line
}

// search sends a go and waits for its bestmove.
func (c *conversation) search(line string) (*answer, error) {
	start := time.Now()
	if err := c.send(line); err != nil {
		return nil, err
	}
	answer, err := c.awaitBest()
	if err != nil {
		return nil, err
	}
	answer.elapsed = time.Since(start)
	return answer, nil
}

// awaitBest waits for a bestmove.
func (c *conversation) awaitBest() (*answer, error) {
	line, before, err := c.await("bestmove", begins("bestmove"))
	if err != nil {
		return nil, err
	}
	a := &answer{line: line}
	a.best, a.ponder, a.fault = wire.ParseBestMove(line)
	for _, info := range before {
		if begins("info")(info) && !begins("info string")(info) {
			a.infos, a.info = append(a.infos, info), info
		}
		if isError(info) {
			a.errors++
		}
	}
	return a, nil
}

// judge checks that the answer is legal in the position that was searched. The
// engine may name a move to ponder on only if pondering is set.
func (a *answer) judge(p *engine.Position, pondering bool) error {
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
	move, err := wire.ParseLegalMove(text, p)
	if err != nil {
		return engine.Position{}, err
	}
	return p.Play(move), nil
}

// judgeInfo checks the last info line: it must have depth, score, nodes, nps and
// time, and a legal pv that begins with the best move.
func (a *answer) judgeInfo(p *engine.Position) error {
	if a.info == "" {
		return fmt.Errorf("no info line before bestmove")
	}
	words := strings.Fields(a.info)
	for _, name := range []string{"depth", "score", "nodes", "nps", "time", "pv"} {
		if !slices.Contains(words, name) {
			return fmt.Errorf("%q: no %s", shorten(a.info), name)
		}
	}
	info, err := wire.ParseInfo(a.info)
	const most = engine.Rows * engine.Columns * 100
	switch score := info.Score.Centi; {
	case err != nil:
		return fmt.Errorf("%q: %w", shorten(a.info), err)
	case score > most || score < -most:
		return fmt.Errorf("%q: the score is beyond the board", shorten(a.info))
	case len(info.PV) == 0:
		return fmt.Errorf("%q: no pv", shorten(a.info))
	case info.PV[0] != a.best:
		return fmt.Errorf("%q: the pv does not begin with the best move %s", shorten(a.info), a.best)
	}
	position := *p
	for i, text := range info.PV {
		next, err := play(&position, text)
		if err != nil {
			return fmt.Errorf("%q: move %d of the pv: %w", shorten(a.info), i+1, err)
		}
		position = next
	}
	return nil
}
