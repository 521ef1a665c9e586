package friends

import (
	"container/heap"
	"context"
	"sync"
	"time"
)

// dueTimes calls functions when they are due, one after another. One goroutine and one timer serve
// all, so that what waits costs only its memory.
type dueTimes struct {
	mutex   sync.Mutex
	waiting dueHeap
	sooner  chan struct{} // gets a value when another one is the first
	end     func()
}

// due is something that is done at a time. It belongs to one dueTimes.
type due struct {
	// act must not block: what stores a game does so in a goroutine of its own. It may be called
	// just after it was cancelled or put off, so it looks whether there is still something to do.
	act   func()
	at    time.Time
	place int // in the heap, from 1; 0: it does not wait
}

// newDueTimes returns an empty queue. The caller must call end, after which nothing is called any more,
// except perhaps for a function that is just being called.
func newDueTimes() *dueTimes {
	ctx, end := context.WithCancel(context.Background())
	q := &dueTimes{sooner: make(chan struct{}, 1), end: end}
	go q.run(ctx)
	return q
}

// after has d called once after a time, in place of an earlier call that has not happened yet.
func (q *dueTimes) after(wait time.Duration, d *due) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.remove(d)
	d.at = time.Now().Add(wait)
	heap.Push(&q.waiting, d)
	if d.place == 1 {
		select {
		case q.sooner <- struct{}{}:
		default:
		}
	}
}

// cancel has d not called, if it has not been yet.
func (q *dueTimes) cancel(d *due) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.remove(d)
}

func (q *dueTimes) remove(d *due) {
	if d.place > 0 {
		heap.Remove(&q.waiting, d.place-1)
	}
}

func (q *dueTimes) run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-q.sooner:
		case <-ctx.Done():
			return
		}
		next, wait := q.next()
		for ; next != nil && ctx.Err() == nil; next, wait = q.next() {
			next.act()
		}
		timer.Reset(wait)
	}
}

// next removes and returns the first that is due, or returns the time until one is.
func (q *dueTimes) next() (*due, time.Duration) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.waiting) == 0 {
		return nil, time.Hour // or sooner
	}
	if wait := time.Until(q.waiting[0].at); wait > 0 {
		return nil, wait
	}
	return heap.Pop(&q.waiting).(*due), 0
}

// dueHeap implements heap.Interface by time.
type dueHeap []*due

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].at.Before(h[j].at) }

func (h dueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i+1, j+1
}

func (h *dueHeap) Push(d any) {
	*h = append(*h, d.(*due))
	d.(*due).place = len(*h)
}

func (h *dueHeap) Pop() any {
	last := len(*h) - 1
	d := (*h)[last]
	(*h)[last], d.place = nil, 0
	*h = (*h)[:last]
	return d
}
