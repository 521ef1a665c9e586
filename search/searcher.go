package search

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"cathedral/engine"
	"cathedral/search/transposition"
)

// Searcher searches positions, one at a time. It owns the transposition table
// and what else is worth keeping from one search to the next.
type Searcher struct {
	table   *transposition.Table
	hashMiB int
	workers []*worker
}

// New returns a searcher with a table of a size in MiB, or an error where the
// machine has not so much memory.
func New(hashMiB int) (*Searcher, error) {
	s := &Searcher{}
	if err := s.Resize(hashMiB); err != nil {
		return nil, err
	}
	return s, nil
}

// Resize gives the searcher an empty table of another size in MiB. On error the
// old table stays. No search may run.
func (s *Searcher) Resize(hashMiB int) error {
	table, err := transposition.New(hashMiB)
	if err != nil {
		return err
	}
	s.table, s.hashMiB = table, hashMiB
	return nil
}

// HashMiB returns the size of the table in MiB.
func (s *Searcher) HashMiB() int { return s.hashMiB }

// Clear forgets everything learned from earlier searches. No search may run.
func (s *Searcher) Clear() {
	s.table.Clear()
	s.workers = nil
}

// Search finds the best move of a position within limits, and reports on the way.
// It returns a legal move however short the time, NoMove only where the game is
// over, and ends at once when ctx does. From the same table, as after Clear,
// searches with one thread and no limit of time give the same result on every
// machine. report is called by the goroutine of the caller, and last with what
// the result says of the best move; the search waits while it runs.
func (s *Searcher) Search(ctx context.Context, p *engine.Position, limits Limits, options Options, report func(Info)) Result {
	moves := rootChoice(p, limits.Moves)
	if len(moves) == 0 {
		info := Info{MultiPV: 1, Score: Score{Centi: 100 * finalMargin(p), Final: true}}
		report(info)
		return Result{Info: info}
	}

	shared := &control{start: time.Now(), nodeLimit: limits.Nodes}
	defer context.AfterFunc(ctx, shared.stop)()
	times := newBudget(&limits, p.Ply(), options.MoveOverhead)
	if limits.PonderHit != nil {
		shared.thinking.Store(-1)
		defer whenClosed(limits.PonderHit, func() { shared.think(times.hard) })()
	} else {
		shared.think(times.hard)
	}

	s.table.NextGeneration()
	workers := s.prepare(shared, options)
	var helpers sync.WaitGroup
	for i, helper := range workers[1:] {
		helpers.Go(func() { helper.help(helper.start(p, moves), i, limits.Depth) })
	}
	d := deepening{
		worker: workers[0], limits: limits, options: options, times: times, report: report,
		roots: workers[0].start(p, moves),
	}
	d.estimate = d.worker.frames[0].node.Evaluate()
	d.run()
	// Searches that are told when to end wait for it.
	if limits.PonderHit != nil {
		select {
		case <-limits.PonderHit:
		case <-ctx.Done():
		}
	}
	if limits.Infinite {
		<-ctx.Done()
	}
	shared.stop()
	helpers.Wait()
	return d.result()
}

// rootChoice returns the moves to choose from: the legal ones, and of these only
// the wanted ones where there are any.
func rootChoice(p *engine.Position, wanted []engine.Move) []engine.Move {
	legal := p.Moves(nil)
	chosen := make([]engine.Move, 0, len(legal))
	for _, m := range legal {
		if slices.Contains(wanted, m) {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return legal
	}
	return chosen
}

// whenClosed calls f once the channel is closed, unless the function it returns is
// called before.
func whenClosed(channel <-chan struct{}, f func()) (cancel func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-channel:
			f()
		case <-done:
		}
	}()
	return func() { close(done) }
}

// prepare returns the workers of a search, made anew where there are not enough.
func (s *Searcher) prepare(shared *control, options Options) []*worker {
	count := max(1, min(options.Threads, runtime.GOMAXPROCS(0)))
	for len(s.workers) < count {
		s.workers = append(s.workers, newWorker())
	}
	salt := uint64(options.Objective)*0x9e3779b97f4a7c15 ^ options.Techniques.salt()
	var shares *inProgress
	if count > 1 {
		shares = new(inProgress)
	}
	for _, w := range s.workers[:count] {
		w.inProgress = shares
		w.control, w.table, w.solver.Table = shared, s.table, s.table
		w.objective, w.techniques, w.salt = options.Objective, options.Techniques, salt
		w.nodes, w.counted, w.effort, w.checkAt = 0, 0, 0, 0
		w.history.Age()
	}
	return s.workers[:count]
}
