package check

import (
	"fmt"
	"time"

	"cathedral/engine"
)

// ponderSteps are about the search in the opponent's time.
func ponderSteps() []step {
	return []step{
		{name: "go ponder, ponderhit, bestmove", run: ponderHit},
		{name: "go ponder, stop, bestmove", run: ponderStop},
		{name: "ponderhit starts the clock", run: ponderClock},
		{name: "bestmove names a move to ponder on", run: namesPonderMove},
	}
}

// ponder starts to ponder and checks that no bestmove comes before ponderhit or stop.
func (c *conversation) ponder(g *game, limits string) error {
	if err := c.send(g.command(), "go ponder "+limits); err != nil {
		return err
	}
	return c.quiet(150*time.Millisecond, "before ponderhit or stop")
}

// ponderCases are limits that a search reaches before ponderhit.
func ponderCases() []string {
	return []string{"movetime 20", "p1time 50 p2time 50", "depth 1", "nodes 1"}
}

func ponderHit(c *conversation) error { return ponderEnds(c, "ponderhit") }

func ponderStop(c *conversation) error { return ponderEnds(c, "stop") }

func ponderEnds(c *conversation, end string) error {
	for _, plies := range []int{2, 18} {
		g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
		for _, limits := range ponderCases() {
			if err := c.ponder(g, limits); err != nil {
				return fmt.Errorf("go ponder %s: %w", limits, err)
			}
			answer, err := c.search(end)
			if err != nil {
				return fmt.Errorf("go ponder %s: %w", limits, err)
			}
			if err := answer.judge(&g.position, false); err != nil {
				return err
			}
			if answer.elapsed > c.atOnce() {
				return fmt.Errorf("go ponder %s: the answer to %s took %v", limits, end, answer.elapsed.Round(time.Millisecond))
			}
		}
	}
	return c.alone()
}

func ponderClock(c *conversation) error {
	g := randomGame(c.random(), engine.Rules{}, afterPlies(4))
	if err := c.ponder(g, "movetime 300"); err != nil {
		return err
	}
	answer, err := c.search("ponderhit")
	if err != nil {
		return err
	}
	if answer.elapsed > 300*time.Millisecond+c.atOnce() {
		return fmt.Errorf("movetime 300 ended %v after ponderhit", answer.elapsed.Round(time.Millisecond))
	}
	return answer.judge(&g.position, false)
}

func namesPonderMove(c *conversation) error {
	if _, err := c.need("Ponder"); err != nil {
		return err
	}
	if err := c.accepted("setoption name Ponder value true"); err != nil {
		return err
	}
	for _, plies := range []int{3, 20} {
		g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
		if err := c.send(g.command()); err != nil {
			return err
		}
		answer, err := c.search("go movetime 200")
		if err != nil {
			return err
		}
		if err := answer.judge(&g.position, true); err != nil {
			return err
		}
	}
	return c.accepted("setoption name Ponder value false")
}
