package remote

import (
	"context"
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
	"github.com/nats-io/nats.go/jetstream"

	"cathedral/bench/jobs"
)

// Worker does jobs of the runs on a NATS server.
type Worker struct {
	Connection *nats.Conn
	Name       string // letters, digits and hyphens; unique on the server
	Slots      int    // jobs at a time; 1 if it is less
	// Build and NodesPerSecond are for its Status.
	Build          string
	NodesPerSecond uint64
	Kinds          []jobs.Kind
	// Notice is called with remarks about runs and jobs, possibly several at a time.
	Notice func(text string)
}

// DismissedError says that a run has refused too many results of the worker.
type DismissedError struct{ Reason string }

// Error returns the reason.
func (e *DismissedError) Error() string { return "dismissed for false results, the last: " + e.Reason }

const (
	// searchPause is the time between two looks for runs of a worker that has none. One that
	// has a run gets a message about others, unless it is lost, and looks rarely: a thousand
	// workers that look often are more work for the server than their results.
	searchPause     = 2 * time.Second
	rareSearchPause = time.Minute
	// jobWait is how long a worker waits for a job before it asks again. It is short
	// because a server that was restarted has forgotten the question.
	jobWait = 2 * time.Second
)

// service is a worker that is serving.
type service struct {
	*Worker
	js    jetstream.JetStream
	mutex sync.Mutex
	runs  map[string]*servedRun // by their IDs, with those that the worker cannot serve
	names []string              // of the runs to serve

	busy, done, failed atomic.Int32 // see Status
}

// servedRun is a run that the server has.
type servedRun struct {
	id       string
	kind     *jobs.Kind // nil: the worker cannot serve it
	consumer jetstream.Consumer
	patience time.Duration
	ctx      context.Context // ends with the run
	stop     context.CancelFunc
}

