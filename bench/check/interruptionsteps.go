package check

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cathedral/engine"
)

// interruptionSteps are about commands that come while the engine searches.
func interruptionSteps() []step {
	return []step{
		{name: "isready during a search", run: readyDuringSearch},
		{name: "1000 isready in one piece", run: readyOften},
		{name: "go and stop 200 times, at once", run: stopsAtOnce},
		{name: "go and stop 20 times, after a moment", run: stopsAfterMoments},
		{name: "go during go: both answer", run: goDuringGo},
		{name: "20 go in a row: all answer", run: manyGo},
		{name: "stop and ponderhit when idle, twice", run: stopWhenIdle},
		{name: "stop twice: one answer", run: stopTwice},
		{name: "position during go is for the next search", run: positionDuringGo},
		{name: "setoption during go is for the next search", run: setOptionDuringGo},
		{name: "uginewgame during go stops it", run: newGameDuringGo},
	}
}

// searchEndlessly sends lines that start a search without an end, and checks that it
// does not end by itself. So what ends it later is what the step sends.
func (c *conversation) searchEndlessly(lines ...string) error {
	if err := c.send(lines...); err != nil {
		return err
	}
	return c.quiet(50*time.Millisecond, "before stop")
}

func readyDuringSearch(c *conversation) error {
	if err := c.searchEndlessly("position startpos", "go infinite"); err != nil {
		return err
	}
	for range 50 {
		said, err := c.ready()
		if err != nil {
			return err
		}
		if countBests(said) > 0 {
			return errors.New("isready ended the search")
		}
	}
	return c.stopAndJudge(newGame(engine.Rules{}))
}

func readyOften(c *conversation) error {
	const times = 1000
	if err := c.sendRaw(strings.Repeat("isready\n", times)); err != nil {
		return err
	}
	for i := range times {
		if _, _, err := c.await("readyok", is("readyok")); err != nil {
			return fmt.Errorf("after %d readyok: %w", i, err)
		}
	}
	return nil
}

// stopAndJudge stops a search and judges its answer.
func (c *conversation) stopAndJudge(g *game) error {
	answer, err := c.search("stop")
	if err != nil {
		return err
	}
	if err := answer.judge(&g.position, false); err != nil {
		return err
	}
	return c.alone()
}

func stopsAtOnce(c *conversation) error { return stopsOften(c, 200, 0) }

func stopsAfterMoments(c *conversation) error { return stopsOften(c, 20, 10*time.Millisecond) }

func stopsOften(c *conversation, times int, pause time.Duration) error {
	g := randomGame(c.random(), engine.Rules{}, afterPlies(6))
	if err := c.send(g.command()); err != nil {
		return err
	}
	for i := range times {
		if err := c.send("go infinite"); err != nil {
			return err
		}
		time.Sleep(pause)
		answer, err := c.search("stop")
		if err != nil {
			return fmt.Errorf("stop %d: %w", i+1, err)
		}
		if err := answer.judge(&g.position, false); err != nil {
			return err
		}
	}
	return c.alone()
}

func goDuringGo(c *conversation) error {
	g := newGame(engine.Rules{})
	if err := c.send(g.command(), "go infinite", "go depth 1"); err != nil {
		return err
	}
	for range 2 {
		answer, err := c.awaitBest()
		if err != nil {
			return err
		}
		if err := answer.judge(&g.position, false); err != nil {
			return err
		}
	}
	return c.alone()
}

func manyGo(c *conversation) error {
	const times = 20
	g := randomGame(c.random(), engine.Rules{}, afterPlies(4))
	if err := c.send(g.command()); err != nil {
		return err
	}
	for range times {
		if err := c.send("go infinite"); err != nil {
			return err
		}
	}
	if err := c.send("stop"); err != nil {
		return err
	}
	for i := range times {
		answer, err := c.awaitBest()
		if err != nil {
			return fmt.Errorf("answer %d of %d: %w", i+1, times, err)
		}
		if err := answer.judge(&g.position, false); err != nil {
			return err
		}
	}
	return c.alone()
}

func stopWhenIdle(c *conversation) error {
	said, err := c.tell("stop", "stop", "ponderhit", "ponderhit")
	if err != nil {
		return err
	}
	if countBests(said) > 0 {
		return errors.New("a bestmove without a go")
	}
	_, err = c.answers(newGame(engine.Rules{}), "go depth 1", c.patience)
	return err
}

func stopTwice(c *conversation) error {
	if err := c.send("position startpos", "go infinite", "stop"); err != nil {
		return err
	}
	return c.stopAndJudge(newGame(engine.Rules{}))
}

func positionDuringGo(c *conversation) error {
	before := newGame(engine.Rules{}) // the only position to place the Cathedral in
	after := randomGame(c.random(), engine.Rules{}, afterPlies(3))
	if err := c.searchEndlessly(before.command(), "go infinite"); err != nil {
		return err
	}
	if err := c.send(after.command()); err != nil {
		return err
	}
	if err := c.quiet(100*time.Millisecond, "although position leaves a search alone"); err != nil {
		return err
	}
	if err := c.stopAndJudge(before); err != nil {
		return fmt.Errorf("the search that ran: %w", err)
	}
	answer, err := c.search("go depth 1")
	if err != nil {
		return err
	}
	if err := answer.judge(&after.position, false); err != nil {
		return fmt.Errorf("the next search: %w", err)
	}
	return nil
}

func setOptionDuringGo(c *conversation) error {
	hash, err := c.need("Hash")
	if err != nil {
		return err
	}
	if err := c.searchEndlessly("position startpos", "go infinite"); err != nil {
		return err
	}
	for _, size := range []int64{hash.least, max(hash.least, min(hash.most, 32)), hash.least} {
		if err := c.accepted(fmt.Sprintf("setoption name Hash value %d", size)); err != nil {
			return err
		}
	}
	if err := c.quiet(50*time.Millisecond, "although setoption leaves a search alone"); err != nil {
		return err
	}
	if err := c.stopAndJudge(newGame(engine.Rules{})); err != nil {
		return err
	}
	if _, err := c.answers(newGame(engine.Rules{}), "go depth 1", c.patience); err != nil {
		return err
	}
	return c.accepted("setoption name Hash value " + hash.standard)
}

func newGameDuringGo(c *conversation) error {
	g := newGame(engine.Rules{})
	for _, word := range []string{"uginewgame", "ucinewgame"} {
		if err := c.send(g.command(), "go infinite"); err != nil {
			return err
		}
		answer, err := c.search(word)
		if err != nil {
			return err
		}
		if err := answer.judge(&g.position, false); err != nil {
			return err
		}
		if err := c.alone(); err != nil {
			return err
		}
	}
	return nil
}
