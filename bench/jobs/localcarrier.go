package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
)

// Local is a carrier with workers in this process.
type Local struct {
	Work    Work
	Workers int // jobs at a time; 1 if it is less
}

// localResult is a result, or the error that ended the work on a job.
type localResult struct {
	Result
	err error
}

// Carry implements Carrier. When Accept fails, the jobs in progress are dropped. A result
// that is refused ends the run too: no other worker could do better.
func (l Local) Carry(ctx context.Context, run Run) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan Job)
	results := make(chan localResult)
	var workers sync.WaitGroup
	for range max(1, l.Workers) {
		workers.Go(func() {
			for {
				select {
				case job, more := <-queue:
					if !more {
						return
					}
					if err := l.do(ctx, job, results); err != nil {
						results <- localResult{err: err}
						return
					}
				case <-ctx.Done(): // the run's list of jobs may be waiting for a result
					return
				}
			}
		})
	}
	go func() {
		defer close(queue)
		for job := range run.Jobs {
			select {
			case queue <- job:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		workers.Wait()
		close(results)
	}()
	var failed error
	for result := range results {
		if failed == nil && result.err == nil {
			_, failed = run.Accept(result.Result)
		} else if failed == nil && ctx.Err() == nil {
			failed = result.err
		}
		if failed != nil {
			stop()
		}
	}
	switch {
	case failed == nil:
		return ctx.Err()
	case errors.Is(failed, ErrEnough):
		return nil
	}
	return failed
}

// do does one job and sends its results.
func (l Local) do(ctx context.Context, job Job, results chan<- localResult) error {
	payload, err := json.Marshal(job.Payload)
	if err != nil {
		return err
	}
	return l.Work(ctx, payload, func(result any) error {
		payload, err := json.Marshal(result)
		if err == nil {
			results <- localResult{Result: Result{Job: job.ID, Payload: payload}}
		}
		return err
	})
}
