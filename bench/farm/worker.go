package farm

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// Worker does jobs of the runs on a NATS server.
type Worker struct {
	Connection *nats.Conn // by Connect
	Name       string     // letters, digits and hyphens; unique on the server
	Slots      int        // jobs at a time; 1 if it is less
	// Build and NodesPerSecond are for its Status.
	Build          string
	NodesPerSecond uint64
	Kinds          []Kind
	// Notice is called with remarks about runs and jobs, possibly several at a time.
	Notice func(text string)
}

// DismissedError says that a run has refused too many results of the worker.
type DismissedError struct{ Reason string }

// Error returns the reason.
func (e *DismissedError) Error() string { return "dismissed for false results, the last: " + e.Reason }

const (
	// askPause is the time between two questions for runs of a worker that has none. One that
	// has a run hears of others, unless a message is lost, and asks rarely, because a
	// thousand that ask often are more work for the server than their results.
	askPause     = 2 * time.Second
	rareAskPause = time.Minute
	// jobWait is how long a worker waits for a job before it asks again. It is short
	// because a server that was restarted has forgotten the question.
	jobWait = 2 * time.Second
	// doubtWait is how long a run that is said to be over has to say that it is not.
	doubtWait = time.Second
	// longestAbsence is how long a runner may be silent, as when it was killed and is started
	// again, before the worker asks it for no more jobs, and longestUnsent how long the worker then
	// keeps results for it.
	longestAbsence = 10 * time.Minute
	longestUnsent  = 24 * time.Hour
	// takenWait is how long a result waits for the runner's word that it has it. It is sent
	// again then.
	takenWait = 5 * time.Second
	// mostSent is the number of results of a run that may be on their way: 4 MiB.
	mostSent = 32
)

// service is a worker that is serving.
type service struct {
	*Worker
	key   string
	mutex sync.Mutex
	runs  map[string]*servedRun // by their IDs, with those that the worker cannot serve

	busy, done, failed atomic.Int32 // see Status
}

// servedRun is a run that has announced itself.
type servedRun struct {
	announcement
	kind  *Kind  // nil: the worker cannot serve it
	unfit string // why it cannot
	ctx   context.Context
	stop  context.CancelFunc // ends the run
	until time.Time          // it is over unless it announces itself again; the service's mutex is for this and what follows
	ended bool               // it says that it needs no more results
	doing map[string]bool    // IDs of jobs
	sent  map[string]*parcel // results that the runner does not have yet, by TOKEN

	sending sync.Mutex // held while the pieces of a result are sent
}

// parcel is a result that is on its way to the runner.
type parcel struct {
	message     *nats.Msg
	job         string
	first, last time.Time // it was sent
}

