package search

import (
	"sync/atomic"
	"time"
)

// control is what the threads of one search share: when to stop, and how much
// has been done.
type control struct {
	stopped   atomic.Bool
	nodes     atomic.Uint64 // of all threads, as far as they have told
	nodeLimit uint64        // 0: none
	start     time.Time
	deadline  atomic.Int64 // nanoseconds after start, 0: none
}

// tellEvery is how many nodes a thread searches before it looks at the clock and
// adds its nodes to the common count. At a microsecond a node or so the clock is
// never overstepped by a millisecond.
const tellEvery = 256

func (c *control) stop() { c.stopped.Store(true) }

// elapsed returns the time since the search began.
func (c *control) elapsed() time.Duration { return time.Since(c.start) }

// setDeadline makes the search stop a duration after it began; 0 is never.
func (c *control) setDeadline(after time.Duration) { c.deadline.Store(int64(after)) }

// overdue reports whether the deadline has passed.
func (c *control) overdue() bool {
	deadline := c.deadline.Load()
	return deadline != 0 && int64(c.elapsed()) >= deadline
}
