package search

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
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
		{"eight moves share the clock at ply 1", Limits{Clock: &Clock{Remaining: 8000 * ms}}, 1, 0, 920 * ms, 2760 * ms},
		{"a move late in the game, which may not take all the time", Limits{Clock: &Clock{Remaining: 1000 * ms}}, 25, 0, 460 * ms, 460 * ms},
		{"an overhead below 0 counts as none", Limits{Clock: &Clock{Remaining: 8000 * ms}}, 1, -100 * ms, 920 * ms, 2760 * ms},
		{"the overhead is kept back", Limits{Clock: &Clock{Remaining: 8100 * ms}}, 1, 100 * ms, 920 * ms, 2760 * ms},
		{"seven tenths of the increment are used", Limits{Clock: &Clock{Remaining: 8000 * ms, Increment: 1000 * ms}}, 1, 0, 1564 * ms, 3680 * ms},
		{"fewer moves to go", Limits{Clock: &Clock{Remaining: 9000 * ms, MovesToGo: 3}}, 1, 0, 2760 * ms, 4140 * ms},
		{"more moves to go than need thought", Limits{Clock: &Clock{Remaining: 8000 * ms, MovesToGo: 40}}, 1, 0, 920 * ms, 2760 * ms},
		{"the last move of a time control", Limits{Clock: &Clock{Remaining: 1000 * ms, MovesToGo: 1}}, 5, 0, 800 * ms, 800 * ms},
		{"no time left", Limits{Clock: &Clock{}}, 5, 10 * ms, 1, 1},
		{"less time left than the overhead", Limits{Clock: &Clock{Remaining: 5 * ms, Increment: ms}}, 5, 10 * ms, 1, 1},
		{"a time for the move", Limits{MoveTime: 100 * ms}, 5, 10 * ms, 90 * ms, 90 * ms},
		{"a time for the move that is too short for the overhead", Limits{MoveTime: 40 * ms}, 5, 100 * ms, 10 * ms, 10 * ms},
		{"the longest time for a move", Limits{MoveTime: 1<<63 - 1}, 5, 0, 1<<63 - 1, 1<<63 - 1},
		{"a time for the move that is over", Limits{MoveTime: -1000 * ms}, 5, 10 * ms, 1, 1},
		{"a clock that has run out", Limits{Clock: &Clock{Remaining: -1000 * ms, Increment: -ms, MovesToGo: -1}}, 5, 10 * ms, 1, 1},
		{"the shorter of clock and time for the move", Limits{MoveTime: 1000 * ms, Clock: &Clock{Remaining: 8000 * ms}}, 1, 0, 920 * ms, 1000 * ms},
		{"the other way round", Limits{MoveTime: 100 * ms, Clock: &Clock{Remaining: 9000 * ms}}, 1, 0, 100 * ms, 100 * ms},
	} {
		options := DefaultOptions()
		options.MoveOverhead = test.overhead
		got := newTimeControl(&test.limits, test.ply, &options)
		if got.soft != test.soft || got.hard != test.hard {
			t.Errorf("%s: soft %v and hard %v, want %v and %v", test.name, got.soft, got.hard, test.soft, test.hard)
		}
	}
}

// No setting of the numbers lets a move use up the time that is kept back.
func TestAMoveNeverTakesMoreThanTheClockHas(t *testing.T) {
	extreme, overhead := DefaultOptions(), 10*ms
	for _, number := range extreme.Techniques.All() {
		enginetest.Must(t, extreme.Techniques.Set(number.Name, strconv.Itoa(maxTechnique)))
	}
	least := Options{Techniques: Techniques{ClockUse: 1}, MoveOverhead: overhead}
	for i, options := range []Options{DefaultOptions(), extreme, least} {
		for _, remaining := range []time.Duration{1, ms, 50 * ms, 10_000 * ms, 3600_000 * ms} {
			for ply := range 40 {
				for movesToGo := range 5 {
					limits := Limits{Clock: &Clock{Remaining: remaining, Increment: 20_000 * ms, MovesToGo: movesToGo}}
					got := newTimeControl(&limits, ply, &options)
					if got.soft < 1 || got.hard < 1 || got.hard < got.soft && i == 0 || max(got.soft, got.hard) > max(1, remaining-overhead) {
						t.Errorf("%v at ply %d, %d moves to go: soft %v, hard %v", remaining, ply, movesToGo, got.soft, got.hard)
					}
				}
			}
		}
	}
}

