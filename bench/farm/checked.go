package farm

import (
	"context"
	"slices"
	"sync"
)

// Checked is a run that believes no other machine: this process checks results by doing their
// jobs again. A key whose result is false is dismissed for good. R is the type of a result, and F of
// what doing its job again finds.
//
// The mutex is held while the functions are called, except Again and Holds.
type Checked[R, F any] struct {
	sync.Mutex
	// Next returns the next job, if there is one now. IsOver reports whether no more can come.
	Next   func() (job Job, more bool)
	IsOver func() bool
	// Accept takes the result of a job as that of a Run does. It calls Add if the result is to be
	// checked, and may call Wait.
	Accept func(Result) (done bool, err error)

	// Again does the job of a result again. What it finds accuses nobody unless it is sure.
	Again func(ctx context.Context, c Check[R]) (found F, isSure bool, err error)
	// Holds returns why a result is not what was found, or nil.
	Holds func(ctx context.Context, c Check[R], found F) (wrong, err error)
	// Passed, if not nil, takes what was found of a result that holds.
	Passed func(c Check[R], found F)
	// Drop drops the results of a key that is being dismissed, and reports it.
	Drop func(key, reason string) error

	AtOnce    int             // checks at a time
	Dismissed map[string]bool // keys
	// DismissedFile lists them. It is appended to. "": they are kept nowhere.
	DismissedFile string

	changed sync.Cond
	ctx     context.Context
	stop    context.CancelFunc
	fault   error              // that ended the run
	pending map[*Check[R]]bool // all that are not done
	queue   []*Check[R]        // those that nobody makes yet
	passed  int
}

// Check is the check of a result.
type Check[R any] struct {
	Result R
	Name   string // of the result, such as "game 1.1"
	Key    string // that delivered it
	Size   int    // of what waits with it, in bytes
}

// Carry has a carrier carry the run and makes the checks. It returns the first error of a
// check, or the carrier's.
func (c *Checked[R, F]) Carry(ctx context.Context, carrier Carrier, run Run) error {
	c.ctx, c.stop = context.WithCancel(ctx)
	defer c.stop()
	c.changed.L = &c.Mutex
	c.pending = map[*Check[R]]bool{}
	if c.Dismissed == nil {
		c.Dismissed = map[string]bool{}
	}
	run.Jobs, run.Accept, run.Checks = c.jobs, c.accept, c.Counts
	var working sync.WaitGroup
	for range c.AtOnce {
		working.Go(c.work)
	}
	wake := func() {
		c.Lock()
		defer c.Unlock()
		c.changed.Broadcast()
	}
	defer context.AfterFunc(c.ctx, wake)()
	err := carrier.Carry(c.ctx, run)
	c.stop()
	wake()
	working.Wait()
	if c.fault != nil {
		return c.fault
	}
	return err
}

// Context returns the context of the run.
func (c *Checked[R, F]) Context() context.Context { return c.ctx }

// Fail ends the run by an error.
func (c *Checked[R, F]) Fail(err error) {
	if c.fault == nil {
		c.fault = err
	}
	c.stop()
}

// Wait waits until something has changed. It reports whether the run continues.
func (c *Checked[R, F]) Wait() (continues bool) {
	if c.ctx.Err() == nil {
		c.changed.Wait()
	}
	return c.ctx.Err() == nil
}

// Add has a result checked.
func (c *Checked[R, F]) Add(check Check[R]) {
	c.pending[&check] = true
	c.queue = append(c.queue, &check)
	c.changed.Broadcast()
}

// Pending returns the number of results that are being checked, and their size in bytes.
func (c *Checked[R, F]) Pending() (count, size int) {
	for check := range c.pending {
		size += check.Size
	}
	return len(c.pending), size
}

// Counts returns the numbers of checks. The mutex must not be locked.
func (c *Checked[R, F]) Counts() Checks {
	c.Lock()
	defer c.Unlock()
	return Checks{Passed: c.passed, Failed: len(c.Dismissed), Pending: len(c.pending)}
}

func (c *Checked[R, F]) jobs(yield func(Job) bool) {
	for job, more := c.next(); more && yield(job); job, more = c.next() {
	}
}

// next waits for the next job. It returns false when no more can come.
func (c *Checked[R, F]) next() (job Job, more bool) {
	c.Lock()
	defer c.Unlock()
	for c.ctx.Err() == nil {
		if job, more := c.Next(); more || c.IsOver() {
			return job, more
		}
		c.changed.Wait()
	}
	return job, false
}

// accept takes the result of a job.
func (c *Checked[R, F]) accept(result Result) (done bool, err error) {
	c.Lock()
	defer c.Unlock()
	defer c.changed.Broadcast()
	switch {
	case c.fault != nil:
		return false, c.fault
	case c.Dismissed[result.Key]:
		return false, Refuse("the key has been dismissed in this run")
	}
	return c.Accept(result)
}

// work makes one check after the other, until the run ends.
func (c *Checked[R, F]) work() {
	c.Lock()
	defer c.Unlock()
	for c.ctx.Err() == nil {
		if len(c.queue) == 0 {
			c.changed.Wait()
			continue
		}
		check := c.queue[0]
		c.queue = c.queue[1:]
		c.Unlock()
		found, isSure, wrong, err := c.look(check)
		c.Lock()
		switch {
		case c.ctx.Err() != nil:
		case err != nil:
			c.Fail(err)
		case !c.pending[check]: // its key was dismissed
		default:
			delete(c.pending, check)
			if isSure {
				c.judge(check, found, wrong)
			}
		}
		c.changed.Broadcast()
	}
}

// look makes a check.
func (c *Checked[R, F]) look(check *Check[R]) (found F, isSure bool, wrong, err error) {
	if found, isSure, err = c.Again(c.ctx, *check); err == nil && isSure {
		wrong, err = c.Holds(c.ctx, *check, found)
	}
	return found, isSure, wrong, err
}

// judge ends a check, and dismisses a key that lies.
func (c *Checked[R, F]) judge(check *Check[R], found F, wrong error) {
	if wrong != nil {
		c.dismiss(check.Key, wrong.Error())
		return
	}
	c.passed++
	if c.Passed != nil {
		c.Passed(*check, found)
	}
}

// dismiss drops the results and checks of a key, and refuses its later results.
func (c *Checked[R, F]) dismiss(key, reason string) {
	if c.Dismissed[key] {
		return
	}
	reason = Shown(reason)
	if err := noteDismissal(c.DismissedFile, key, reason); err != nil {
		c.Fail(err)
		return
	}
	c.Dismissed[key] = true
	c.queue = slices.DeleteFunc(c.queue, func(check *Check[R]) bool { return check.Key == key })
	for check := range c.pending {
		if check.Key == key {
			delete(c.pending, check)
		}
	}
	if err := c.Drop(key, reason); err != nil {
		c.Fail(err)
	}
}
