package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
)

// searchSteps are about go and its limits, at the start and later in games.
func searchSteps() []step {
	return []step{
		{name: "go depth 1", run: answersTo("go depth 1")},
		{name: "go nodes 1", run: answersTo("go nodes 1")},
		{name: "go nodes 1000", run: answersTo("go nodes 1000")},
		{name: "go movetime 50", run: answersTo("go movetime 50")},
		{name: "go depth 0, go nodes 0, go movetime 0", run: answersTo("go depth 0", "go nodes 0", "go movetime 0")},
		{name: "go depth -3, go nodes -3, go movetime -3", run: answersTo("go depth -3", "go nodes -3", "go movetime -3")},
		{name: "several limits: the first one reached ends it", run: answersTo("go depth 99 movetime 30", "go movetime 99999 nodes 1", "go depth 1 nodes 9999999999 movetime 99999")},
		{name: "go infinite ends with stop and not before", run: endsWithStop("go infinite")},
		{name: "go without limits ends with stop and not before", run: endsWithStop("go")},
		{name: "fractions are cut off", run: answersTo("go movetime 50.0", "go depth 1.9", "go nodes 100.5", "go p1time 20.0 p2time 20.0 p1inc 0.5 p2inc 0.5")},
		{name: "searchmoves", run: keepsToSearchMoves},
		{name: "the last info line", run: informs},
		{name: "MultiPV", run: multiplePV},
		{name: "the lines of MultiPV come in the order 1, 2, 3", run: ordersLines},
		{name: "ShowWDL", run: tellsWDL},
		{name: "after uci, scores are written as cp", fresh: true, run: writesCentis},
		{name: "go after the game has ended", run: answersWhenOver},
		{name: "go where only a pass is legal", run: answersWithPass},
	}
}

// atOnce returns the longest time that a search with a tiny limit may take: 2 s with
// the usual patience. Only engines that ignore their clock take longer.
func (c *conversation) atOnce() time.Duration { return c.patience * 2 / 5 }

