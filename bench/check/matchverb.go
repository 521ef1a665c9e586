package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/engine/wording"
)

// matchGroup is the group that decides whether an engine is ready for matches.
const matchGroup = "match"

// defaultMargin is that of `cathedral match`.
const defaultMargin = 10 * time.Millisecond

// playMatch lets the engine play two short games against random moves, as `cathedral match`
// plays them. It must not forfeit one.
func (c *conversation) playMatch(control player.TimeControl, ponder bool) error {
	if c.command.Path == "" {
		return notOffered("a match is played with programs")
	}
	engine := player.Specification{
		Name: "engine", Command: c.command.Path, Arguments: c.command.Arguments, Directory: c.command.Directory,
		Environment: c.command.Environment, Margin: c.margin, Ponder: ponder, Control: control,
	}
	if path, err := exec.LookPath(engine.Command); err == nil {
		engine.Command = path // not the name of a built-in player
	}
	return c.judgeMatch(match.Plan{
		Players: []player.Specification{engine, {Name: "random", Command: "random"}},
		Games:   2, Concurrency: 1, RandomPlies: 2, Seed: c.seed + 1,
		Log: func(string) (io.WriteCloser, error) { return dialogueLog{c.dialogue}, nil },
	})
}

// judgeMatch plays a match of the engine, which is its first player. The error says
// why the engine lost the first of the games that it forfeited.
func (c *conversation) judgeMatch(plan match.Plan) error {
	var faults []string
	summary, err := match.Run(c.ctx, plan, func(event match.Event) {
		if game, isGame := event.(match.Finished); isGame && game.Fault == 0 {
			_, cause, _ := strings.Cut(game.Cause, "(engine) ")
			faults = append(faults, cause)
		}
	})
	worst := time.Duration(0)
	if len(summary.Overruns) > 0 {
		worst = summary.Overruns[0]
	}
	late := fmt.Sprintf("at most %d ms late, of %d ms allowed", worst.Milliseconds(), c.margin.Milliseconds())
	switch {
	case errors.Is(err, context.Canceled), c.ctx.Err() != nil:
		return c.ctx.Err()
	case err != nil:
		return err
	case len(faults) > 0:
		return fmt.Errorf("forfeits %d of %s: %s (%s)", len(faults), wording.Count(summary.Played, "game"), faults[0], late)
	}
	c.dialogue.remark = late
	return nil
}

// dialogueLog adds the lines of a match's log to a dialogue.
type dialogueLog struct{ dialogue *dialogue }

// Write implements io.Writer. It gets a line: the time, the mark and the text.
func (l dialogueLog) Write(line []byte) (int, error) {
	_, marked, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
	mark, text, _ := strings.Cut(marked, " ")
	l.dialogue.note(mark, text)
	return len(line), nil
}

// Close implements io.Closer.
func (l dialogueLog) Close() error { return nil }
