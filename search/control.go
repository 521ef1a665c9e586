package search

import (
	"sync/atomic"
	"time"
)

// control is what the threads of one search share: when to stop, and how much
// has been done.
type control struct {
	stopped   atomic.Bool
	nodes     atomic.Uint64 // of all threads, as far as they have counted them
	nodeLimit uint64        // 0: none
	start     time.Time
	deadline  atomic.Int64 // nanoseconds after start, 0: none
	// thinking is when time began to count, in nanoseconds after start: 0, or when
	// a ponder hit came; -1 while the search ponders.
	thinking atomic.Int64
}

// checkEvery is how much effort, in nodes of the usual cost, a thread spends before
// it looks at the clock and adds its nodes to the common count. At two microseconds a
// node the clock is never overstepped by a millisecond.
const checkEvery = 256

func (c *control) stop() { c.stopped.Store(true) }

// elapsed returns the time since the search began.
func (c *control) elapsed() time.Duration { return time.Since(c.start) }

// think lets the time count from now on and sets the deadline to a duration from
// now; 0 is never.
func (c *control) think(hard time.Duration) {
	now := int64(c.elapsed())
	if hard > 0 {
		c.deadline.Store(now + int64(hard))
	}
	c.thinking.Store(now)
}

// thought returns how long the search has thought with time counting, and
// whether time counts.
func (c *control) thought() (time.Duration, bool) {
	from := c.thinking.Load()
	return c.elapsed() - time.Duration(from), from >= 0
}

// overdue reports whether the deadline has passed.
func (c *control) overdue() bool {
	deadline := c.deadline.Load()
	return deadline != 0 && int64(c.elapsed()) >= deadline
}
