package match

import "time"

// clock is the clock of one side in a game. Its time control may set no time limit.
type clock struct {
	control TimeControl
	left    time.Duration // until the next time control, if the control has a clock
	moves   int           // played since the last time control
}

func newClock(control TimeControl) clock { return clock{control: control, left: control.Base} }

// allowance returns the time allowed for the next move, and false if it is unlimited.
func (c *clock) allowance() (time.Duration, bool) {
	switch allowed := c.control.MoveTime; {
	case !c.control.HasClock():
		return allowed, allowed > 0
	case allowed > 0:
		return min(allowed, c.left), true
	}
	return c.left, true
}

// movesToGo returns the number of moves until the next time control, or 0 if there
// is none.
func (c *clock) movesToGo() int {
	if c.control.Moves == 0 {
		return 0
	}
	return c.control.Moves - c.moves
}

// spend takes a move's time off the clock and adds the increment. It returns the time
// by which the move exceeded its allowance, or 0.
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