// answersTo returns a step that sends each of the lines, which are without a fault, and
// judges the answers.
func answersTo(lines ...string) func(*conversation) error {
	return func(c *conversation) error {
		for _, plies := range []int{0, 1, 9, 21} {
			g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
			for _, line := range lines {
				answer, err := c.answers(g, line, c.atOnce())
				if err == nil && answer.errors > 0 {
					err = fmt.Errorf("%q is refused with an error line", line)
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// answers sends a position and a go, and judges the bestmove and its time.
func (c *conversation) answers(g *game, line string, limit time.Duration) (*answer, error) {
	if _, err := c.tell(g.command()); err != nil {
		return nil, err
	}
	answer, err := c.search(line)
	if err != nil {
		return nil, err
	}
	if err := answer.judge(&g.position, false); err != nil {
		return nil, err
	}
	if answer.elapsed > limit {
		return nil, fmt.Errorf("%q took %v", line, answer.elapsed.Round(time.Millisecond))
	}
	return answer, c.readyAndDone()
}

// readyAndDone checks that no second bestmove has come.
func (c *conversation) readyAndDone() error {
	said, err := c.ready()
	if err == nil && countBests(said) > 0 {
		err = errors.New("a second bestmove")
	}
	return err
}

// alone is readyAndDone for a second bestmove that may still be on its way.
func (c *conversation) alone() error {
	if err := c.readyAndDone(); err != nil {
		return err
	}
	return c.quiet(30*time.Millisecond, "which is a second bestmove")
}

// endsWithStop returns a step that sends a go without an end, also in a position where
// there is little left to search.
func endsWithStop(line string) func(*conversation) error {
	return func(c *conversation) error {
		for _, wanted := range []func(*engine.Position) bool{afterPlies(0), afterPlies(20), isNearlyOver} {
			g := randomGame(c.random(), engine.Rules{}, wanted)
			if err := c.send(g.command(), line); err != nil {
				return err
			}
			if err := c.quiet(200*time.Millisecond, "before stop"); err != nil {
				return err
			}
			answer, err := c.search("stop")
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
}

func keepsToSearchMoves(c *conversation) error {
	random := c.random()
	for range 5 {
		g := randomGame(random, engine.Rules{}, afterPlies(random.IntN(12)))
		legal := g.position.Moves(nil)
		chosen := []string{legal[random.IntN(len(legal))].String(), legal[random.IntN(len(legal))].String()}
		answer, err := c.answers(g, "go depth 1 searchmoves "+strings.Join(chosen, " "), c.patience)
		if err != nil {
			return err
		}
		if !slices.Contains(chosen, answer.best) {
			return fmt.Errorf("bestmove %s is not one of the searchmoves %s", answer.best, strings.Join(chosen, " "))
		}
		// Words after the moves belong to go again.
		if answer, err = c.answers(g, "go searchmoves "+chosen[0]+" movetime 20", c.patience); err != nil {
			return err
		}
		if answer.best != chosen[0] {
			return fmt.Errorf("bestmove %s, the only one of the searchmoves is %s", answer.best, chosen[0])
		}
	}
	return nil
}

func informs(c *conversation) error {
	for _, plies := range []int{0, 4, 12, 20, 24} {
		g := randomGame(c.random(), engine.Rules{}, func(p *engine.Position) bool { return p.Ply() >= plies && !p.Over() })
		for _, line := range []string{"go depth 1", "go nodes 1", "go movetime 100"} {
			answer, err := c.answers(g, line, c.patience)
			if err != nil {
				return err
			}
			if err := answer.judgeInfo(&g.position); err != nil {
				return err
			}
		}
	}
	return nil
}

// threeLines asks for three lines.
func (c *conversation) threeLines() (*answer, error) {
	option, err := c.need("MultiPV")
	if err != nil {
		return nil, err
	}
	if err := c.accepted("setoption name MultiPV value 3"); err != nil {
		return nil, err
	}
	g := randomGame(c.random(), engine.Rules{}, afterPlies(6))
	answer, err := c.answers(g, "go depth 2", c.patience)
	if err != nil {
		return nil, err
	}
	return answer, c.accepted("setoption name MultiPV value " + option.standard)
}

// multiplePV asks for several lines. It cannot tell whether they are the best ones,
// which would take a search as deep as the engine's.
func multiplePV(c *conversation) error {
	answer, err := c.threeLines()
	if err != nil {
		return err
	}
	firsts := map[int]string{} // the first move of each line, by its rank
	for _, line := range answer.infos {
		if info, _ := wire.ParseInfo(line); info.MultiPV > 0 && len(info.PV) > 0 {
			firsts[info.MultiPV] = info.PV[0]
		}
	}
	if len(firsts) != 3 || firsts[1] == firsts[2] || firsts[1] == firsts[3] || firsts[2] == firsts[3] {
		return fmt.Errorf("want three lines with different moves, not %v", firsts)
	}
	if firsts[1] != answer.best {
		return fmt.Errorf("bestmove %s, but the first line begins with %s", answer.best, firsts[1])
	}
	return nil
}

// ordersLines checks that each line has the rank of the line before it, the next rank,
// or 1.
func ordersLines(c *conversation) error {
	answer, err := c.threeLines()
	if err != nil {
		return err
	}
	before := 0
	for _, line := range answer.infos {
		info, _ := wire.ParseInfo(line)
		if rank := info.MultiPV; rank > 1 && rank != before && rank != before+1 {
			return fmt.Errorf("line %d after line %d", rank, before)
		}
		before = max(info.MultiPV, 1)
	}
	return nil
}

// tellsWDL checks that the engine's chances add up to 1000.
func tellsWDL(c *conversation) error {
	if _, err := c.need("ShowWDL"); err != nil {
		return err
	}
	for _, value := range []string{"true", "false"} {
		if err := c.accepted("setoption name ShowWDL value " + value); err != nil {
			return err
		}
		answer, err := c.answers(newGame(engine.Rules{}), "go depth 1", c.patience)
		if err != nil {
			return err
		}
		var win, draw, loss int
		_, chances, shown := strings.Cut(answer.info, " wdl ")
		if n, _ := fmt.Sscan(chances, &win, &draw, &loss); shown && (n != 3 || win+draw+loss != 1000) {
			return fmt.Errorf("%q: want wdl and three numbers with the sum 1000", shorten(answer.info))
		}
		if shown != (value == "true") {
			return fmt.Errorf("%q, although ShowWDL is %s", shorten(answer.info), value)
		}
	}
	return nil
}

func answersWhenOver(c *conversation) error {
	g := randomGame(c.random(), engine.Rules{}, (*engine.Position).Over)
	for _, line := range []string{"go depth 3", "go movetime 10", "go nodes 1", "go p1time 1000 p2time 1000"} {
		answer, err := c.answers(g, line, c.atOnce())
		if err != nil {
			return err
		}
		info, err := wire.ParseInfo(answer.info)
		if err != nil || info.Depth != 0 || !strings.Contains(answer.info, " depth ") {
			return fmt.Errorf("%q, want info depth 0", shorten(answer.info))
		}
		want := fmt.Sprintf(" score final %d", g.position.Margin(g.position.Side()))
		if !strings.Contains(answer.info+" ", want+" ") {
			return fmt.Errorf("%q, want%s", shorten(answer.info), want)
		}
	}
	return nil
}

func answersWithPass(c *conversation) error {
	g := randomGame(c.random(), engine.Rules{}, func(p *engine.Position) bool { return p.IsLegal(engine.Pass) })
	for _, line := range []string{"go depth 2", "go movetime 20", "go nodes 1", "go p1time 1000 p2time 1000"} {
		if _, err := c.answers(g, line, c.atOnce()); err != nil {
			return err
		}
	}
	return nil
}

// writesCentis checks that a client that said uci, and so knows only cp, is told a
// proven margin in hundredths.
func writesCentis(c *conversation) error {
	said, err := c.tell("uci")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(said, is("uciok")) {
		return notOffered("no uciok")
	}
	for _, wanted := range []func(*engine.Position) bool{(*engine.Position).Over, isNearlyOver, afterPlies(3)} {
		g := randomGame(c.random(), engine.Rules{}, wanted)
		answer, err := c.answers(g, "go movetime 50", c.atOnce())
		if err != nil {
			return err
		}
		for _, line := range answer.infos {
			if strings.Contains(line, " score final ") {
				return fmt.Errorf("%q, which UCI does not have", shorten(line))
			}
		}
		want := fmt.Sprintf(" score cp %d ", 100*g.position.Margin(g.position.Side()))
		if g.position.Over() && !strings.Contains(answer.info+" ", want) {
			return fmt.Errorf("%q, want%s", shorten(answer.info), want)
		}
	}
	return nil
}
