package friends

import (
	"context"
	"slices"
	"sync"
	"time"
)

// dueTimes calls functions when they are due, one after another. One goroutine and one timer serve
// all, so that what waits costs only its memory.
type dueTimes struct {
	mutex   sync.Mutex
	waiting []*due // by time; to move some thousands costs microseconds
	changed chan struct{}
}

// due is something that is done at a time. It belongs to one dueTimes.
type due struct {
	// act must not block: what stores a game does so in a goroutine of its own. It may be called
	// just after it was cancelled or put off, so it looks whether there is still something to do.
	act func()
	at  time.Time
}

func newDueTimes() *dueTimes { return &dueTimes{changed: make(chan struct{}, 1)} }

// after has d called once after a time, in place of an earlier call that has not happened yet.
func (q *dueTimes) after(wait time.Duration, d *due) {
	q.cancel(d)
	q.mutex.Lock()
	defer q.mutex.Unlock()
	d.at = time.Now().Add(wait)
	i, _ := slices.BinarySearchFunc(q.waiting, d, func(a, b *due) int { return a.at.Compare(b.at) })
	q.waiting = slices.Insert(q.waiting, i, d)
	select {
	case q.changed <- struct{}{}:
	default:
	}
}

// cancel has d not called, if it has not been yet.
func (q *dueTimes) cancel(d *due) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if i := slices.Index(q.waiting, d); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
}

// run calls what is due until ctx ends.
func (q *dueTimes) run(ctx context.Context) {
	for ctx.Err() == nil {
		next, wait := q.next()
		if next != nil {
			next.act()
			continue
		}
		select {
		case <-time.After(wait):
		case <-q.changed:
		case <-ctx.Done():
		}
	}
}

// next removes and returns the first that is due, or returns the time until one may be.
func (q *dueTimes) next() (next *due, wait time.Duration) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.waiting) == 0 {
		return nil, time.Hour
	}
	if wait = time.Until(q.waiting[0].at); wait <= 0 {
		next = q.waiting[0]
		q.waiting = slices.Delete(q.waiting, 0, 1)
	}
	return next, wait
}
