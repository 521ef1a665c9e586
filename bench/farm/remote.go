package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Remote is a carrier that takes jobs to the workers of a NATS server.
type Remote struct {
	Connection *nats.Conn // by Connect or Server.Connect
	// Notice is called with remarks about workers and the server, possibly several at a time.
	Notice func(text string)
	// Patience is the time after which a worker that says nothing is gone, and its job is
	// given to another. Workers say three times as often that they are working.
	Patience time.Duration
	// Names are those that the operator has given to keys. A key without one has the name
	// that its worker gives itself.
	Names map[string]string
}

const (
	// mostOffered is the number of jobs that a run offers before they are done. It bounds
	// the number of workers that can be busy.
	mostOffered = 10_000
	// demandPause is the time between two looks for workers who want a job, or for room for one.
	demandPause = 5 * time.Millisecond
)

// carriage is a run in progress.
type carriage struct {
	*desk
	run      Run
	notice   func(text string)
	verified chan verification
}

// verification is a result that was verified.
type verification struct {
	*arrival
	fault error
}

// Carry implements Carrier. When the run ends, its jobs are withdrawn and workers stop. After an error
// they keep the results that the run has not accepted, so that it can be continued.
func (r *Remote) Carry(ctx context.Context, run Run) error {
	needs, err := json.Marshal(run.Needs)
	if err != nil {
		return err
	}
	announced := announcement{Run: run.ID, Kind: run.Kind, Needs: needs, Patience: r.Patience}
	c := &carriage{desk: newDesk(r.Connection, announced, r.Names), run: run, notice: r.Notice, verified: make(chan verification)}
	shut, err := c.open()
	defer shut()
	if err != nil {
		return err
	}
	word := ""
	if err = c.exchange(ctx); err == nil || errors.Is(err, ErrEnough) {
		word, err = endedWord, nil
	}
	shut() // so that workers that look find no run
	_ = r.Connection.Publish(stopSubject+run.ID, []byte(word))
	flush(r.Connection, 5*time.Second)
	return err
}

// exchange offers the jobs and accepts the results until all jobs are done.
func (c *carriage) exchange(ctx context.Context) error {
	var beside sync.WaitGroup // of the run's Accept, which may take its time
	defer beside.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	offered := make(chan error, 1)
	go func() { offered <- c.offerAll(ctx) }() // it may wait for a result when the run ends
	beside.Go(func() { c.reviewAll(ctx) })
	beside.Go(func() { answer(ctx, c.looked, c.tellState) })
	all, verifying := false, 0
	for open := 1; !all || open > 0; open, _ = c.count() {
		whole := c.inbox.whole
		if verifying >= max(1, c.run.AtOnce) {
			whole = nil // until one of them is verified
		}
		var err error
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case err = <-offered:
			all = true
		case a := <-whole:
			switch {
			case !c.wants(a):
			case c.run.Verify == nil:
				err = c.accept(a, nil)
			default:
				verifying++
				beside.Go(func() { c.verify(ctx, a) })
			}
		case v := <-c.verified:
			verifying--
			err = c.accept(v.arrival, v.fault)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// offerAll offers all jobs in their order, as far as there is room for them.
func (c *carriage) offerAll(ctx context.Context) error {
	for job := range c.run.Jobs {
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			return err
		}
		if len(payload) > largestPayload {
			return fmt.Errorf("job %s has %d bytes; the maximum is %d", job.ID, len(payload), largestPayload)
		}
		for open, _ := c.count(); open >= mostOffered; open, _ = c.count() {
			if err := pause(ctx, demandPause); err != nil {
				return err
			}
		}
		c.offer(job.ID, payload)
		for _, fresh := c.count(); c.run.OnDemand && fresh > 0; _, fresh = c.count() {
			if err := pause(ctx, demandPause); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// verify has the run verify a result.
func (c *carriage) verify(ctx context.Context, a *arrival) {
	v := verification{arrival: a}
	a.Verified, v.fault = c.run.Verify(ctx, a.Result)
	select {
	case c.verified <- v:
	case <-ctx.Done():
	}
}

// accept hands a result to the run, unless it was refused already.
func (c *carriage) accept(a *arrival, refused error) error {
	done, err := false, refused
	if err == nil {
		done, err = c.run.Accept(a.Result)
	}
	if err != nil && !errors.As(err, new(*RefusedError)) {
		return err
	}
	c.conclude(a, done, err)
	return nil
}

// reviewAll looks regularly for silent workers, until ctx ends.
func (c *carriage) reviewAll(ctx context.Context) {
	looks := time.NewTicker(max(c.desk.run.Patience/4, 20*time.Millisecond))
	defer looks.Stop()
	for ctx.Err() == nil {
		select {
		case now := <-looks.C:
			c.review(now)
			if reason := c.explainSilence(now); reason != "" {
				c.notice(reason)
			}
		case <-ctx.Done():
		}
		for _, text := range c.takeRemarks() {
			c.notice(text)
		}
	}
}
