package ordering

import "testing"

func TestATaskIsInProgressUntilItEnds(t *testing.T) {
	g := new(InProgress)
	first, second := g.Task(1, 300, 4, true), g.Task(2, 300, 4, true)
	if g.Has(first) {
		t.Error("a task is in progress before it began")
	}
	g.Begin(first)
	if !g.Has(first) || g.Has(second) {
		t.Errorf("of the tasks, one of which has begun: %t, %t", g.Has(first), g.Has(second))
	}
	g.Begin(second)
	g.End(second)
	if !g.Has(first) || g.Has(second) {
		t.Error("want the first in progress and the second not")
	}
	g.Begin(first)
	g.End(first)
	if g.Has(first) {
		t.Error("a task that has ended is in progress")
	}
}

func TestATaskThatNobodySharesIsNotInProgress(t *testing.T) {
	g, alone := new(InProgress), (*InProgress)(nil)
	for _, none := range []uint64{alone.Task(1, 300, 4, true), g.Task(1, 300, 4, false)} {
		g.Begin(none)
		alone.Begin(none)
		g.End(none)
		alone.End(none)
		if none != 0 || g.Has(none) || alone.Has(none) {
			t.Errorf("a task that nobody shares has the number %d", none)
		}
	}
}
