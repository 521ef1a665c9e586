package check

import (
	"fmt"
	"time"

	"cathedral/engine"
)

// clockSteps are about time. Their limits are generous, for slow machines: they only
// catch an engine that ignores its clock.
func clockSteps() []step {
	return []step{
		{name: "a clock of 5 ms", run: answersTo("go p1time 5 p2time 5", "go p1time 5 p2time 5 p1inc 1 p2inc 1", "go p1time 5 p2time 5 movestogo 40")},
		{name: "a clock of 1 ms", run: answersTo("go p1time 1 p2time 1")},
		{name: "a clock of 0 ms", run: answersTo("go p1time 0 p2time 0", "go p1time 0 p2time 0 p1inc 0 p2inc 0 movestogo 0")},
		{name: "a clock below 0", run: answersTo("go p1time -100 p2time -100", "go p1time -1 p2time -1 p1inc -1 p2inc -1 movestogo -1")},
		{name: "one's own clock counts", run: ownClock},
		{name: "the names that UCI has for the clocks", run: answersTo("go wtime 20 btime 20 winc 1 binc 1")},
		{name: "numbers of 63 bits", run: answersTo("go depth 1 p1time 9223372036854775807 p2time 9223372036854775807 p1inc 9223372036854775807 p2inc 9223372036854775807",
			"go depth 9223372036854775807 nodes 1", "go nodes 9223372036854775807 depth 1", "go movestogo 9223372036854775807 p1time 10 p2time 10")},
		{name: "a game on a clock of 1 s + 0.01 s", run: playsOnClock},
	}
}

// ownClock gives the side to move little time and the other side plenty.
func ownClock(c *conversation) error {
	for plies, line := range []string{"go p1time 20 p2time 3600000", "go p1time 3600000 p2time 20"} {
		g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
		if _, err := c.answers(g, line, c.atOnce()); err != nil {
			return err
		}
	}
	return nil
}

// playsOnClock lets the engine play both sides. With the usual patience it may
// overstep its time by half a second, which is enough for a slow machine; the group
// match judges by the margin of a match.
func playsOnClock(c *conversation) error {
	grace := c.patience / 10
	const increment = 10 * time.Millisecond
	g := newGame(engine.Rules{})
	clocks := [2]time.Duration{time.Second, time.Second}
	if err := c.send("uginewgame"); err != nil {
		return err
	}
	for !g.position.Over() {
		side := g.position.Side()
		line := fmt.Sprintf("go p1time %d p2time %d p1inc 10 p2inc 10", clocks[engine.Light].Milliseconds(), clocks[engine.Dark].Milliseconds())
		answer, err := c.answers(g, line, c.patience)
		if err != nil {
			return err
		}
		if clocks[side] -= answer.elapsed; clocks[side] < -grace {
			return fmt.Errorf("%s oversteps the time by %v at ply %d", side, -clocks[side].Round(time.Millisecond), g.position.Ply())
		}
		clocks[side] = max(0, clocks[side]) + increment
		move, err := engine.ParseMove(answer.best, side)
		if err != nil {
			return err
		}
		g.play(move)
	}
	return nil
}