// Serve does jobs until ctx ends, with ctx's error, or a run dismisses the worker, with a
// DismissedError. It waits for an unreachable server and for runs that are to come.
func (w *Worker) Serve(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &service{Worker: w, key: identity(w.Connection), runs: map[string]*servedRun{}}
	asked, looked := make(chan struct{}, 1), make(chan struct{}, 1)
	heard := make(chan announcement, 100)
	for subject, handle := range map[string]nats.MsgHandler{
		toWorker + s.key + "." + runVerb: func(message *nats.Msg) {
			var run announcement
			if json.Unmarshal(message.Data, &run) != nil {
				return
			}
			if run.Dismissed != "" {
				stop(&DismissedError{run.Dismissed})
			}
			if !s.knows(run) {
				trySend(heard, run) // or it announces itself again
			}
		},
		toWorker + s.key + "." + takenVerb: func(message *nats.Msg) { s.taken(string(message.Data)) },
		beginSubject:                       func(*nats.Msg) { trySend(asked, struct{}{}) },
		stopSubject + "*": func(message *nats.Msg) {
			s.doubt(lastToken(message.Subject), string(message.Data) == endedWord)
			trySend(asked, struct{}{})
		},
		fromWorker + "*." + lookVerb: func(*nats.Msg) { trySend(looked, struct{}{}) },
	} {
		subscription, err := w.Connection.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	var working sync.WaitGroup
	working.Go(func() { answer(ctx, asked, func() { s.say(askVerb, s.status()) }) })
	working.Go(func() { answer(ctx, looked, func() { s.say(statusVerb, s.status()) }) })
	for slot := range max(1, w.Slots) {
		working.Go(func() { s.serve(ctx, slot) })
	}
	connected := w.Connection.StatusChanged(nats.CONNECTED)
	defer w.Connection.RemoveStatusListener(connected)
	looks := time.NewTicker(doubtWait / 2)
	defer looks.Stop()
	last := time.Time{} // that it asked because of the time
	for ctx.Err() == nil {
		select {
		case <-connected: // again: runs may have begun or ended since
			trySend(asked, struct{}{})
		case run := <-heard:
			if !s.knows(run) { // it may have announced itself twice
				s.begin(ctx, run)
			}
		case now := <-looks.C:
			if pause := now.Sub(last); pause >= rareAskPause || pause >= askPause && s.pick(0) == nil {
				last = now
				trySend(asked, struct{}{})
			}
			s.withdrawOld(now)
		case <-ctx.Done():
		}
	}
	working.Wait()
	flush(w.Connection, time.Second) // jobs that are given back
	return context.Cause(ctx)
}

// say publishes what encoding/json can write.
func (s *service) say(verb string, value any) {
	publish(s.Connection, fromWorker+s.key+"."+verb, value)
}

// knows notes that a run has announced itself, and reports whether it did so before.
func (s *service) knows(said announcement) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	run := s.runs[said.Run]
	if run == nil || run.Kind != said.Kind || string(run.Needs) != string(said.Needs) || run.Patience != said.Patience {
		return false
	}
	run.until, run.ended = time.Now().Add(longestAbsence), false
	s.sayUnfit(run) // again, for a runner that was started again
	return true
}

// sayUnfit says why the worker cannot serve a run, if it cannot.
func (s *service) sayUnfit(run *servedRun) {
	if run.unfit != "" {
		_ = s.Connection.Publish(fromWorker+s.key+"."+unfitVerb+"."+run.Run, []byte(run.unfit))
	}
}

// taken forgets a result that the runner has.
func (s *service) taken(token string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, run := range s.runs {
		delete(run.sent, token)
	}
}

// doubt notes that a run is said to be over, or interrupted.
func (s *service) doubt(id string, ended bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if run := s.runs[id]; run != nil {
		run.until, run.ended = time.Now().Add(doubtWait), ended
	}
}

// withdrawOld drops the jobs of runs that are over, but not results that such a run may still want.
func (s *service) withdrawOld(now time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, run := range s.runs {
		if !s.Connection.IsConnected() {
			run.until = now.Add(longestAbsence) // it cannot say anything
		}
		if until := run.until; now.After(until) && (len(run.sent) == 0 || run.ended || now.After(until.Add(longestUnsent))) {
			s.withdraw(run)
		}
	}
}

// withdraw drops the jobs of a run. The caller has locked the mutex.
func (s *service) withdraw(run *servedRun) {
	run.stop()
	delete(s.runs, run.Run)
	if run.kind != nil {
		s.Notice(fmt.Sprintf("run %s is over", Shown(run.Run)))
	}
}