// Serve does jobs until ctx ends, with ctx's error, or a run dismisses the worker, with a
// DismissedError. It waits for an unreachable server and for runs that are to come.
func (w *Worker) Serve(ctx context.Context) error {
	js, err := jetstream.New(w.Connection)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := &service{Worker: w, js: js, runs: map[string]*servedRun{}}
	begun := make(chan struct{}, 1)
	for subject, handle := range map[string]nats.MsgHandler{
		beginSubject: func(*nats.Msg) {
			select {
			case begun <- struct{}{}:
			default: // it is about to search
			}
		},
		statusSubject: func(message *nats.Msg) {
			if text, err := json.Marshal(s.status()); err == nil {
				_ = message.Respond(text) // if it is lost, the program that asked asks again
			}
		},
		stopSubject + "*":            func(message *nats.Msg) { s.withdraw(lastToken(message.Subject)) },
		dismissSubject + identity(w): func(message *nats.Msg) { stop(&DismissedError{string(message.Data)}) },
	} {
		subscription, err := w.Connection.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer subscription.Unsubscribe()
	}
	var slots sync.WaitGroup
	for slot := range max(1, w.Slots) {
		slots.Go(func() { s.serve(ctx, slot) })
	}
	connected := w.Connection.StatusChanged(nats.CONNECTED)
	defer w.Connection.RemoveStatusListener(connected)
	for ctx.Err() == nil {
		wait := searchPause
		if s.search(ctx) && s.pick(0) != nil {
			wait = rareSearchPause
		}
		select {
		case <-begun:
		case <-connected: // again: runs may have begun or ended since
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
	slots.Wait()
	return context.Cause(ctx)
}

// search looks for new runs, and for those that are over. It returns false if the server
// does not answer.
func (s *service) search(ctx context.Context) bool {
	asking, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	stream, err := s.js.Stream(asking, jobsStream)
	if err != nil {
		return false // the server is unreachable, or has had no run yet
	}
	known, listed := s.known(), map[string]bool{}
	infos := stream.ListConsumers(asking)
	for info := range infos.Info() {
		listed[info.Name] = true
		if known[info.Name] == nil {
			s.begin(ctx, info)
		}
	}
	if infos.Err() != nil {
		return false
	}
	for id := range known {
		if !listed[id] {
			s.withdraw(id)
		}
	}
	return true
}

// begin begins to serve a run, or says why the worker cannot.
func (s *service) begin(ctx context.Context, info *jetstream.ConsumerInfo) {
	run := &servedRun{id: info.Name, patience: info.Config.AckWait}
	run.ctx, run.stop = context.WithCancel(ctx)
	name, needs := info.Config.Metadata[kindKey], info.Config.Metadata[needsKey]
	err := fmt.Errorf("it is of the unknown kind %q", name)
	for i := range s.Kinds {
		if kind := &s.Kinds[i]; kind.Name == name {
			if err = kind.Check(json.RawMessage(needs)); err == nil {
				run.kind = kind
			}
		}
	}
	if err == nil {
		if run.consumer, err = s.js.Consumer(ctx, jobsStream, run.id); err != nil {
			return // it is over, or the server is unreachable
		}
		s.Notice(fmt.Sprintf("takes jobs of run %s (%s)", run.id, name))
	} else {
		s.Notice(fmt.Sprintf("takes no jobs of run %s: %v", run.id, err))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.runs[run.id] = run
	if run.kind != nil {
		s.names = append(s.names, run.id)
	}
}

// known returns the runs that the worker knows, by their IDs.
func (s *service) known() map[string]*servedRun {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return maps.Clone(s.runs)
}

// withdraw drops the jobs of a run that is over.
func (s *service) withdraw(id string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	run := s.runs[id]
	if run == nil {
		return
	}
	run.stop()
	delete(s.runs, id)
	if i := slices.Index(s.names, id); i >= 0 {
		s.names = slices.Delete(s.names, i, i+1)
		s.Notice(fmt.Sprintf("run %s is over", id))
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
		asking, stop := context.WithTimeout(run.ctx, jobWait)
		message, err := run.consumer.Next(jetstream.FetchContext(asking))
		stop()
		switch {
		case err == nil:
			s.do(run, message)
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		default: // the run is over, or the server is unreachable
			_ = pause(run.ctx, 500*time.Millisecond)
		}
	}
}

// pick returns the run of a turn, or nil if there is none.
func (s *service) pick(turn int) *servedRun {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.names) == 0 {
		return nil
	}
	return s.runs[s.names[turn%len(s.names)]]
}

// do does a job and acknowledges it when the server has its results.
func (s *service) do(run *servedRun, message jetstream.Msg) {
	s.busy.Add(1)
	defer s.busy.Add(-1)
	working, stop := context.WithCancel(run.ctx)
	defer stop()
	go func() {
		alive := time.NewTicker(run.patience / 3)
		defer alive.Stop()
		for {
			select {
			case <-alive.C:
				_ = message.InProgress() // one that is lost is followed by others
			case <-working.Done():
				return
			}
		}
	}()
	metadata, err := message.Metadata()
	if err != nil {
		return
	}
	job, part := lastToken(message.Subject()), 0
	err = run.kind.Work(run.ctx, message.Data(), func(result any) error {
		part++
		payload, err := json.Marshal(result)
		if err != nil {
			return err
		}
		return s.give(run, &nats.Msg{
			Subject: resultsSubject + run.id + "." + job + "." + identity(s.Worker), Data: payload, Header: nats.Header{workerHeader: {s.Name}},
		}, fmt.Sprintf("%s.%s.%d.%d.%s", run.id, job, metadata.Sequence.Stream, part, s.Name))
	})
	switch {
	case err == nil:
		s.done.Add(1)
		// If it is lost, another worker does the job too and its result is dropped.
		acknowledging, stop := context.WithTimeout(run.ctx, run.patience)
		_ = message.DoubleAck(acknowledging)
		stop()
	case run.ctx.Err() != nil:
		_ = message.Nak() // so that another worker has it at once
		_ = s.Connection.FlushTimeout(time.Second)
	default:
		s.failed.Add(1)
		s.Notice(fmt.Sprintf("job %s of run %s: %v", job, run.id, err))
		_ = message.NakWithDelay(run.patience)
	}
}

// give gives the server a result. It tries again while the server is unreachable; the
// server drops a second message of the same id.
func (s *service) give(run *servedRun, message *nats.Msg, id string) error {
	if len(message.Data) > largestMessage {
		return fmt.Errorf("a result of %d bytes; the maximum is %d", len(message.Data), largestMessage)
	}
	for reported := false; ; {
		publishing, stop := context.WithTimeout(run.ctx, publishWait)
		_, err := s.js.PublishMsg(publishing, message, jetstream.WithMsgID(id))
		stop()
		if err == nil {
			return nil
		}
		if !reported && run.ctx.Err() == nil && s.Connection.IsConnected() {
			s.Notice(fmt.Sprintf("the server does not take a result of run %s: %v", run.id, err))
			reported = true
		}
		if err := pause(run.ctx, 500*time.Millisecond); err != nil {
			return err
		}
	}
}

// lastToken returns the last part of a subject.
func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
