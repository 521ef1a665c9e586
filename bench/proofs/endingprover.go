package proofs

import (
	"context"
	"time"

	"cathedral/search"
	"cathedral/search/proof"
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

// prover proves the positions of a task, one after the other.
type prover interface {
	// forget makes the next proof independent of those before.
	forget()
	// prove returns the known ending of a position with all that can be proven within the
	// limits. For a certificate, it proves known results again. It returns ctx's error.
	prove(ctx context.Context, known Ending, certify bool) (Ending, error)
	// ask proves the position of a result that was read again.
	ask(ctx context.Context, read *Ending) (Ending, error)
}

// searchProver is a prover that searches. Its knowledge of one helps with the next until
// forget is called.
type searchProver struct {
	searcher    *search.Searcher
	options     search.Options
	limits      Limits
	verdictOnly bool // prove only who wins

	certificates *Certificates
}

func newProver(c *Config) (*searchProver, error) {
	searcher, err := search.New(c.HashMiB)
	if err != nil {
		return nil, err
	}
	options := search.DefaultOptions()
	options.Threads, options.Objective, options.MoveOverhead = c.Threads, search.Margin, 0
	return &searchProver{searcher: searcher, options: options, limits: c.Limits, verdictOnly: c.VerdictOnly, certificates: c.Certificates}, nil
}

// forget implements prover.
func (p *searchProver) forget() { p.searcher.Clear() }

// prove implements prover.
func (p *searchProver) prove(ctx context.Context, known Ending, certify bool) (Ending, error) {
	if !certify {
		found, _, err := p.search(ctx, known, false)
		return found, err
	}
	found, claims, err := p.search(ctx, newEnding(&known.Position), true)
	if err != nil {
		return known, err
	}
	known.narrow(&found)
	return known, p.certificates.add(claims, &found)
}

// search returns the known ending with all that can be proven within the limits, and its claims
// if certify is set. It proves who wins first, because that is known long before the margin.
func (p *searchProver) search(ctx context.Context, known Ending, certify bool) (found Ending, claims *proof.Claims, err error) {
	found = known
	found.Nodes, found.Time = 0, 0
	begin := time.Now()
	for _, verdictOnly := range []bool{true, false} {
		if found.answers(verdictOnly) || !verdictOnly && p.verdictOnly || p.limits.reached(found.Nodes, found.Time) {
			continue
		}
		limits := search.Limits{Solve: true, Verdict: verdictOnly, Certify: certify}
		if p.limits.Nodes > 0 {
			limits.Nodes = p.limits.Nodes - found.Nodes
		}
		if p.limits.Time > 0 {
			limits.MoveTime = p.limits.Time - found.Time
		}
		before := found.Nodes
		result := p.searcher.Search(ctx, &known.Position, limits, p.options, found.hear)
		if err := ctx.Err(); err != nil {
			return known, nil, err
		}
		claims, found.Nodes = result.Claims, before+result.Info.Nodes
		// Written in milliseconds, it must not fall below the limit that it reached.
		found.Time = (time.Since(begin) + time.Millisecond - 1).Truncate(time.Millisecond)
	}
	return found, claims, nil
}

// A result that was read is proven again if it took askedNodes at most, about 50
// milliseconds. The new proof may take as many, or askedFactor times the nodes of the old
// one, which may have had more to begin with.
const (
	askedNodes  = 20_000
	askedFactor = 4
)

// ask implements prover, with nothing but the rules and earlier proofs of this prover. It takes
// one thread: no more are worth starting, and the answer is the same on every machine.
func (p *searchProver) ask(ctx context.Context, read *Ending) (Ending, error) {
	_, exact := read.Margin()
	again := *p
	again.options.Threads, again.verdictOnly = 1, !exact
	again.limits = Limits{Nodes: max(askedNodes, askedFactor*read.Nodes)}
	return again.prove(ctx, newEnding(&read.Position), false)
}

// hear takes the proofs that a search of the position reports. A score that bounds the margin
// from above only proves nothing of the move that begins the line.
func (e *Ending) hear(info search.Info) {
	if info.Score.Final && info.MultiPV == 1 {
		low, high := provenBounds(info.Score)
		e.narrow(&Ending{Low: low, High: high, Line: info.PV})
	}
}
