package main

import (
	"context"
	"fmt"

	"cathedral/bench"
)

// scaleObject is an element of the output of `cathedral bench --scaling
// --json`.
type scaleObject struct {
	Threads        int     `json:"threads"`
	Nodes          uint64  `json:"nodes"`
	Time           int64   `json:"time_ms"`
	NodesPerSecond uint64  `json:"nodes_per_second"`
	Speed          float64 `json:"speed"`  // nodes per second, relative to one thread
	Faster         float64 `json:"faster"` // time of one thread to the depth, divided by this time
}

func runBenchScaling(ctx context.Context, options *benchOptions) error {
	counts := bench.ThreadCounts(options.config.Threads)
	if options.config.Positions == nil {
		var err error
		if options.config.Positions, err = bench.Positions(); err != nil {
			return err
		}
	}
	shown := options.newProgress("searches", int64(len(counts)*len(options.config.Positions)))
	shown.set(0)
	scales, err := bench.Scaling(ctx, options.config, counts, func(done int) { shown.set(int64(done)) })
	shown.end()
	if err != nil {
		return err
	}
	if options.json {
		var objects []scaleObject
		for i := range scales {
			s := &scales[i]
			objects = append(objects, scaleObject{s.Threads, s.Nodes, s.Time.Milliseconds(), s.NodesPerSecond(), s.Speed, s.Faster})
		}
		return writeJSON(options.out, objects)
	}
	fmt.Fprintf(options.out, "%d positions to depth %d\n\n", len(options.config.Positions), options.config.Limits.Depth)
	fmt.Fprintf(options.out, "%7s %12s %10s %13s %7s %8s\n", "threads", "nodes", "ms", "nodes/second", "ratio", "sooner")
	for i := range scales {
		s := &scales[i]
		fmt.Fprintf(options.out, "%7d %12d %10d %13d %7.2f %8.2f\n", s.Threads, s.Nodes, s.Time.Milliseconds(), s.NodesPerSecond(), s.Speed, s.Faster)
	}
	_, err = fmt.Fprintln(options.out, "\nSooner: the time of one thread to the depth, divided by this time; the geometric mean over the positions.")
	return err
}
