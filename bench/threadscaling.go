package bench

import (
	"context"
	"math"
	"time"

	"cathedral/search"
)

// DefaultScalingDepth is the default depth, in plies, of the searches that compare
// thread counts.
const DefaultScalingDepth = 6

// ThreadCounts returns the powers of two below the number of processors, and that
// number.
func ThreadCounts(processors int) []int {
	var counts []int
	for threads := 1; threads < processors; threads *= 2 {
		counts = append(counts, threads)
	}
	return append(counts, max(1, processors))
}

// Scale is the speed of a search with a number of threads.
type Scale struct {
	Threads        int    `json:"threads"`
	Nodes          uint64 `json:"nodes"`
	Time           int64  `json:"time_ms"` // to reach the depth, summed over the positions
	NodesPerSecond uint64 `json:"nodes_per_second"`
	// Speed is the number of nodes per second, relative to the first thread count. A thread that
	// reaches the depth before the first one does repeats it from the table, and these nodes take
	// little time. So two threads on two processors can have a Speed of more than two.
	Speed float64 `json:"speed"`
	// Faster is the speedup to the depth over the first thread count: the geometric mean
	// over the positions.
	Faster float64 `json:"faster"`
}

// Scaling searches the positions to the same depth with each thread count and
// returns a Scale for each. It searches a position with all counts before it turns
// to the next one, so that other load on the machine affects all counts equally. The
// limits of config must end a search by depth. Scaling calls report with the number
// of finished searches. Its errors are those of Run.
func Scaling(ctx context.Context, config Config, counts []int, report func(done int)) ([]Scale, error) {
	positions, err := config.positions()
	if err != nil {
		return nil, err
	}
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return nil, err
	}
	scales, times := make([]Scale, len(counts)), make([]time.Duration, len(counts))
	logs := make([]float64, len(counts)) // sums of the logarithms of the speedups
	for done := range positions {
		var first time.Duration
		for i, threads := range counts {
			config.Threads = threads
			found, elapsed := config.search(ctx, searcher, &positions[done].Position, nil)
			elapsed = max(elapsed, time.Microsecond)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if i == 0 {
				first = elapsed
			}
			scales[i].Threads = threads
			scales[i].Nodes += found.Info.Nodes
			times[i] += elapsed
			logs[i] += math.Log(first.Seconds() / elapsed.Seconds())
			report(done*len(counts) + i + 1)
		}
	}
	for i := range scales {
		scales[i].Time, scales[i].NodesPerSecond = times[i].Milliseconds(), nodesPerSecond(scales[i].Nodes, times[i])
		scales[i].Speed = float64(scales[i].NodesPerSecond) / float64(max(1, scales[0].NodesPerSecond))
		scales[i].Faster = math.Exp(logs[i] / float64(len(positions)))
	}
	return scales, nil
}