// begin begins to serve a run, or says why the worker cannot.
func (s *service) begin(ctx context.Context, said announcement) {
	run := &servedRun{announcement: said, until: time.Now().Add(longestAbsence), doing: map[string]bool{}, sent: map[string]*parcel{}}
	run.ctx, run.stop = context.WithCancel(ctx)
	err := fmt.Errorf("it is of the unknown kind %q", said.Kind)
	for i := range s.Kinds {
		if kind := &s.Kinds[i]; kind.Name == said.Kind {
			if err = kind.Check(said.Needs); err == nil {
				run.kind = kind
			}
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
		s.Notice(fmt.Sprintf("takes no jobs of run %s: %s", Shown(said.Run), Shown(err.Error())))
		return
	}
	s.Notice(fmt.Sprintf("takes jobs of run %s (%s)", Shown(said.Run), Shown(said.Kind)))
	go s.report(run)
}

// report says now and then which jobs of a run the worker is doing, and sends results again
// that may be lost, until the run is over.
func (s *service) report(run *servedRun) {
	reports := time.NewTicker(max(run.Patience/3, 10*time.Millisecond))
	defer reports.Stop()
	for {
		select {
		case now := <-reports.C:
			s.mutex.Lock()
			jobs := maps.Clone(run.doing)
			for _, p := range run.sent {
				// The runner may not have come to it yet. If it is lost for good, another worker has a turn.
				if now.Sub(p.first) < 4*run.Patience {
					jobs[p.job] = true
				}
				if now.Sub(p.last) > takenWait && s.Connection.IsConnected() {
					p.last = now
					_ = s.Connection.PublishMsg(p.message)
				}
			}
			s.mutex.Unlock()
			if len(jobs) > 0 {
				s.say(workingVerb+"."+run.Run, slices.Collect(maps.Keys(jobs)))
			}
		case <-run.ctx.Done():
			return
		}
	}
}

// serve does one job after the other, of all runs in turn.
func (s *service) serve(ctx context.Context, turn int) {
	for ; ctx.Err() == nil; turn++ {
		run := s.pick(turn)
		if run == nil {
			_ = pause(ctx, 100*time.Millisecond)
			continue
		}
		asking, stop := context.WithTimeout(run.ctx, jobWait+time.Second) // for the way
		answer, err := s.Connection.RequestWithContext(asking, fromWorker+s.key+"."+nextVerb+"."+run.Run, nil)
		stop()
		var job handout
		if err == nil && json.Unmarshal(answer.Data, &job) == nil {
			s.do(run, job)
		} else if !errors.Is(err, context.DeadlineExceeded) { // the runner or the server is unreachable
			_ = pause(run.ctx, 500*time.Millisecond)
		}
	}
}

// pick returns the run of a turn, or nil if there is none.
func (s *service) pick(turn int) *servedRun {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var fitting []*servedRun
	for _, id := range slices.Sorted(maps.Keys(s.runs)) {
		if run := s.runs[id]; run.kind != nil && time.Now().Before(run.until) {
			fitting = append(fitting, run)
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	return fitting[turn%len(fitting)]
}

// do does a job and sends its results.
func (s *service) do(run *servedRun, job handout) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	s.mutex.Lock()
	run.doing[job.Job] = true
	s.mutex.Unlock()
	err := run.kind.Work(run.ctx, job.Payload, func(result any) error { return s.give(run, job.Job, result) })
	s.mutex.Lock()
	delete(run.doing, job.Job)
	s.mutex.Unlock()
	switch {
	case err == nil:
		s.done.Add(1)
	case run.ctx.Err() != nil:
		s.say(releaseVerb+"."+run.Run, []string{job.Job}) // so that another worker has it at once
	default: // another worker has it after the patience
		s.failed.Add(1)
		s.Notice(fmt.Sprintf("job %s of run %s: %s", Shown(job.Job), Shown(run.Run), Shown(err.Error())))
	}
}

// send sends a result or a piece of one, again and again until the runner has it or the run is
// over. It waits while too many are on their way.
func (s *service) send(run *servedRun, job string, payload []byte, header nats.Header) error {
	header.Set(workerHeader, s.Name)
	token, now := rand.Text(), time.Now()
	message := &nats.Msg{
		Subject: strings.Join([]string{fromWorker + s.key, resultVerb, run.Run, job, token}, "."), Data: payload, Header: header,
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for len(run.sent) >= mostSent && run.ctx.Err() == nil {
		s.mutex.Unlock()
		_ = pause(run.ctx, 10*time.Millisecond)
		s.mutex.Lock()
	}
	run.sent[token] = &parcel{message, job, now, now}
	_ = s.Connection.PublishMsg(message)
	return run.ctx.Err()
}

// lastToken returns the last part of a subject.
func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
