package tune

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"cathedral/bench/farm"
	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
	"cathedral/bench/tune/spsa"
	"cathedral/engine"
)

// TuningProgress is the state of a run after a pair.
type TuningProgress struct {
	Path  *spsa.Path // read-only, valid during the call that reports it
	Pairs int        // that are on file
	// Faults counts the games that this process knows to be lost by a fault, and Fault is the
	// cause of the last one.
	Faults int
	Fault  string
}

// Run plays the pairs of games of a tuning that the file at path does not have yet, has each
// result appended to it at once, and returns the path of the numbers. It calls report after
// the file is read and after each pair. The path depends on the tuning and the results of its
// pairs, which count in the order of their numbers, whatever the workers or interruptions. A
// file of another run is an error. When ctx is cancelled, the games in progress are lost, and
// Run returns ctx's error.
func (t *Tuning) Run(ctx context.Context, path string, workers farm.Workers, report func(TuningProgress)) (tuned *spsa.Path, err error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	r := &tuningRun{Tuning: t, workers: workers, path: spsa.NewPath(t.Plan), done: map[int]bool{}, open: map[string]*openPair{}, report: report}
	r.changed.L = &r.mutex
	r.inOrder.Take = func(points int) error {
		r.path.Add(points)
		return nil
	}
	if r.file, err = t.openFile(path, r.add); err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, r.file.Close()) }()
	if report(r.progress()); len(r.path.Values) > t.Iterations {
		return r.path, nil
	}
	return r.path, r.play(ctx)
}

// tuningRun is the state of a call of Run.
type tuningRun struct {
	*Tuning
	workers farm.Workers
	file    *os.File
	report  func(TuningProgress)
	mutex   sync.Mutex // of what follows
	changed sync.Cond
	path    *spsa.Path
	inOrder farm.InOrder[int]
	done    map[int]bool         // pairs by their numbers
	open    map[string]*openPair // by the IDs of their jobs
	faults  int
	fault   string
}

// openPair is a pair that is being played.
type openPair struct {
	number        int                                      // in the whole run, from 0
	job           string                                   // its ID in its match
	accept        func(farm.Result) (done bool, err error) // of its match
	games, points int                                      // that are over, and plus's half points in them
}

// add adds the points of a pair to the path.
func (r *tuningRun) add(pair, points int) error {
	switch {
	case pair < 0 || pair >= r.path.Opened()*r.Pairs || points < 0 || points > 4:
		return errors.New("no such pair is played yet")
	case r.done[pair]:
		return errors.New("the pair appears twice")
	}
	r.done[pair] = true
	return r.inOrder.Add(pair, points)
}

func (r *tuningRun) progress() TuningProgress {
	return TuningProgress{Path: r.path, Pairs: len(r.done), Faults: r.faults, Fault: r.fault}
}

// play has the pairs played that are left.
func (r *tuningRun) play(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(ctx, func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.changed.Broadcast()
	})()
	begin := len(r.path.Values) - 1
	_, needs, err := r.pairs(ctx, begin)
	if err != nil {
		return err
	}
	carrier := r.workers.Carrier
	if carrier == nil {
		plus, minus := r.Engine, r.Engine
		plus.Name, minus.Name = plusName, minusName
		worker, err := match.NewWorker(match.WorkerConfig{
			Engines: []player.Specification{plus, minus}, Slots: r.workers.Threads, Notice: func(string) {},
		})
		if err != nil {
			return err
		}
		defer worker.Close()
		if err := worker.Rehearse(ctx); err != nil {
			return err
		}
		carrier = farm.Local{Work: worker.Work, Threads: r.workers.Threads}
	}
	err = carrier.Carry(ctx, farm.Run{
		// The games in progress of an earlier process are lost.
		Kind: match.JobKind, ID: farm.FreshRunID("tune"), Needs: needs,
		Jobs: func(yield func(farm.Job) bool) {
			for iteration := begin; iteration < r.Iterations; iteration++ {
				left, _, err := r.pairs(ctx, iteration)
				if err != nil {
					stop(err)
					return
				}
				for _, job := range left {
					if !yield(job) {
						return
					}
				}
			}
		},
		Accept: r.accept,
	})
	return cmp.Or(context.Cause(ctx), err)
}

// pairs waits until an iteration is open, and returns the jobs of its pairs that are left and
// the needs of their workers. The pairs of all open iterations share the workers. Pairs between
// equal settings, of which neither is better, are over without a game: each side has won one.
func (r *tuningRun) pairs(ctx context.Context, iteration int) (left []farm.Job, needs any, err error) {
	r.mutex.Lock()
	for iteration >= r.path.Opened() && ctx.Err() == nil {
		r.changed.Wait()
	}
	if ctx.Err() != nil {
		r.mutex.Unlock()
		return nil, nil, ctx.Err()
	}
	plus, minus := r.path.Settings(iteration)
	r.mutex.Unlock()
	plan, err := r.match(iteration, plus, minus)
	if err != nil {
		return nil, nil, err
	}
	plan.Carrier, plan.Build = r.workers.Carrier, r.workers.Build
	var pairs []*openPair
	described, err := match.Pairs(ctx, *plan, func(event match.Event) {
		if game, over := event.(match.Finished); over {
			r.count(pairs, &game)
		}
	})
	if err != nil {
		return nil, nil, err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for job := range described.Jobs {
		pair := &openPair{number: iteration*r.Pairs + len(pairs), job: job.ID, accept: described.Accept}
		pairs = append(pairs, pair)
		switch job.ID = strconv.Itoa(pair.number); {
		case r.done[pair.number]:
		case slices.Equal(plus, minus):
			pair.points = 2
			if err := r.finish(pair); err != nil {
				return nil, nil, err
			}
		default:
			r.open[job.ID] = pair
			left = append(left, job)
		}
	}
	return left, described.Needs, nil
}

// count adds a game to its pair, one of the pairs of its iteration.
func (r *tuningRun) count(pairs []*openPair, finished *match.Finished) {
	round, _, _ := strings.Cut(finished.Record.Tag("Round"), ".")
	number, _ := strconv.Atoi(round) // from 1
	pair, game := pairs[number-1], rating.RecordedGame(finished.Record)
	pair.games++
	switch {
	case game.Outcome == engine.Draw:
		pair.points++
	case (game.Outcome == engine.LightWins) == (game.Light == plusName):
		pair.points += 2
	}
	if finished.Fault >= 0 {
		r.faults, r.fault = r.faults+1, finished.Cause
	}
}

// accept takes the result of a game. When both games of a pair are over, it finishes the pair.
func (r *tuningRun) accept(result farm.Result) (done bool, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	pair, known := r.open[result.Job]
	if !known {
		number, err := strconv.Atoi(result.Job)
		if err == nil && r.done[number] {
			return true, nil
		}
		return false, farm.Refuse("no job %.30q", result.Job)
	}
	id := result.Job
	result.Job = pair.job
	if _, err := pair.accept(result); err != nil || pair.games < 2 {
		return false, err
	}
	delete(r.open, id)
	return true, r.finish(pair)
}

// finish writes the result of a pair and adds it to the path.
func (r *tuningRun) finish(pair *openPair) error {
	if _, err := r.file.Write([]byte(resultLine(pair.number, pair.points) + "\n")); err != nil {
		return err
	}
	if err := r.add(pair.number, pair.points); err != nil {
		return err
	}
	r.changed.Broadcast()
	r.report(r.progress())
	return nil
}
