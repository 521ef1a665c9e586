package enginetest

import (
	"runtime/debug"
	"testing"
	"time"
)

// Allocations returns what testing.AllocsPerRun does, the least of three times, because anything
// else that allocates only adds to it.
func Allocations(runs int, work func()) float64 {
	return min(testing.AllocsPerRun(runs, work), testing.AllocsPerRun(runs, work), testing.AllocsPerRun(runs, work))
}

// HotPath is one of the engine's most frequent operations and its slow twin, which does
// the same work in the plainest way. Engine and Twin work on input i, below Inputs.
type HotPath struct {
	Name         string
	Engine, Twin func(i int)
	Inputs       int
}

// BenchmarkPaths runs NAME/engine and NAME/twin of each path as benchmarks of b, in rounds.
// The ratio of the two must not depend on what else the machine does:
//
//   - A run works on all inputs equally often. Some inputs cost many times more than
//     others, and a run of a fixed time would end at a later one on a faster machine.
//   - The paths take turns, in many short rounds. A machine that is slow for a second then
//     slows both a path and its twin, and both have faster runs in other rounds.
//   - The garbage collector rests during a run. How often it would interrupt a twin depends
//     on how much else is in memory.
func BenchmarkPaths(b *testing.B, paths ...HotPath) {
	const (
		fewest   = 25 // rounds
		shortest = 3 * time.Second
	)
	begin := time.Now()
	for round := 0; round < fewest || time.Since(begin) < shortest; round++ {
		for _, path := range paths {
			path.run(b, "engine", path.Engine)
			path.run(b, "twin", path.Twin)
		}
	}
}

// run benchmarks the work of a path on all its inputs.
func (h *HotPath) run(b *testing.B, kind string, work func(i int)) {
	b.Run(h.Name+"/"+kind, func(b *testing.B) {
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		b.ReportAllocs()
		for b.Loop() {
			for i := range h.Inputs {
				work(i)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*h.Inputs), "ns/op")
	})
}
