package bench_test

import (
	"context"
	"slices"
	"testing"

	"cathedral/bench"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

func TestThreadCountsDoubleUpToTheProcessors(t *testing.T) {
	for processors, want := range map[int][]int{0: {1}, 1: {1}, 2: {1, 2}, 6: {1, 2, 4, 6}, 8: {1, 2, 4, 8}} {
		if got := bench.ThreadCounts(processors); !slices.Equal(got, want) {
			t.Errorf("%d processors: %v, want %v", processors, got, want)
		}
	}
}

func TestScalingComparesEachCountWithTheFirst(t *testing.T) {
	positions, err := bench.Positions()
	enginetest.Must(t, err)
	config := small()
	config.Limits, config.Positions = search.Limits{Depth: 1}, positions[len(positions)-3:]
	done := 0
	scales, err := bench.Scaling(context.Background(), config, []int{1, 1, 2}, func(n int) { done = n })
	enginetest.Must(t, err)
	if done != 9 {
		t.Errorf("%d searches reported, want 9", done)
	}
	// One thread counts the same nodes each time.
	if len(scales) != 3 || scales[0].Nodes == 0 || scales[0].Nodes != scales[1].Nodes || scales[2].Threads != 2 {
		t.Errorf("scales %+v", scales)
	}
	if scales[0].Speed != 1 || scales[0].Faster != 1 || scales[2].Faster <= 0 {
		t.Errorf("against itself the first has speed %v and is %v times faster", scales[0].Speed, scales[0].Faster)
	}
}
