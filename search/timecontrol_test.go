package search

import (
	"testing"
	"time"
)

const ms = time.Millisecond

func TestTheClockIsSharedAmongTheMovesThatNeedThought(t *testing.T) {
	for _, test := range []struct {
		name       string
		limits     Limits
		ply        int
		overhead   time.Duration
		soft, hard time.Duration
	}{
		{name: "no time limit", limits: Limits{Depth: 3}},
		{"nine moves share the clock at ply 1", Limits{Clock: &Clock{Remaining: 9000 * ms}}, 1, 0, 850 * ms, 2500 * ms},
		{"two moves late in the game, neither of which may take all the time", Limits{Clock: &Clock{Remaining: 1000 * ms}}, 25, 0, 400 * ms, 400 * ms},
		{"an overhead below 0 counts as none", Limits{Clock: &Clock{Remaining: 9000 * ms}}, 1, -100 * ms, 850 * ms, 2500 * ms},
		{"the overhead is kept back", Limits{Clock: &Clock{Remaining: 9100 * ms}}, 1, 100 * ms, 850 * ms, 2500 * ms},
		{"three quarters of the increment are used", Limits{Clock: &Clock{Remaining: 9000 * ms, Increment: 400 * ms}}, 1, 0, 1105 * ms, 3250 * ms},
		{"fewer moves to go", Limits{Clock: &Clock{Remaining: 9000 * ms, MovesToGo: 3}}, 1, 0, 2550 * ms, 3600 * ms},
		{"more moves to go than need thought", Limits{Clock: &Clock{Remaining: 9000 * ms, MovesToGo: 40}}, 1, 0, 850 * ms, 2500 * ms},
		{"the last move of a time control", Limits{Clock: &Clock{Remaining: 1000 * ms, MovesToGo: 1}}, 5, 0, 800 * ms, 800 * ms},
		{"no time left", Limits{Clock: &Clock{}}, 5, 10 * ms, 1, 1},
		{"less time left than the overhead", Limits{Clock: &Clock{Remaining: 5 * ms, Increment: ms}}, 5, 10 * ms, 1, 1},
		{"a time for the move", Limits{MoveTime: 100 * ms}, 5, 10 * ms, 90 * ms, 90 * ms},
		{"a time for the move that is too short for the overhead", Limits{MoveTime: 30 * ms}, 5, 10 * ms, 30 * ms, 30 * ms},
		{"a time for the move that is over", Limits{MoveTime: -1000 * ms}, 5, 10 * ms, 1, 1},
		{"a clock that has run out", Limits{Clock: &Clock{Remaining: -1000 * ms, Increment: -ms, MovesToGo: -1}}, 5, 10 * ms, 1, 1},
		{"the shorter of clock and time for the move", Limits{MoveTime: 1000 * ms, Clock: &Clock{Remaining: 9000 * ms}}, 1, 0, 850 * ms, 1000 * ms},
		{"the other way round", Limits{MoveTime: 100 * ms, Clock: &Clock{Remaining: 9000 * ms}}, 1, 0, 100 * ms, 100 * ms},
	} {
		got := newTimeControl(&test.limits, test.ply, test.overhead)
		if got.soft != test.soft || got.hard != test.hard {
			t.Errorf("%s: soft %v and hard %v, want %v and %v", test.name, got.soft, got.hard, test.soft, test.hard)
		}
	}
}

func TestAMoveNeverTakesMoreThanTheClockHas(t *testing.T) {
	for _, remaining := range []time.Duration{1, ms, 50 * ms, 10_000 * ms, 3600_000 * ms} {
		for ply := range 40 {
			for movesToGo := range 5 {
				limits := Limits{Clock: &Clock{Remaining: remaining, Increment: 20_000 * ms, MovesToGo: movesToGo}}
				got := newTimeControl(&limits, ply, 10*ms)
				if got.soft < 1 || got.hard < got.soft || got.hard > max(1, remaining) {
					t.Errorf("%v at ply %d, %d moves to go: soft %v, hard %v", remaining, ply, movesToGo, got.soft, got.hard)
				}
			}
		}
	}
}

func TestANewBestMoveGetsMoreTime(t *testing.T) {
	control := timeControl{soft: 1000 * ms, trust: 1}
	for _, test := range []struct {
		changed bool
		want    time.Duration
	}{{true, 1600 * ms}, {false, 1280 * ms}, {false, 1024 * ms}, {true, 1600 * ms}, {false, 1280 * ms}} {
		control.iterated(test.changed)
		if !control.spent(test.want+1) || control.spent(test.want-1) {
			t.Errorf("changed %t, trust %v: want it spent after %v", test.changed, control.trust, test.want)
		}
	}
	for range 20 {
		control.iterated(false)
	}
	if !control.spent(700*ms+1) || control.spent(700*ms-1) {
		t.Errorf("a move that stays best: trust %v", control.trust)
	}
}

func TestInfiniteAndSolvingSearchesIgnoreTheClock(t *testing.T) {
	for _, test := range []struct {
		limits Limits
		want   bool
	}{
		{Limits{Clock: &Clock{}}, true}, {Limits{Clock: &Clock{}, Infinite: true}, false},
		{Limits{Clock: &Clock{}, Solve: true}, false}, {Limits{MoveTime: 1}, false}, {Limits{}, false},
	} {
		d := iteration{worker: &worker{control: &control{start: time.Now().Add(-time.Hour)}}, limits: test.limits}
		d.times = newTimeControl(&d.limits, 5, 0)
		d.roots, d.proofs.iteration = make([]rootMove, 2), &d
		if got := d.enough(); got != test.want {
			t.Errorf("%+v: enough %t", test.limits, got)
		}
		d.worker.control.thinking.Store(-1) // the search ponders
		if d.enough() {
			t.Errorf("%+v: enough while it ponders", test.limits)
		}
	}
}
