package player

import (
	"testing"
	"time"
)

func TestClockCountsDownAndUp(t *testing.T) {
	c := NewClock(TimeControl{Base: 10 * time.Second, Increment: time.Second})
	for _, step := range []struct{ spent, overrun, left time.Duration }{
		{3 * time.Second, 0, 8 * time.Second},
		{0, 0, 9 * time.Second},
		{9 * time.Second, 0, time.Second},
		{1500 * time.Millisecond, 500 * time.Millisecond, time.Second},
	} {
		if overrun := c.Spend(step.spent); overrun != step.overrun || c.Left != step.left {
			t.Errorf("after %s: overrun %s and %s left, want %s and %s", step.spent, overrun, c.Left, step.overrun, step.left)
		}
	}
}

func TestClockIsFilledUpAtTheTimeControl(t *testing.T) {
	c := NewClock(TimeControl{Moves: 2, Base: 10 * time.Second})
	if c.movesToGo() != 2 {
		t.Errorf("%d moves to go, want 2", c.movesToGo())
	}
	c.Spend(4 * time.Second)
	if c.movesToGo() != 1 || c.Left != 6*time.Second {
		t.Errorf("%d moves to go in %s, want 1 in 6 s", c.movesToGo(), c.Left)
	}
	c.Spend(5 * time.Second)
	if c.movesToGo() != 2 || c.Left != 11*time.Second {
		t.Errorf("%d moves to go in %s, want 2 in 11 s", c.movesToGo(), c.Left)
	}
}

func TestTheShorterLimitCounts(t *testing.T) {
	for _, test := range []struct {
		control TimeControl
		want    time.Duration
		limited bool
	}{
		{TimeControl{}, 0, false},
		{TimeControl{Nodes: 5}, 0, false},
		{TimeControl{MoveTime: time.Second}, time.Second, true},
		{TimeControl{Base: 5 * time.Second}, 5 * time.Second, true},
		{TimeControl{Base: 5 * time.Second, MoveTime: time.Second}, time.Second, true},
		{TimeControl{Base: time.Second, MoveTime: 5 * time.Second}, time.Second, true},
	} {
		c := NewClock(test.control)
		if got, limited := c.Allowance(); got != test.want || limited != test.limited {
			t.Errorf("%s allows %s, %t, want %s, %t", test.control, got, limited, test.want, test.limited)
		}
	}
}
