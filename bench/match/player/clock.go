package player

import "time"

// Clock is the clock of one side in a game. Its time control may set no time limit.
type Clock struct {
	Control TimeControl
	Left    time.Duration // until the next time control, if the control has a clock
	moves   int           // played since the last time control
}

// NewClock returns the clock of a time control at the start of a game.
func NewClock(control TimeControl) Clock { return Clock{Control: control, Left: control.Base} }

// Allowance returns the time allowed for the next move, and false if it is unlimited.
func (c *Clock) Allowance() (time.Duration, bool) {
	switch allowed := c.Control.MoveTime; {
	case !c.Control.HasClock():
		return allowed, allowed > 0
	case allowed > 0:
		return min(allowed, c.Left), true
	}
	return c.Left, true
}

// movesToGo returns the number of moves until the next time control, or 0 if there
// is none.
func (c *Clock) movesToGo() int {
	if c.Control.Moves == 0 {
		return 0
	}
	return c.Control.Moves - c.moves
}

// Spend takes the elapsed time of a move off the clock and adds the increment. It returns the time
// by which the move exceeded its allowance, or 0.
func (c *Clock) Spend(elapsed time.Duration) (overrun time.Duration) {
	if allowed, limited := c.Allowance(); limited {
		overrun = max(0, elapsed-allowed)
	}
	if !c.Control.HasClock() {
		return overrun
	}
	c.Left = max(0, c.Left-elapsed) + c.Control.Increment
	c.moves++
	if c.Control.Moves > 0 && c.moves == c.Control.Moves {
		c.moves = 0
		c.Left += c.Control.Base
	}
	return overrun
}
