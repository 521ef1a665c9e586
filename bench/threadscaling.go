package bench

import (
	"context"
	"math"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// DefaultScalingDepth is how deep positions are searched to see what more threads
// are worth, in plies, where nothing else is said.
const DefaultScalingDepth = 6

// ThreadCounts returns 1, 2, 4 and so on up to the number of processors, and that
// number.
func ThreadCounts(processors int) []int {
	var counts []int
	for threads := 1; threads < processors; threads *= 2 {
		counts = append(counts, threads)
	}
	return append(counts, max(1, processors))
}

// Scale is what so many threads are worth.
type Scale struct {
	Threads int
	Nodes   uint64
	Time    time.Duration // to the depth, all positions together
	// Speed is the ratio of the nodes a second to those of the first count of threads.
	Speed float64
	// Faster is how many times sooner the depth is reached than with the first count:
	// the geometric mean over the positions, each of which counts the same.
	Faster float64
}

// NodesPerSecond returns the speed.
func (s *Scale) NodesPerSecond() uint64 { return nodesPerSecond(s.Nodes, s.Time) }

// Scaling searches positions to the same depth with each count of threads, and
// returns what each is worth. A position is searched with all counts before the
// next one, so that what else the machine does meets all alike. The limits of
// config have to end a search by its depth. report says how many searches were
// made. Errors are those of Run.
func Scaling(ctx context.Context, config Config, counts []int, report func(done int)) ([]Scale, error) {
	positions, err := config.positions()
	if err != nil {
		return nil, err
	}
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return nil, err
	}
	scales := make([]Scale, len(counts))
	logs := make([]float64, len(counts)) // sums of the logarithms of how much sooner
	for done := range positions {
		var first time.Duration
		for i, threads := range counts {
			config.Threads = threads
			nodes, elapsed := timeSearch(ctx, searcher, &positions[done].Position, &config)
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if i == 0 {
				first = elapsed
			}
			scales[i].Threads = threads
			scales[i].Nodes += nodes
			scales[i].Time += elapsed
			logs[i] += math.Log(first.Seconds() / elapsed.Seconds())
			report(done*len(counts) + i + 1)
		}
	}
	for i := range scales {
		scales[i].Speed = float64(scales[i].NodesPerSecond()) / float64(max(1, scales[0].NodesPerSecond()))
		scales[i].Faster = math.Exp(logs[i] / float64(len(positions)))
	}
	return scales, nil
}

// timeSearch searches a position with an empty table and returns what it took.
func timeSearch(ctx context.Context, searcher *search.Searcher, p *engine.Position, config *Config) (nodes uint64, elapsed time.Duration) {
	searcher.Clear()
	options := search.DefaultOptions()
	options.Threads, options.Techniques = config.Threads, config.Techniques
	begin := time.Now()
	found := searcher.Search(ctx, p, config.Limits, options, func(search.Info) {})
	return found.Info.Nodes, max(time.Since(begin), time.Microsecond)
}
