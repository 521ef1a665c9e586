package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
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
	// Inspect, if not nil, returns an error if this machine no longer computes as it did. It is called
	// every hour, beside no job of a kind that IsTimed.
	Inspect func(context.Context) error
	// Notice is called with remarks about runs and jobs, possibly several at a time.
	Notice func(text string)
}

const (
	// inspectionPause is the time between two inspections.
	inspectionPause = time.Hour
	// mostHeard is the number of messages that may wait for a worker.
	mostHeard = 10_000
)

// service is a worker that is serving.
type service struct {
	*Worker
	*servedRuns
	timed chan struct{} // has an element for each timed job, and is full during an inspection

	busy, done, failed atomic.Int32 // see Status
}

// Serve does jobs until ctx ends, with ctx's error, or an inspection fails, with its error. It waits
// for an unreachable server and for runs that are to come.
func (w *Worker) Serve(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	slots := max(1, w.Slots)
	s := &service{Worker: w, timed: make(chan struct{}, slots), servedRuns: &servedRuns{
		connection: w.Connection, name: w.Name, key: identity(w.Connection), kinds: w.Kinds, notice: w.Notice, runs: map[string]*servedRun{},
	}}
	heard := make(chan *nats.Msg, mostHeard) // so that what a run says is read in its order
	for _, subject := range []string{toWorker + s.key + ".*", beginSubject, stopSubject + "*", fromWorker + "*." + lookVerb} {
		subscription, err := w.Connection.ChanSubscribe(subject, heard)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	asked, looked := make(chan struct{}, 1), make(chan struct{}, 1)
	var working sync.WaitGroup
	working.Go(func() { answer(ctx, asked, func() { s.say(askVerb, s.state()) }) })
	working.Go(func() { answer(ctx, looked, func() { s.say(statusVerb, s.state()) }) })
	for slot := range slots {
		working.Go(func() { s.serve(ctx, slot) })
	}
	if w.Inspect != nil {
		working.Go(func() { stop(s.inspect(ctx)) })
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
		case message := <-heard:
			s.hear(ctx, message, asked, looked)
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

// hear does what a message asks for, some of it later.
func (s *service) hear(ctx context.Context, message *nats.Msg, asked, looked chan<- struct{}) {
	switch verb := lastToken(message.Subject); {
	case message.Subject == beginSubject:
		trySend(asked, struct{}{})
	case verb == lookVerb:
		trySend(looked, struct{}{})
	case message.Subject == stopSubject+verb: // a RUN
		s.doubt(verb, string(message.Data) == endedWord)
		trySend(asked, struct{}{})
	case verb == runVerb:
		var run announcement
		if json.Unmarshal(message.Data, &run) == nil && !s.knows(run) {
			s.begin(ctx, run)
		}
	case verb == partVerb:
		var asked partRequest
		if json.Unmarshal(message.Data, &asked) == nil {
			s.each(func(run *servedRun) { run.sent.answer(asked) })
		}
	case verb == takenVerb:
		s.each(func(run *servedRun) { run.sent.taken(string(message.Data)) })
	}
}

// state returns what the worker says of itself.
func (s *service) state() WorkerState {
	return WorkerState{
		Name: s.Name, Build: s.Build, Cores: runtime.NumCPU(), NodesPerSecond: s.NodesPerSecond,
		Slots: s.Slots, Busy: int(s.busy.Load()), Done: int(s.done.Load()), Failed: int(s.failed.Load()),
	}
}

// say publishes what encoding/json can write.
func (s *service) say(verb string, value any) {
	publish(s.Connection, fromWorker+s.key+"."+verb, value)
}

// serve does one job after the other, of all runs in turn.
func (s *service) serve(ctx context.Context, turn int) {
	for ; ctx.Err() == nil; turn++ {
		run := s.pick(turn)
		if run == nil {
			_ = pause(ctx, 100*time.Millisecond)
			continue
		}
		s.serveOnce(run)
	}
}

// serveOnce does a job of a run, if the run has one.
func (s *service) serveOnce(run *servedRun) {
	if run.kind.IsTimed {
		select {
		case s.timed <- struct{}{}:
			defer func() { <-s.timed }()
		case <-run.ctx.Done():
			return
		}
	}
	asking, stop := context.WithTimeout(run.ctx, jobWait+time.Second) // for the way
	answer, err := s.Connection.RequestWithContext(asking, fromWorker+s.key+"."+nextVerb+"."+run.Run, nil)
	stop()
	var job handout
	if err == nil && json.Unmarshal(answer.Data, &job) == nil {
		if !run.sent.has(job.Job) { // a runner that was started again has not got it yet
			s.doJob(run, job)
		}
	} else if !errors.Is(err, context.DeadlineExceeded) { // the runner or the server is unreachable
		_ = pause(run.ctx, 500*time.Millisecond)
	}
}

// doJob does a job and sends its results.
func (s *service) doJob(run *servedRun, job handout) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	s.mutex.Lock()
	run.doing[job.Job] = true
	s.mutex.Unlock()
	err := run.kind.Work(run.ctx, job.Payload, func(result any) error { return run.sent.put(run.ctx, job.Job, result) })
	s.mutex.Lock()
	delete(run.doing, job.Job)
	s.mutex.Unlock()
	switch {
	case err == nil:
		s.done.Add(1)
		run.sent.finish(job.Job)
	case run.ctx.Err() != nil:
		s.say(releaseVerb+"."+run.Run, []string{job.Job}) // so that another worker has it at once
	default: // another worker has it after the patience
		s.failed.Add(1)
		s.Notice(fmt.Sprintf("job %s of run %s: %s", Shown(job.Job), Shown(run.Run), Shown(err.Error())))
	}
}

// inspect inspects the machine every hour, while no timed job is done. It returns ctx's error, or that
// of an inspection, which is sent to the runs.
func (s *service) inspect(ctx context.Context) error {
	for {
		if err := pause(ctx, inspectionPause); err != nil {
			return err
		}
		for range cap(s.timed) {
			select {
			case s.timed <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := s.Inspect(ctx); err != nil && ctx.Err() == nil {
			s.each(func(run *servedRun) {
				run.unfit = err.Error()
				s.sayUnfit(run)
			})
			return err
		}
		for range cap(s.timed) {
			<-s.timed
		}
	}
}

// lastToken returns the last part of a subject.
func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
