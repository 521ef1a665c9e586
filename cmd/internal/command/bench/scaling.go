package bench

import (
	"context"
	"fmt"

	"cathedral/bench"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
)

// scale is the speed with a number of threads, an element of the result of `cathedral bench
// --scaling`. The time is in milliseconds.
type scale struct {
	Threads        int     `json:"threads"`
	Nodes          uint64  `json:"nodes"`
	Time           int64   `json:"time_ms"`
	NodesPerSecond uint64  `json:"nodes_per_second"`
	Speed          float64 `json:"speed"`  // nodes per second, relative to one thread
	Faster         float64 `json:"faster"` // time of one thread to the depth, divided by this time
}

func (o *options) runScaling(ctx context.Context) error {
	counts := bench.ThreadCounts(o.config.Threads)
	if o.config.Positions == nil {
		var err error
		if o.config.Positions, err = bench.Positions(); err != nil {
			return err
		}
	}
	shown := o.NewProgress("searches", len(counts)*len(o.config.Positions))
	shown.Set(0)
	scales, err := bench.Scaling(ctx, o.config, counts, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	var rows []scale
	for i := range scales {
		s := &scales[i]
		rows = append(rows, scale{
			Threads: s.Threads, Nodes: s.Nodes, Time: s.Time.Milliseconds(), NodesPerSecond: s.NodesPerSecond(), Speed: s.Speed, Faster: s.Faster,
		})
	}
	if o.json {
		return command.WriteJSON(o.Out, rows)
	}
	fmt.Fprintf(o.Out, "%s to depth %d\n\n", wording.Count(len(o.config.Positions), "position"), o.config.Limits.Depth)
	fmt.Fprintf(o.Out, "%7s %12s %10s %13s %7s %8s\n", "threads", "nodes", "ms", "nodes/second", "speed", "faster")
	for _, s := range rows {
		fmt.Fprintf(o.Out, "%7d %12d %10d %13d %7.2f %8.2f\n", s.Threads, s.Nodes, s.Time, s.NodesPerSecond, s.Speed, s.Faster)
	}
	_, err = fmt.Fprintln(o.Out, "\nFaster: the time of one thread to the depth, divided by this time; the geometric mean over the positions.")
	return err
}