func TestALargerOverheadNeverGivesMoreTime(t *testing.T) {
	for _, whole := range []time.Duration{1, ms, 40 * ms, 160 * ms, 300 * ms, 10_000 * ms} {
		for _, limits := range []Limits{
			{MoveTime: whole},
			{Clock: &Clock{Remaining: whole}},
			{Clock: &Clock{Remaining: whole, Increment: 20 * ms, MovesToGo: 1}},
			{MoveTime: whole, Clock: &Clock{Remaining: 2 * whole, Increment: 100 * ms}},
		} {
			options := DefaultOptions()
			options.MoveOverhead = 0
			last := newTimeControl(&limits, 1, &options)
			for overhead := ms; overhead <= 10_000*ms; overhead += overhead/4 + 1 {
				options.MoveOverhead = overhead
				got := newTimeControl(&limits, 1, &options)
				if got.soft > last.soft || got.hard > last.hard {
					t.Errorf("%+v, overhead %v: soft %v and hard %v after %v and %v", limits, overhead, got.soft, got.hard, last.soft, last.hard)
				}
				last = got
			}
		}
	}
}

// Each number of the clock changes the times of some move.
func TestEachNumberOfTheClockCounts(t *testing.T) {
	times := func(techniques Techniques) (all [][2]time.Duration) {
		options := Options{Techniques: techniques}
		for _, clock := range []Clock{{Remaining: 9000 * ms, Increment: 400 * ms}, {Remaining: 9000 * ms, MovesToGo: 1}} {
			for _, ply := range []int{1, 25} {
				control := newTimeControl(&Limits{Clock: &clock}, ply, &options)
				for iteration := range 10 {
					all = append(all, [2]time.Duration{part(control.soft, control.doubt), control.hard})
					control.iterated(iteration == 0)
				}
			}
		}
		return all
	}
	want, clocked := times(defaultTechniques()), 0
	defaults := defaultTechniques()
	for _, number := range defaults.All() {
		techniques := defaultTechniques()
		enginetest.Must(t, techniques.Set(number.Name, strconv.Itoa(number.Value+2)))
		changed := !slices.Equal(times(techniques), want)
		if changed != (number.Clock || number.Name == "LastMoveUse") {
			t.Errorf("%s changes the times: %t, is a number of the clock: %t", number.Name, changed, number.Clock)
		}
		if number.Clock {
			clocked++
		}
	}
	if clocked == 0 {
		t.Error("no number is one of the clock")
	}
	if !slices.Equal(times(Techniques{}), want) {
		t.Error("without techniques the clock is not divided as by default")
	}
}

func TestANewBestMoveGetsMoreTime(t *testing.T) {
	techniques := defaultTechniques()
	control := timeControl{numbers: &techniques, soft: 1000 * ms, doubt: 1}
	for _, test := range []struct {
		changed bool
		want    time.Duration
	}{{true, 1550 * ms}, {false, 1317_500 * time.Microsecond}, {false, 1119_875 * time.Microsecond}, {true, 1550 * ms}, {false, 1317_500 * time.Microsecond}} {
		control.iterated(test.changed)
		if !control.spent(test.want+1) || control.spent(test.want-1) {
			t.Errorf("changed %t, doubt %v: want it spent after %v", test.changed, control.doubt, test.want)
		}
	}
	for range 20 {
		control.iterated(false)
	}
	if !control.spent(770*ms+1) || control.spent(770*ms-1) {
		t.Errorf("a move that stays best: doubt %v", control.doubt)
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
		d := newIteration(&rootSearch{
			worker: &worker{control: &control{start: time.Now().Add(-time.Hour)}},
			limits: test.limits, roots: make([]rootMove, 2),
		}, nil)
		d.times = newTimeControl(&d.limits, 5, &d.options)
		if got := d.enough(); got != test.want {
			t.Errorf("%+v: enough %t", test.limits, got)
		}
		d.worker.control.thinking.Store(-1) // the search ponders
		if d.enough() {
			t.Errorf("%+v: enough while it ponders", test.limits)
		}
	}
}

func TestASearchWhoseTimeIsOverEndsAtOnce(t *testing.T) {
	position := engine.Start(engine.Rules{})
	for _, limits := range []Limits{
		{MoveTime: -time.Hour}, {Clock: &Clock{Remaining: -time.Hour, Increment: -time.Hour, MovesToGo: -1}}, {Depth: -1},
	} {
		var searcher Searcher
		result := searcher.Search(t.Context(), &position, limits, DefaultOptions(), nil)
		if !position.IsLegal(result.Best) || result.Info.Depth > 1 || result.Info.Nodes > 10_000 {
			t.Errorf("%+v: %s at depth %d after %d nodes", limits, result.Best, result.Info.Depth, result.Info.Nodes)
		}
	}
}
