package protocol

import (
	"sync"
	"time"
)

// AwakeClock is a clock that stands still while this process oversleeps, because it was stopped,
// or the machine was busy or suspended. A goroutine wakes every few milliseconds, and what lies
// between two awakenings beyond the tolerance passes no time. A clock that does not run counts all
// time, and so does nil. It is safe for concurrent use.
type AwakeClock struct {
	tolerance time.Duration
	sleep     func(time.Duration)
	mutex     sync.Mutex
	users     int           // calls of Run that have not ended
	watched   bool          // the goroutine runs
	woke      time.Time     // when it last woke, or the number of users changed
	overslept time.Duration // until then
}

// wakeInterval is how long the goroutine of an AwakeClock sleeps.
const wakeInterval = 3 * time.Millisecond

// NewAwakeClock returns a clock. The tolerance must be longer than an idle machine lets the goroutine
// sleep. sleep is time.Sleep, or that of a test.
func NewAwakeClock(tolerance time.Duration, sleep func(time.Duration)) *AwakeClock {
	return &AwakeClock{tolerance: tolerance, sleep: sleep}
}

// Run has the clock notice what is overslept until the caller calls end, once.
func (c *AwakeClock) Run() (end func()) {
	c.wake(1)
	return func() { c.wake(-1) }
}

// wake notes what has been overslept until now, and that there are more users. It reports whether
// there are any.
func (c *AwakeClock) wake(more int) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.woke, c.overslept = c.read()
	c.users += more
	if more > 0 && !c.watched {
		go func() {
			for c.sleep(wakeInterval); c.wake(0); c.sleep(wakeInterval) {
			}
		}()
	}
	c.watched = c.users > 0 || more < 0 // then the goroutine still has to wake
	return c.users > 0
}

// read returns the time and what has been overslept until then. The mutex must be held.
func (c *AwakeClock) read() (now time.Time, overslept time.Duration) {
	now, overslept = time.Now(), c.overslept
	if c.users > 0 {
		overslept += max(0, now.Sub(c.woke)-c.tolerance)
	}
	return now, overslept
}

// Now returns the time of the clock, which is never later than time.Now.
func (c *AwakeClock) Now() time.Time {
	if c == nil {
		return time.Now()
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now, overslept := c.read()
	return now.Add(-overslept)
}
