package check

import (
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
)

// proofSteps compare what the engine proves with a plain alpha-beta search, in
// positions where that is fast.
func proofSteps() []step {
	return []step{
		{name: "go solve", run: solves("go solve", isExact)},
		{name: "go solve verdict", run: solves("go solve verdict", isVerdict)},
		{name: "score final is true, also as a bound", run: provesNothingFalse},
	}
}

// solves returns a step that sends a go solve and judges the score that it ends with.
func solves(line string, judge func(score search.Score, margin int) error) func(*conversation) error {
	return func(c *conversation) error {
		if offered := c.traits.solves; !offered || strings.HasSuffix(line, "verdict") && !c.traits.decides {
			return notOffered("no " + line)
		}
		random := c.random()
		for range 5 {
			g := randomGame(random, engine.Rules{}, isNearlyOver)
			answer, err := c.answers(g, line, c.patience)
			if err != nil {
				return err
			}
			info, err := wire.ParseInfo(answer.info)
			if err == nil {
				margin, _ := exactMargin(&g.position, solvable)
				err = judge(info.Score, margin)
			}
			if err != nil {
				return fmt.Errorf("%q at %s: %w", shorten(answer.info), &g.position, err)
			}
		}
		return nil
	}
}

// isExact returns an error unless a score is a proven margin.
func isExact(score search.Score, margin int) error {
	if !score.Final || score.Bound != search.Exact || score.Squares() != margin {
		return fmt.Errorf("want score final %d", margin)
	}
	return nil
}

// isVerdict returns an error unless a score says who wins, in the way that a verdict
// does.
func isVerdict(score search.Score, margin int) error {
	switch squares := score.Squares(); {
	case margin == 0:
		return isExact(score, margin)
	case margin > 0 && !(score.Final && score.Bound == search.LowerBound && squares >= 1 && squares <= margin):
		return fmt.Errorf("want score final N lowerbound with N from 1 to %d", margin)
	case margin < 0 && !(score.Final && score.Bound == search.UpperBound && squares <= -1 && squares >= margin):
		return fmt.Errorf("want score final N upperbound with N from -1 to %d", margin)
	}
	return nil
}

// provesNothingFalse judges every score called final of searches that need not prove
// anything.
func provesNothingFalse(c *conversation) error {
	random := c.random()
	for range 5 {
		g := randomGame(random, engine.Rules{}, isNearlyOver)
		answer, err := c.answers(g, "go movetime 200", c.patience)
		if err != nil {
			return err
		}
		margin, _ := exactMargin(&g.position, solvable)
		for _, line := range answer.infos {
			info, _ := wire.ParseInfo(line)
			score := info.Score
			if !score.Final || info.MultiPV > 1 {
				continue
			}
			squares := score.Squares()
			if score.Bound != search.UpperBound && squares > margin || score.Bound != search.LowerBound && squares < margin {
				return fmt.Errorf("%q, but the margin is %d at %s", shorten(line), margin, &g.position)
			}
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
