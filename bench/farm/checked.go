package farm

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Checked is a run that believes no other machine: results are checked by doing their jobs
// again, here or by a worker with another key. A key whose result or check is false is dismissed
// for good. R is the type of a result, and F of what doing its job again finds.
//
// The mutex is held while the functions are called, except Again and Holds.
type Checked[R, F any] struct {
	sync.Mutex
	// Next returns the next job that checks nothing, if there is one now. IsOver reports whether
	// no more can come.
	Next   func() (job Job, more bool)
	IsOver func() bool
	// Accept takes the result of such a job as that of a Run does. It calls Add if the result is
	// to be checked, and may call Wait.
	Accept func(Result) (done bool, err error)

	// Again does the job of a result again. What it finds accuses nobody unless it is sure.
	Again func(ctx context.Context, c Check[R, F]) (found F, isSure bool, err error)
	// Holds returns why a result is not what was found, or nil.
	Holds func(ctx context.Context, c Check[R, F], found F) (wrong, err error)
	// Same reports whether two keys have found the same.
	Same func(a, b F) bool
	// Passed, if not nil, takes what was found of a result that holds, and the key that found it,
	// unless this process did.
	Passed func(c Check[R, F], found F, voucher string)
	// Drop drops the results of a key that is being dismissed, and reports it.
	Drop func(key, reason string) error

	// ForOthers returns the payload of a job that has a worker check a result, or nil if this
	// process has to do it. Read reads its result, and reports whether it is sure.
	ForOthers func(c Check[R, F]) (payload any)
	Read      func(c Check[R, F], payload json.RawMessage) (found F, isSure bool, err error)
	// Repeats, if not nil, decides whether a check by another key is repeated here.
	Repeats func() bool
	// AtOnce is the number of checks that this process makes at a time. Other keys make those that
	// wait then, and this process those that are left. If Patience is set, it leaves each that
	// others can make to them for that time.
	AtOnce   int
	Patience time.Duration

	Dismissed map[string]bool // keys
	// DismissedFile lists them. It is appended to. "": they are kept nowhere.
	DismissedFile string

	changed sync.Cond
	ctx     context.Context
	stop    context.CancelFunc
	fault   error                   // that ended the run
	pending map[*Check[R, F]]bool   // all that are not done
	here    []*Check[R, F]          // to be made or judged here
	away    map[string]*Check[R, F] // that others make, by the IDs of their jobs
	keys    map[string]bool         // that have delivered results
	passed  int
}

// Check is the check of a result.
type Check[R, F any] struct {
	Result R
	Name   string // of the result, such as "game 1.1"
	Key    string // that delivered it
	Size   int    // of what waits with it, in bytes
	// Voucher is the key that has made the check, and Vouched what it has found; nil: nobody has.
	Voucher string
	Vouched *F

	began      time.Time
	isRepeated bool // here, after Voucher
}

// checkPrefix begins the IDs of jobs that check a result.
const checkPrefix = "check-"

// mostAway is the number of checks that other keys make at a time.
const mostAway = 100

// Carry has a carrier carry the run and makes the checks. It returns the first error of a
// check, or the carrier's.
func (c *Checked[R, F]) Carry(ctx context.Context, carrier Carrier, run Run) error {
	c.ctx, c.stop = context.WithCancel(ctx)
	defer c.stop()
	c.changed.L = &c.Mutex
	c.pending, c.away, c.keys = map[*Check[R, F]]bool{}, map[string]*Check[R, F]{}, map[string]bool{}
	if c.Dismissed == nil {
		c.Dismissed = map[string]bool{}
	}
	run.Jobs, run.Accept, run.Needed, run.Checks = c.jobs, c.accept, c.isNeeded, c.Counts
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
	if c.Patience > 0 {
		working.Go(func() {
			for pause(c.ctx, c.Patience/8) == nil {
				wake()
			}
		})
	}
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
func (c *Checked[R, F]) Add(check Check[R, F]) {
	check.began = time.Now()
	c.pending[&check] = true
	c.here = append(c.here, &check)
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

// isNeeded reports whether another key is still to make a check.
func (c *Checked[R, F]) isNeeded(job string) bool {
	c.Lock()
	defer c.Unlock()
	return c.away[job] != nil
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
		if job, isOne := c.handOut(); isOne {
			return job, true
		}
		if job, more := c.Next(); more || c.IsOver() {
			return job, more
		}
		c.changed.Wait()
	}
	return job, false
}

// handOut returns a job by which another key makes a check, if one is to.
func (c *Checked[R, F]) handOut() (job Job, isOne bool) {
	if c.Patience == 0 && len(c.here) <= c.AtOnce || len(c.away) >= mostAway {
		return job, false
	}
	for i, check := range c.here {
		if payload := c.forOthers(check); payload != nil {
			c.here = slices.Delete(c.here, i, i+1)
			job = Job{ID: checkPrefix + rand.Text(), Payload: payload, Check: check.Key}
			c.away[job.ID] = check
			return job, true
		}
	}
	return job, false
}

// forOthers returns the payload of a job by which another key makes a check, or nil.
func (c *Checked[R, F]) forOthers(check *Check[R, F]) any {
	if check.Vouched != nil || !c.hasOther(check.Key) {
		return nil
	}
	return c.ForOthers(*check)
}

// hasOther reports whether another key has delivered results.
func (c *Checked[R, F]) hasOther(key string) bool {
	return len(c.keys) > 1 || len(c.keys) == 1 && !c.keys[key]
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
	case strings.HasPrefix(result.Job, checkPrefix):
		return c.acceptCheck(result)
	}
	if done, err = c.Accept(result); err == nil && !c.Dismissed[result.Key] {
		c.keys[result.Key] = true
	}
	return done, err
}

