package check

import (
	"errors"
	"fmt"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
)

// The judgements on proofs compare the engine's proofs with a plain alpha-beta search,
// in positions where that is fast.

// judgeExactScore checks that the last score is the proven margin.
func judgeExactScore(c *conversation, _ *given) error { return c.judgeLastScore(isExact) }

// judgeVerdict checks that the last score says who wins, in the way that a verdict does.
func judgeVerdict(c *conversation, _ *given) error { return c.judgeLastScore(isVerdict) }

func (c *conversation) judgeLastScore(judge func(score search.Score, margin int) error) error {
	margin, err := exactMargin(&c.answer.position)
	if err != nil {
		return err
	}
	info, err := wire.ParseInfo(c.answer.info)
	if err == nil {
		err = judge(info.Score, margin)
	}
	if err != nil {
		return fmt.Errorf("%q at %s: %w", shorten(c.answer.info), &c.answer.position, err)
	}
	return nil
}

// isExact returns an error unless a score is a proven margin.
func isExact(score search.Score, margin int) error {
	if !score.Final || score.Bound != search.Exact || score.Squares() != margin {
		return fmt.Errorf("want score final %d", margin)
	}
	return nil
}

// isVerdict returns an error unless a score says who wins.
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

// judgeProofs judges every score called final of a search that need not prove anything.
func judgeProofs(c *conversation, _ *given) error {
	margin, err := exactMargin(&c.answer.position)
	if err != nil {
		return err
	}
	for _, line := range c.answer.infos {
		info, _ := wire.ParseInfo(line)
		score := info.Score
		if !score.Final || info.MultiPV > 1 {
			continue
		}
		squares := score.Squares()
		if score.Bound != search.UpperBound && squares > margin || score.Bound != search.LowerBound && squares < margin {
			return fmt.Errorf("%q, but the margin is %d at %s", shorten(line), margin, &c.answer.position)
		}
	}
	return nil
}

// isNearlyOver reports whether a plain search solves the position.
func isNearlyOver(p *engine.Position) bool {
	if p.Over() || p.CountMoves() > 15 {
		return false
	}
	_, err := exactMargin(p)
	return err == nil
}

// exactMargin returns the margin that the side to move reaches under best play, by
// plain alpha-beta. It is an error if that visits too many positions.
func exactMargin(p *engine.Position) (int, error) {
	positions := 20_000 // that may be visited
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
	margin := search(p, -most, most)
	if positions < 0 {
		return 0, errors.New("a plain search does not solve the position: want one that is nearly over")
	}
	return margin, nil
}
