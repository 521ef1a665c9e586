package serve

import (
	"context"
	"time"
)

// pace slows a stream of messages down to so many a second, after a burst of a
// second's worth. One goroutine uses it.
type pace struct {
	each  time.Duration // that a message takes
	burst time.Duration
	next  time.Time // when the messages so far will have taken their time
}

func newPace(perSecond int) *pace {
	return &pace{each: time.Second / time.Duration(perSecond), burst: time.Second}
}

// delay counts a message that came now, and returns how long it has to wait.
func (p *pace) delay(now time.Time) time.Duration {
	if earliest := now.Add(-p.burst); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.each)
	return max(0, p.next.Sub(now))
}

// wait counts a message, and waits as long as it has to. It returns ctx's error
// when that ends first.
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