// acceptCheck takes what another key has found.
func (c *Checked[R, F]) acceptCheck(result Result) (done bool, err error) {
	check := c.away[result.Job]
	switch {
	case check == nil:
		return true, nil // it was taken back
	case check.Key == result.Key:
		return false, Refuse("the key cannot check its own %s", check.Name)
	}
	found, isSure, err := c.Read(*check, result.Payload)
	if err != nil {
		return false, err
	}
	delete(c.away, result.Job)
	if isSure {
		check.Voucher, check.Vouched = result.Key, &found
		check.isRepeated = c.Repeats != nil && c.Repeats()
	}
	c.here = slices.Insert(c.here, 0, check)
	return true, nil
}

// work makes one check after the other, until the run ends.
func (c *Checked[R, F]) work() {
	c.Lock()
	defer c.Unlock()
	for c.ctx.Err() == nil {
		check := c.take()
		if check == nil {
			c.changed.Wait()
			continue
		}
		now := *check
		c.Unlock()
		found, isSure, wrong, err := c.look(&now)
		c.Lock()
		switch {
		case c.ctx.Err() != nil:
		case err != nil:
			c.Fail(err)
		case !c.pending[check]: // its key was dismissed
		case check.Voucher != now.Voucher && !now.isRepeated: // the voucher was
			c.here = append(c.here, check)
		default:
			delete(c.pending, check)
			if isSure {
				c.judge(&now, found, wrong)
			}
		}
		c.changed.Broadcast()
	}
}

// take returns the next check that is to be made here, or nil.
func (c *Checked[R, F]) take() *Check[R, F] {
	for i, check := range c.here {
		if !c.isPatient(check) || c.forOthers(check) == nil {
			c.here = slices.Delete(c.here, i, i+1)
			return check
		}
	}
	for id, check := range c.away {
		if !c.isPatient(check) || !c.hasOther(check.Key) {
			delete(c.away, id)
			return check
		}
	}
	return nil
}

// isPatient reports whether this process leaves a check to others if they can make it.
func (c *Checked[R, F]) isPatient(check *Check[R, F]) bool {
	return time.Since(check.began) < c.Patience
}

// look makes a check. It takes what a voucher has found, unless that is to be repeated or speaks
// against the result: then somebody lies.
func (c *Checked[R, F]) look(check *Check[R, F]) (found F, isSure bool, wrong, err error) {
	if check.Vouched != nil && !check.isRepeated {
		found = *check.Vouched
		if wrong, err = c.Holds(c.ctx, *check, found); wrong == nil {
			return found, true, nil, err
		}
		check.isRepeated = true
	}
	if found, isSure, err = c.Again(c.ctx, *check); err == nil && isSure {
		wrong, err = c.Holds(c.ctx, *check, found)
	}
	return found, isSure, wrong, err
}

// judge ends a check, and dismisses the keys that lie.
func (c *Checked[R, F]) judge(check *Check[R, F], found F, wrong error) {
	voucher := check.Voucher
	if check.Vouched != nil && check.isRepeated {
		voucher = ""
		if !c.Same(*check.Vouched, found) {
			c.dismiss(check.Voucher, fmt.Sprintf("its check of %s of %s is false", check.Name, check.Key))
		}
	}
	if wrong != nil {
		c.dismiss(check.Key, wrong.Error())
		return
	}
	c.passed++
	if c.Passed != nil {
		c.Passed(*check, found, voucher)
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
	delete(c.keys, key)
	isOut := func(check *Check[R, F]) bool { return check.Key == key }
	c.here = slices.DeleteFunc(c.here, isOut)
	for id, check := range c.away {
		if isOut(check) {
			delete(c.away, id)
		}
	}
	for check := range c.pending {
		if isOut(check) {
			delete(c.pending, check)
		} else if check.Voucher == key { // it is checked as if the key had said nothing
			check.Voucher, check.Vouched, check.isRepeated = "", nil, false
		}
	}
	if err := c.Drop(key, reason); err != nil {
		c.Fail(err)
	}
}
