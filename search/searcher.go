package search

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"cathedral/engine"
)

// Searcher searches positions, one at a time. It owns the transposition table
// and what else is worth keeping from one search to the next.
type Searcher struct {
	table   *table
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
	table, err := newTable(hashMiB)
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
	s.table.clear()
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

	s.table.nextGeneration()
	workers := s.prepare(p, shared, options)
	var helpers sync.WaitGroup
	for i, helper := range workers[1:] {
		helpers.Go(func() { helper.help(helper.newRoots(p, moves), i, limits.Depth) })
	}
	d := deepening{
		worker: workers[0], limits: limits, options: options, times: times, report: report,
		roots: workers[0].newRoots(p, moves),
	}
	d.estimate = d.worker.weights.value(&d.worker.frames[0].features, p.Side())
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
func (s *Searcher) prepare(p *engine.Position, shared *control, options Options) []*worker {
	count := max(1, min(options.Threads, runtime.GOMAXPROCS(0)))
	for len(s.workers) < count {
		s.workers = append(s.workers, newWorker())
	}
	salt := uint64(options.Objective) * 0x9e3779b97f4a7c15
	if options.Sound {
		salt ^= 0xd1b54a32d192ed03
	}
	for _, w := range s.workers[:count] {
		w.control, w.table, w.weights = shared, s.table, &defaultWeights
		w.objective, w.sound, w.salt = options.Objective, options.Sound, salt
		w.nodes, w.told, w.effort, w.tellAt = 0, 0, 0, 0
		w.age()
	}
	return s.workers[:count]
}

// help deepens on another thread until the search is stopped, so that the table fills with what
// the first thread will want to know. Every other helper is a ply ahead, so that
// they do not all do the same (Lazy SMP). At the limit of depth they go on with
// the last iteration.
func (w *worker) help(roots []rootMove, index, depthLimit int) {
	for depth := 1 + index&1; depth <= maxPly && !w.control.stopped.Load(); depth++ {
		if depthLimit > 0 && depth > depthLimit {
			depth = depthLimit
		}
		w.iterate(roots, 0, depth)
	}
}

// age prepares what a worker keeps from the search before for the next.
func (w *worker) age() {
	for side := range w.history {
		for i := range w.history[side] {
			w.history[side][i] /= 2
		}
	}
	for i := range w.frames {
		w.frames[i].killers = [2]engine.Move{}
	}
}

// deepening is the first thread's search: one iteration after the other, until a
// limit is reached.
type deepening struct {
	worker   *worker
	limits   Limits
	options  Options
	times    budget
	report   func(Info)
	roots    []rootMove
	estimate int32  // of the root position
	solved   bool   // all ranks are proven
	solving  uint64 // the share of proofs in the worker's effort
	depth    int    // of the last iteration that was finished, or began to tell
	last     Info
}

func (d *deepening) run() {
	w := d.worker
	ranks := min(max(1, d.options.MultiPV), len(d.roots))
	mostPlies := maxPly
	if d.limits.Depth > 0 {
		mostPlies = min(mostPlies, d.limits.Depth)
	}
	trust := 1.0
	for depth := 1; depth <= mostPlies; depth++ {
		if d.solve(ranks) {
			d.reportAll(ranks)
			return
		}
		before := d.roots[0].move
		for rank := range ranks {
			w.iterate(d.roots, rank, depth)
			if w.control.stopped.Load() {
				break
			}
		}
		if w.control.stopped.Load() {
			if ranks == 1 {
				settleFor(d.roots, depth)
			}
			d.depth = max(1, d.roots[0].depth)
			return
		}
		d.depth = depth
		slices.SortStableFunc(d.roots[:ranks], func(a, b rootMove) int { return int(b.value) - int(a.value) })
		d.reportAll(ranks)
		// A best move that has just changed deserves another look.
		if d.roots[0].move != before {
			trust = 1.6
		} else {
			trust = max(0.7, trust*0.8)
		}
		if d.enough(trust) {
			return
		}
	}
}

// solve tries to prove the exact margins of the best moves, and reports whether
// that was done. It may cost as much as the iterations so far, so that half of
// the time at most is lost where it fails; what it learned stays in the table.
func (d *deepening) solve(ranks int) bool {
	w := d.worker
	if d.limits.Depth > 0 || w.frames[0].position.Ply() < firstSolvedPly && !d.limits.Solve {
		return false
	}
	budget := w.effort - d.solving
	if d.limits.Solve || w.frames[0].position.Ply() >= latePly {
		budget = max(budget, lateEffort)
	}
	if d.limits.Solve && d.depth >= solveAfterDepth {
		budget = 1 << 62
	}
	before := w.effort
	defer func() { d.solving += w.effort - before }()
	for rank := range ranks {
		if !w.solveRoot(d.roots[rank:], budget) {
			return false
		}
		d.depth = len(d.roots[rank].line)
	}
	d.solved = true
	return true
}

const (
	// firstSolvedPly is the first ply at which a proof is tried in a game.
	firstSolvedPly = 12
	// latePly is the first ply at which most positions are solved by lateEffort,
	// so that it is spent before anything else.
	latePly    = 14
	lateEffort = 4_000
	// solveAfterDepth is the iteration after which go solve does nothing else.
	solveAfterDepth = 5
)

// enough reports whether another iteration would be a waste of time.
func (d *deepening) enough(trust float64) bool {
	if d.limits.Infinite || d.limits.Solve || d.limits.Clock == nil {
		return false // a time for the move is there to be used
	}
	thought, counts := d.worker.control.thought()
	return counts && (len(d.roots) == 1 || thought >= time.Duration(float64(d.times.soft)*trust))
}

// info returns what is known of the root move of a rank, from 0.
func (d *deepening) info(rank int) Info {
	root := &d.roots[rank]
	w := d.worker
	w.tell()
	value, bound := root.value, root.bound
	if value == -infinity { // stopped before anything was known
		value, bound = d.estimate, LowerBound
	}
	score := scoreOf(value, bound)
	if root.solved && d.solved {
		score = Score{Centi: int(value), Final: true}
	}
	return Info{
		Depth:          d.depth,
		SelectiveDepth: max(d.depth, root.selective),
		MultiPV:        rank + 1,
		Score:          score,
		Nodes:          w.control.nodes.Load(),
		Time:           w.control.elapsed(),
		HashFull:       w.table.full(),
		PV:             slices.Clone(root.line),
	}
}

// reportAll reports what is known of the best moves, the best one last.
func (d *deepening) reportAll(ranks int) {
	for rank := ranks - 1; rank >= 0; rank-- {
		d.last = d.info(rank)
		d.report(d.last)
	}
}

// result tells the first root move and what is known of it.
func (d *deepening) result() Result {
	d.last = d.info(0)
	d.report(d.last)
	result := Result{Best: d.roots[0].move, Info: d.last}
	if len(d.roots[0].line) > 1 {
		result.Ponder = d.roots[0].line[1]
	}
	return result
}
