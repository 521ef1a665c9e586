package bench

import (
	"context"
	"fmt"

	"cathedral/bench"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
)

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
	if o.json {
		return command.WriteJSON(o.Out, scales)
	}
	fmt.Fprintf(o.Out, "%s to depth %d\n\n", wording.Count(len(o.config.Positions), "position"), o.config.Limits.Depth)
	fmt.Fprintf(o.Out, "%7s %12s %10s %13s %7s %8s\n", "threads", "nodes", "ms", "nodes/second", "speed", "faster")
	for _, s := range scales {
		fmt.Fprintf(o.Out, "%7d %12d %10d %13d %7.2f %8.2f\n", s.Threads, s.Nodes, s.Time, s.NodesPerSecond, s.Speed, s.Faster)
	}
	_, err = fmt.Fprintln(o.Out, "\nFaster: the time of one thread to the depth, divided by this time; the geometric mean over the positions."+
		"\nSpeed: nodes a second beside one thread. A thread that reaches the depth before the first one repeats it from the table, by cheap nodes.")
	return err
}
