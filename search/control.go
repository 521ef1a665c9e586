package search

import (
	"sync/atomic"
	"time"
)

// control is the state that the threads of one search share: when to stop, and how
// much work is done.
type control struct {
	stopped   atomic.Bool
	decided   atomic.Bool   // it is proven who wins: from now on the margin counts
	nodes     atomic.Uint64 // of all threads, up to the last check of each
	nodeLimit uint64        // 0: none
	start     time.Time
	deadline  atomic.Int64 // nanoseconds after start, 0: none
	// thinking is the moment from which time counts, in nanoseconds after start: 0,
	// or the ponder hit; -1 while the search ponders.
	thinking atomic.Int64
	yield    func() // called at each check of the limits; nil: nothing
}

// checkEvery is the effort, in nodes of the usual cost, that a thread spends between
// two checks of the limits. At two microseconds a node, no search overruns its time
// by a millisecond.
const checkEvery = 256

func (c *control) stop() { c.stopped.Store(true) }

// elapsed returns the time since the search began.
func (c *control) elapsed() time.Duration { return time.Since(c.start) }

// think lets time count from now on. If hard is not 0, it sets the deadline to hard
// from now.
func (c *control) think(hard time.Duration) {
	now := int64(c.elapsed())
	if hard > 0 {
		c.deadline.Store(now + int64(hard))
	}
	c.thinking.Store(now)
}

// thought returns how long the search has thought since time began to count, and
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
