package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
)

// Local is a carrier with workers in this process.
type Local struct {
	Work    Work
	Threads int // jobs at a time; 1 if it is less
}

// Carry implements Carrier. When Accept fails, the jobs in progress are dropped. A result
// that is refused ends the run too: no other worker could do better.
func (l Local) Carry(ctx context.Context, run Run) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var mutex sync.Mutex // held while a result is accepted; it guards failed
	var failed error
	do := func(job Job) error {
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			return err
		}
		return l.Work(ctx, payload, func(result any) error {
			payload, err := json.Marshal(result)
			if err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			if failed == nil {
				if _, failed = run.Accept(Result{Job: job.ID, Payload: payload}); failed != nil {
					stop()
				}
			}
			return failed
		})
	}
	queue := make(chan Job)
	go func() { // the run's list of jobs may be waiting for a result when the run ends
		defer close(queue)
		for job := range run.Jobs {
			select {
			case queue <- job:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range max(1, l.Threads) {
		workers.Go(func() {
			for {
				select {
				case job, more := <-queue:
					if !more {
						return
					}
					if err := do(job); err != nil && ctx.Err() == nil {
						mutex.Lock()
						failed = cmp.Or(failed, err)
						mutex.Unlock()
						stop()
					}
				case <-ctx.Done():
					return
				}
			}
		})
	}
	workers.Wait()
	switch {
	case failed == nil:
		return ctx.Err()
	case errors.Is(failed, ErrEnough):
		return nil
	}
	return failed
}
