// Package search finds the best move of a position: iterative deepening over a
// principal variation search with a transposition table, and a solver for late
// positions. To import the package, see package engine. It writes to no stream and
// reports its progress to a callback:
//
//	position := engine.Start(engine.Rules{})
//	var searcher search.Searcher
//	limits := search.Limits{Nodes: 20_000}
//	result := searcher.Search(context.Background(), &position, limits, search.DefaultOptions(), func(info search.Info) {
//		fmt.Printf("depth %d: %s\n", info.Depth, info.Score)
//	})
//	fmt.Println("best move:", result.Best)
package search

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"cathedral/engine"
	"cathedral/search/ordering"
	"cathedral/search/proof"
	"cathedral/search/strength"
	"cathedral/search/transposition"
)

// Searcher searches positions, one at a time. It owns the transposition table and
// everything else that is kept from one search to the next. The zero value is ready
// to use, with a table of 16 MiB. Several goroutines may call its methods, but each
// call waits until the previous one has returned; to end a search early, cancel its
// context.
type Searcher struct {
	mutex    sync.Mutex
	table    *transposition.Table
	proofs   *proof.Table
	workers  []*worker
	promises []promise // the last ones, the latest at the end
}

// ThreadMiB is the memory in MiB that each thread of a Searcher takes beside the table,
// most of it for packings of buildings that proofs remember.
const ThreadMiB = 2

// defaultHashMiB is the table size of a zero Searcher, in MiB.
const defaultHashMiB = 16

// New returns a searcher with a table of hashMiB MiB, or the error of
// transposition.CheckSize.
func New(hashMiB int) (*Searcher, error) {
	s := &Searcher{}
	if err := s.Resize(hashMiB); err != nil {
		return nil, err
	}
	return s, nil
}

// proofShare is one over the share of the memory that proofs have. Not measured.
const proofShare = 4

// Resize replaces the tables by empty ones of hashMiB MiB, which estimates and proofs
// share. It returns the same errors as New; the old tables then stay.
func (s *Searcher) Resize(hashMiB int) error {
	if err := transposition.CheckSize(hashMiB); err != nil {
		return err
	}
	table := transposition.New(hashMiB - hashMiB/proofShare)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.table, s.proofs = table, proof.NewTable(max(1, hashMiB/proofShare))
	return nil
}

// Clear forgets everything learned from earlier searches.
func (s *Searcher) Clear() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.table != nil {
		s.table.Clear()
		s.proofs.Clear()
	}
	s.workers, s.promises = nil, nil
}

// Search finds the best move of p within limits. However short the time is, it
// returns a legal move; if the game is over, it returns NoMove. It ends at once when
// ctx is done. With one thread and no time limit, a search of the same position from
// the same table, as after Clear, gives the same result on every machine.
//
// Search reports its progress by calling report, which may be nil. The calls come
// from the caller's goroutine, and the search waits while report runs. The last Info
// reported is the one in the result.
func (s *Searcher) Search(ctx context.Context, p *engine.Position, limits Limits, options Options, report func(Info)) Result {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if report == nil {
		report = func(Info) {}
	}
	moves := rootChoice(p, limits.Moves)
	if len(moves) == 0 {
		info := Info{MultiPV: 1, Score: finalScore(p.Margin(p.Side()), Exact)}
		report(info)
		return Result{Info: info}
	}
	attention := settle(p, &limits, &options)
	shared := &control{start: time.Now(), nodeLimit: limits.Nodes, yield: limits.Yield}
	defer context.AfterFunc(ctx, shared.stop)()
	times := newTimeControl(&limits, p.Ply(), &options)
	if limits.PonderHit != nil {
		shared.thinking.Store(-1)
		defer whenClosed(limits.PonderHit, func() { shared.think(times.hard) })()
	} else {
		shared.think(times.hard)
	}

	workers := s.prepare(shared, options, attention)
	var claims *proof.Claims
	if limits.Certify {
		claims = workers[0].solver.Certify(p)
	}
	helpers := startHelpers(workers, p, moves, &limits)
	first := workers[0]
	d := newIteration(&rootSearch{worker: first, limits: limits, options: options, times: times, roots: first.start(p, moves)}, report)
	d.estimate = first.frames[0].node.Evaluate()
	if attention == nil && len(limits.Moves) == 0 {
		d.proofs.redeem(s.promises)
	}
	d.run()
	limits.await(ctx)
	shared.stop()
	helpers.Wait()
	result := d.result()
	result.Claims = claims
	s.keep(p, d)
	return result
}

// settle replaces limits and options that contradict each other or the level of strength, and
// returns the attention of that level, nil at full strength.
func settle(p *engine.Position, limits *Limits, options *Options) *strength.Attention {
	if limits.Depth < 0 {
		limits.Depth = 1
	}
	limits.Verdict = limits.Verdict && limits.Solve
	if limits.Solve {
		options.Strength = strength.Level{} // a proof is asked for, not a move
	}
	attention := options.Strength.Attend(p, limits.Before, options.Seed)
	if attention == nil {
		return nil
	}
	options.Threads = 1
	t := &options.Techniques // set to those with which levels were rated
	t.RootMovesDepth1, t.RootMovesDepth2, t.RootMovesDepth3, t.RootMoves = 0, 200, 134, 110
	t.PolicyPly, t.SingularDepth = 0, 0
	if !attention.Proves() {
		t.BoundedPly = 0
	}
	if depth := attention.Depth(); depth < ordering.MaxPly { // no proofs with a limit
		limits.Depth = lower(limits.Depth, depth)
	}
	limits.Nodes = lower(limits.Nodes, options.Strength.Nodes)
	return attention
}

// rootChoice returns the moves that the search chooses from: the legal moves in
// wanted, or all legal moves if there are none.
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

// lower returns the lower of two limits; 0 means that there is none.
func lower[T int | uint64 | time.Duration](a, b T) T {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// whenClosed calls f when channel is closed, unless cancel is called first.
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

// prepare returns the workers of a search, made ready for it. It creates those that
// are missing, and the tables of a zero Searcher.
func (s *Searcher) prepare(shared *control, options Options, attention *strength.Attention) []*worker {
	if s.table == nil {
		// Every machine can give one MiB.
		hashMiB := max(1, min(defaultHashMiB, transposition.MaxHashMiB()))
		s.table = transposition.New(hashMiB)
		s.proofs = proof.NewTable(max(1, hashMiB/proofShare))
	}
	s.table.NextGeneration()
	s.proofs.NextGeneration()
	count := max(1, min(options.Threads, runtime.GOMAXPROCS(0)))
	for len(s.workers) < count {
		s.workers = append(s.workers, newWorker())
	}
	salt := options.Objective.salt() ^ options.Techniques.salt() ^ attention.Salt()
	var shares *ordering.InProgress
	if count > 1 {
		shares = new(ordering.InProgress)
	}
	for _, w := range s.workers[:count] {
		w.inProgress, w.solver.Team = shares, nil
		w.control, w.table, w.solver.Table = shared, s.table, s.proofs
		w.objective, w.techniques, w.salt = options.Objective, options.Techniques, salt
		w.attention = attention
		w.ranker.Attend(attention)
		w.ranker.Consult(options.Techniques.PolicyPly)
		w.nodes, w.counted, w.effort, w.checkAt = 0, 0, 0, 0
		w.history.Age()
	}
	return s.workers[:count]
}
