package build

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"cathedral/bench"
	"cathedral/cmd/internal/identity"
	"cathedral/search"
)

// The bench that identifies a build has this many positions, with this many nodes each
// and a table that is large enough for them.
const (
	buildPositions = 100
	buildNodes     = 2_000
	buildHashMiB   = 2
)

// Measure returns the commit of this program with the signature of a short bench, and
// the speed of its search in nodes a second. Programs with the same text search in the same
// way. The speed is the mean of several searches at a time, because the cores of a busy
// machine are slower than one alone.
func Measure(ctx context.Context, searches int) (build string, nodesPerSecond uint64, err error) {
	positions, err := bench.Positions()
	if err != nil {
		return "", 0, err
	}
	config := bench.DefaultConfig()
	config.Positions = positions[:min(buildPositions, len(positions))]
	config.Limits, config.HashMiB = search.Limits{Nodes: buildNodes}, buildHashMiB
	summaries, faults := make([]bench.Summary, searches), make([]error, searches)
	var searching sync.WaitGroup
	for i := range summaries {
		searching.Go(func() { summaries[i], faults[i] = bench.Run(ctx, config, func(bench.Result) {}) })
	}
	searching.Wait()
	if err := errors.Join(faults...); err != nil {
		return "", 0, err
	}
	for i := range summaries {
		nodesPerSecond += summaries[i].NodesPerSecond() / uint64(searches)
	}
	commit := "no commit"
	if recorded := identity.Commit(); recorded != "" {
		commit = "commit " + recorded
	}
	return fmt.Sprintf("version %s, %s, signature %016x", identity.Version, commit, summaries[0].Signature), nodesPerSecond, nil
}
