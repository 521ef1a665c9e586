package farmtest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"cathedral/bench/farm"
)

// Farm is a carrier with workers in memory, each of which has a key of its own. A key gets no more
// jobs after three refused results.
type Farm []*Worker

// Worker is a worker of a Farm.
type Worker struct {
	Key    string
	Work   farm.Work
	Change func(result any) any // if not nil, returns what is delivered in place of a result
	Begins <-chan struct{}      // it waits until it is closed; nil: it begins at once

	// Accepted is the number of its results that the last run has accepted. Refused are the reasons
	// for which others were refused.
	Accepted int
	Refused  []error
}

// Of returns the worker with a key.
func (f Farm) Of(key string) *Worker {
	return f[slices.IndexFunc(f, func(w *Worker) bool { return w.Key == key })]
}

// mostRefused is the number of refused results after which a key gets no more jobs.
const mostRefused = 3

// field is a run of a Farm.
type field struct {
	run       farm.Run
	accepting sync.Mutex
	ctx       context.Context
	stop      context.CancelCauseFunc
	mutex     sync.Mutex // of what follows
	changed   sync.Cond
	jobs      []farm.Job // that nobody does
	open      int        // jobs that are not done
	all       bool       // jobs are offered
}

// Carry implements farm.Carrier.
func (f Farm) Carry(ctx context.Context, run farm.Run) error {
	c := &field{run: run}
	c.ctx, c.stop = context.WithCancelCause(ctx)
	c.changed.L = &c.mutex
	defer context.AfterFunc(c.ctx, func() { c.set(func() {}) })()
	var working sync.WaitGroup
	for _, w := range f {
		w.Accepted, w.Refused = 0, nil
		working.Go(func() { c.serve(w) })
	}
	go func() {
		for job := range run.Jobs {
			c.set(func() { c.jobs, c.open = append(c.jobs, job), c.open+1 })
			if c.ctx.Err() != nil {
				return
			}
		}
		c.set(func() { c.all = true })
	}()
	working.Wait()
	c.stop(errors.New("no worker is left"))
	if cause := context.Cause(c.ctx); !errors.Is(cause, farm.ErrEnough) && !errors.Is(cause, errDone) {
		return cause
	}
	return nil
}

// errDone ends a run whose jobs are all done.
var errDone = errors.New("done")

func (c *field) set(change func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	change()
	if c.all && c.open == 0 {
		c.stop(errDone)
	}
	c.changed.Broadcast()
}

// serve does one job after the other.
func (c *field) serve(w *Worker) {
	if w.Begins != nil {
		select {
		case <-w.Begins:
		case <-c.ctx.Done():
		}
	}
	for len(w.Refused) < mostRefused {
		job, more := c.take()
		if !more {
			return
		}
		c.do(w, job)
	}
}

// take waits for a job.
func (c *field) take() (job farm.Job, more bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for ; c.ctx.Err() == nil; c.changed.Wait() {
		if len(c.jobs) > 0 {
			job, c.jobs = c.jobs[0], c.jobs[1:]
			return job, true
		}
	}
	return job, false
}

// do does a job, which another key does if the run refuses its results.
func (c *field) do(w *Worker, job farm.Job) {
	payload, err := json.Marshal(job.Payload)
	if err != nil {
		c.stop(err)
		return
	}
	isDone := false
	err = w.Work(c.ctx, payload, func(result any) error {
		if w.Change != nil {
			result = w.Change(result)
		}
		payload, err := json.Marshal(result)
		if err != nil || c.ctx.Err() != nil {
			return errors.Join(err, c.ctx.Err())
		}
		made := farm.Result{Job: job.ID, Host: "host of " + w.Key, Key: w.Key, Payload: payload}
		if c.run.Verify != nil {
			if made.Verified, err = c.run.Verify(c.ctx, made); err != nil {
				return err
			}
		}
		c.accepting.Lock()
		defer c.accepting.Unlock()
		done, err := c.run.Accept(made)
		if isDone = done; err == nil {
			w.Accepted++
		}
		return err
	})
	switch isRefused := errors.As(err, new(*farm.RefusedError)); {
	case isRefused:
		w.Refused = append(w.Refused, err)
		fallthrough
	case err == nil && !isDone:
		c.set(func() { c.jobs = append(c.jobs, job) })
	case err == nil:
		c.set(func() { c.open-- })
	default:
		c.stop(err)
	}
}
