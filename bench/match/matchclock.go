package match

import "time"

// clock is the clock of one side in a game. A side without a clock and without a
// time for each move has all the time there is.
type clock struct {
	control TimeControl
	left    time.Duration // until the next time control; only with a clock
	moves   int           // played since the last time control
}

func newClock(control TimeControl) clock { return clock{control: control, left: control.Base} }

// allowance returns how long the next move may take, and false where nothing
// limits it.
func (c *clock) allowance() (time.Duration, bool) {
	switch allowed := c.control.MoveTime; {
	case !c.control.HasClock():
		return allowed, allowed > 0
	case allowed > 0:
		return min(allowed, c.left), true
	}
	return c.left, true
}

// movesToGo returns the number of moves until the next time control, 0 where
// there is none.
func (c *clock) movesToGo() int {
	if c.control.Moves == 0 {
		return 0
	}
	return c.control.Moves - c.moves
}

// spend takes a move's time off the clock and adds what the move earns. It
// returns by how much the move took too long, 0 where it did not.
func (c *clock) spend(elapsed time.Duration) (overrun time.Duration) {
	if allowed, limited := c.allowance(); limited {
		overrun = max(0, elapsed-allowed)
	}
	if !c.control.HasClock() {
		return overrun
	}
	c.left = max(0, c.left-elapsed) + c.control.Increment
	c.moves++
	if c.control.Moves > 0 && c.moves == c.control.Moves {
		c.moves = 0
		c.left += c.control.Base
	}
	return overrun
}
