package farm

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// doubtWait is how long a run that is said to be over has to say that it is not.
	doubtWait = time.Second
	// longestAbsence is how long a runner may be silent, as when it was killed and is started
	// again, before the worker asks it for no more jobs. longestUnsent is how long the worker then
	// keeps results for it.
	longestAbsence = 10 * time.Minute
	longestUnsent  = 24 * time.Hour
)

// servedRuns are the runs that a worker knows.
type servedRuns struct {
	connection *nats.Conn
	name, key  string // of the worker
	kinds      []Kind
	notice     func(text string)
	mutex      sync.Mutex
	runs       map[string]*servedRun // by their IDs, with those that the worker cannot serve
}

// servedRun is a run that has announced itself.
type servedRun struct {
	announcement
	kind  *Kind  // nil: the worker cannot serve it
	unfit string // why it cannot
	ctx   context.Context
	stop  context.CancelFunc // ends the run
	sent  outbox
	until time.Time       // no jobs are asked for unless it announces itself again; the mutex of the runs is for this and what follows
	ended bool            // it says that it needs no more results
	doing map[string]bool // IDs of jobs
}

// each calls do with each run.
func (s *servedRuns) each(do func(*servedRun)) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, run := range s.runs {
		do(run)
	}
}

// knows notes that a run has announced itself, and reports whether it did so before.
func (s *servedRuns) knows(said announcement) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	run := s.runs[said.Run]
	if run == nil || run.Kind != said.Kind || string(run.Needs) != string(said.Needs) || run.Patience != said.Patience || run.Dismissed != said.Dismissed {
		return false
	}
	now := time.Now()
	run.until, run.ended = now.Add(longestAbsence), false
	run.sent.repeat(now, true) // the runner may have been started again
	s.sayUnfit(run)
	return true
}

// sayUnfit says why the worker cannot serve a run, if it cannot.
func (s *servedRuns) sayUnfit(run *servedRun) {
	if run.unfit != "" {
		_ = s.connection.Publish(fromWorker+s.key+"."+unfitVerb+"."+run.Run, []byte(run.unfit))
	}
}

// doubt notes that a run is said to be over, or interrupted.
func (s *servedRuns) doubt(id string, ended bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if run := s.runs[id]; run != nil {
		run.until, run.ended = time.Now().Add(doubtWait), ended
	}
}

// withdrawOld drops the jobs of runs that are over, but not results that such a run may still want.
func (s *servedRuns) withdrawOld(now time.Time) {
	connected := s.connection.IsConnected()
	s.each(func(run *servedRun) {
		if !connected {
			run.until = now.Add(longestAbsence) // it cannot say anything
		}
		if until := run.until; now.After(until) && (run.ended || len(run.sent.jobs()) == 0 || now.After(until.Add(longestUnsent))) {
			s.withdraw(run)
		}
	})
}

// withdraw drops the jobs of a run. The caller has locked the mutex.
func (s *servedRuns) withdraw(run *servedRun) {
	run.stop()
	delete(s.runs, run.Run)
	if run.kind != nil {
		s.notice(fmt.Sprintf("run %s is over", Shown(run.Run)))
	}
}

// begin begins to serve a run, or says why the worker cannot.
func (s *servedRuns) begin(ctx context.Context, said announcement) {
	run := &servedRun{
		announcement: said, until: time.Now().Add(longestAbsence), doing: map[string]bool{},
		sent: outbox{connection: s.connection, subject: fromWorker + s.key + "." + resultVerb + "." + said.Run + ".", worker: s.name, parcels: map[string]*parcel{}},
	}
	run.ctx, run.stop = context.WithCancel(ctx)
	err := fmt.Errorf("it is of the unknown kind %q", said.Kind)
	if i := slices.IndexFunc(s.kinds, func(kind Kind) bool { return kind.Name == said.Kind }); said.Dismissed != "" {
		err = fmt.Errorf("it has refused results of this worker, the last because: %s", said.Dismissed)
	} else if i >= 0 {
		if err = s.kinds[i].Check(said.Needs); err == nil {
			run.kind = &s.kinds[i]
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if old := s.runs[said.Run]; old != nil {
		s.withdraw(old) // it needs something else now
	}
	s.runs[said.Run] = run
	if err != nil {
		run.unfit = err.Error()
		s.sayUnfit(run)
		s.notice(fmt.Sprintf("takes no jobs of run %s: %s", Shown(said.Run), Shown(err.Error())))
		return
	}
	s.notice(fmt.Sprintf("takes jobs of run %s (%s)", Shown(said.Run), Shown(said.Kind)))
	go s.report(run)
}

// report says now and then which jobs of a run the worker is doing, and sends results again
// that may be lost, until the run is over.
func (s *servedRuns) report(run *servedRun) {
	reports := time.NewTicker(max(run.Patience/3, 10*time.Millisecond))
	defer reports.Stop()
	for {
		select {
		case now := <-reports.C:
			s.mutex.Lock()
			jobs := maps.Clone(run.doing)
			s.mutex.Unlock()
			run.sent.repeat(now, false)
			for _, job := range run.sent.jobs() { // the runner may not have come to its result yet
				jobs[job] = true
			}
			if len(jobs) > 0 {
				publish(s.connection, fromWorker+s.key+"."+workingVerb+"."+run.Run, slices.Collect(maps.Keys(jobs)))
			}
		case <-run.ctx.Done():
			return
		}
	}
}

// pick returns the run of a turn, or nil if there is none.
func (s *servedRuns) pick(turn int) *servedRun {
	var fitting []*servedRun
	now := time.Now()
	s.each(func(run *servedRun) {
		if run.kind != nil && now.Before(run.until) {
			fitting = append(fitting, run)
		}
	})
	if len(fitting) == 0 {
		return nil
	}
	slices.SortFunc(fitting, func(a, b *servedRun) int { return strings.Compare(a.Run, b.Run) })
	return fitting[turn%len(fitting)]
}
