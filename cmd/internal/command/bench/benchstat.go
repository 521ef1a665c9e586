package bench

import (
	"context"
	"fmt"
	"runtime"

	"cathedral/bench"
)

// runCount searches the positions several times and prints each run in the format of Go's
// benchmarks, which benchstat reads: an operation is the search of a position. It is
// golang.org/design/14313-benchmark-format. The last line is the signature of the last run.
func (o *options) runCount(ctx context.Context) error {
	name := "BenchmarkSearch"
	if o.config.Threads > 1 {
		name += fmt.Sprintf("-%d", o.config.Threads)
	}
	if _, err := fmt.Fprintf(o.Out, "goos: %s\ngoarch: %s\n", runtime.GOOS, runtime.GOARCH); err != nil {
		return err
	}
	var last bench.Summary
	for range o.count {
		var err error
		if last, err = bench.Run(ctx, o.config, func(bench.Result) {}); err != nil {
			return err
		}
		positions := float64(last.Positions)
		if _, err := fmt.Fprintf(o.Out, "%s %d %.0f ns/op %d nodes/s %.1f nodes/op\n",
			name, last.Positions, float64(last.Time.Nanoseconds())/positions, last.NodesPerSecond(), float64(last.Nodes)/positions); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(o.Out, "Signature: %016x\n", last.Signature)
	return err
}
