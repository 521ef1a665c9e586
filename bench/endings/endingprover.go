package endings

import (
	"context"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Limits bound the effort for a position, whichever is reached first.
type Limits struct {
	Nodes uint64        // 0: no limit
	Time  time.Duration // 0: no limit
}

// reached reports whether an effort reached a limit.
func (l Limits) reached(nodes uint64, elapsed time.Duration) bool {
	return l.Nodes > 0 && nodes >= l.Nodes || l.Time > 0 && elapsed >= l.Time
}

// prover proves one position after the other. What it learns of one helps with the next
// until it is told to forget.
type prover struct {
	searcher    *search.Searcher
	options     search.Options
	limits      Limits
	verdictOnly bool // prove only who wins
}

func newProver(c *Config) (*prover, error) {
	searcher, err := search.New(c.HashMiB)
	if err != nil {
		return nil, err
	}
	options := search.DefaultOptions()
	options.Threads, options.Objective, options.MoveOverhead = c.Threads, search.Margin, 0
	return &prover{searcher: searcher, options: options, limits: c.Limits, verdictOnly: c.VerdictOnly}, nil
}

// forget makes the next proof independent of those before.
func (p *prover) forget() { p.searcher.Clear() }

// prove returns what it can prove of a position within the limits, and what was known. It
// proves who wins first, because that is known long before the margin. The error is that
// of ctx.
func (p *prover) prove(ctx context.Context, known Ending) (Ending, error) {
	found := known
	found.Nodes, found.Time = 0, 0
	begin := time.Now()
	for _, verdictOnly := range []bool{true, false} {
		if found.answers(verdictOnly) || !verdictOnly && p.verdictOnly || p.limits.reached(found.Nodes, found.Time) {
			continue
		}
		limits := search.Limits{Solve: true, Verdict: verdictOnly}
		if p.limits.Nodes > 0 {
			limits.Nodes = p.limits.Nodes - found.Nodes
		}
		if p.limits.Time > 0 {
			limits.MoveTime = p.limits.Time - found.Time
		}
		before := found.Nodes
		result := p.searcher.Search(ctx, &known.Position, limits, p.options, found.hear)
		if err := ctx.Err(); err != nil {
			return known, err
		}
		found.Nodes = before + result.Info.Nodes
		// Written in milliseconds, it must not fall below the limit that it reached.
		found.Time = (time.Since(begin) + time.Millisecond - 1).Truncate(time.Millisecond)
	}
	return found, nil
}

// hear takes what a search of the position reports as proven.
func (e *Ending) hear(info search.Info) {
	score := info.Score
	if !score.Final || info.MultiPV != 1 {
		return
	}
	low, high := -engine.SideSquares, engine.SideSquares
	if score.Bound != search.UpperBound {
		low = score.Squares()
	}
	if score.Bound != search.LowerBound {
		high = score.Squares()
	}
	e.narrow(&Ending{Low: low, High: high, Line: info.PV})
}
