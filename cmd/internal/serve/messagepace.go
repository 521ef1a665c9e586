package serve

import (
	"context"
	"time"
)

// pace limits a stream of messages to a rate, after a burst of one second's
// worth. One goroutine uses it.
type pace struct {
	each  time.Duration // the time for one message
	burst time.Duration
	next  time.Time // when the time for all messages so far is over
}

func newPace(perSecond int) *pace {
	return &pace{each: time.Second / time.Duration(perSecond), burst: time.Second}
}

// delay counts a message that arrives now, and returns the time it must wait.
func (p *pace) delay(now time.Time) time.Duration {
	if earliest := now.Add(-p.burst); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.each)
	return max(0, p.next.Sub(now))
}

// wait counts a message and waits until it may be handled. If ctx ends first,
// wait returns its error.
func (p *pace) wait(ctx context.Context) error {
	delay := p.delay(time.Now())
	if delay == 0 {
		return nil
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
