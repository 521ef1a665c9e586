package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol"
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
		{name: "go without limits ends with stop", run: endsWithStop("go")},
		{name: "searchmoves", run: keepsToSearchMoves},
		{name: "the last info line", run: informs},
		{name: "MultiPV", run: multiplePV},
		{name: "ShowWDL", run: tellsWDL},
		{name: "go solve", run: solves},
		{name: "go after the game has ended", run: answersWhenOver},
		{name: "go where only a pass is legal", run: answersWithPass},
	}
}

// atOnce returns the longest time that a search with a tiny limit may take: 2 s with
// the usual patience. Only engines that ignore their clock take longer.
func (c *conversation) atOnce() time.Duration { return c.patience * 2 / 5 }

// answersTo returns a step that sends each of the lines and judges the answers.
func answersTo(lines ...string) func(*conversation) error {
	return func(c *conversation) error {
		for _, plies := range []int{0, 1, 9, 21} {
			g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
			for _, line := range lines {
				if _, err := c.answers(g, line, c.atOnce()); err != nil {
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

func endsWithStop(line string) func(*conversation) error {
	return func(c *conversation) error {
		for _, plies := range []int{0, 20} {
			g := randomGame(c.random(), engine.Rules{}, afterPlies(plies))
			if err := c.send(g.command(), line); err != nil {
				return err
			}
			why := "before stop"
			if line == "go infinite" {
				if err := c.quiet(200*time.Millisecond, why); err != nil {
					return err
				}
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
		for _, line := range []string{"go depth 1", "go movetime 100"} {
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

// multiplePV asks for several lines. It cannot tell whether they are the best ones,
// which would take a search as deep as the engine's.
func multiplePV(c *conversation) error {
	option, err := c.need("MultiPV")
	if err != nil {
		return err
	}
	if err := c.accepted("setoption name MultiPV value 3"); err != nil {
		return err
	}
	g := randomGame(c.random(), engine.Rules{}, afterPlies(6))
	answer, err := c.answers(g, "go depth 2", c.patience)
	if err != nil {
		return err
	}
	firsts := map[int]string{} // the first move of each line, by its rank
	for _, line := range answer.infos {
		if info, _ := protocol.ParseInfo(line); info.MultiPV > 0 && len(info.PV) > 0 {
			firsts[info.MultiPV] = info.PV[0]
		}
	}
	if len(firsts) != 3 || firsts[1] == firsts[2] || firsts[1] == firsts[3] || firsts[2] == firsts[3] {
		return fmt.Errorf("want three lines with different moves, not %v", firsts)
	}
	if firsts[1] != answer.best {
		return fmt.Errorf("bestmove %s, but the first line begins with %s", answer.best, firsts[1])
	}
	return c.accepted("setoption name MultiPV value " + option.standard)
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

// solves compares the margin that the engine proves with that of a plain alpha-beta
// search.
func solves(c *conversation) error {
	if !c.traits.solves {
		return notOffered("no go solve")
	}
	random := c.random()
	for range 5 {
		g := randomGame(random, engine.Rules{}, isNearlyOver)
		answer, err := c.answers(g, "go solve", c.patience)
		if err != nil {
			return err
		}
		margin, _ := exactMargin(&g.position, solvable)
		if want := fmt.Sprintf(" score final %d ", margin); !strings.Contains(answer.info+" ", want) {
			return fmt.Errorf("%q, want%sat %s", shorten(answer.info), want, &g.position)
		}
	}
	return nil
}

// solvable is the number of positions that a plain search may visit.
const solvable = 20_000

// isNearlyOver reports whether a plain search solves the position.
func isNearlyOver(p *engine.Position) bool {
	if p.Over() || p.CountMoves() > 15 {
		return false
	}
	_, done := exactMargin(p, solvable)
	return done
}

// exactMargin returns the margin that the side to move reaches under best play, by
// plain alpha-beta, and whether the search visited no more than the given number of
// positions.
func exactMargin(p *engine.Position, positions int) (margin int, done bool) {
	var search func(p *engine.Position, alpha, beta int) int
	search = func(p *engine.Position, alpha, beta int) int {
		positions--
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return p.Margin(p.Side())
		}
		for _, move := range moves {
			if positions < 0 || alpha >= beta {
				break
			}
			next := p.Play(move)
			if next.Side() == p.Side() {
				alpha = max(alpha, search(&next, alpha, beta))
			} else {
				alpha = max(alpha, -search(&next, -beta, -alpha))
			}
		}
		return alpha
	}
	const most = engine.Rows * engine.Columns
	margin = search(p, -most, most)
	return margin, positions >= 0
}

func answersWhenOver(c *conversation) error {
	g := randomGame(c.random(), engine.Rules{}, (*engine.Position).Over)
	for _, line := range []string{"go depth 3", "go movetime 10", "go nodes 1", "go p1time 1000 p2time 1000"} {
		answer, err := c.answers(g, line, c.atOnce())
		if err != nil {
			return err
		}
		info, err := protocol.ParseInfo(answer.info)
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
