// Package bench measures the search: its speed, what it answers, and whether it has changed. A signature
// stays the same as long as every search of a fixed set of positions does, on any machine. RESULTS.md has
// the latest figures.
//
// Speeds of different machines are not compared, only their ratios to slow twins. The packages
// below this one measure engines as players: their strength, and whether they follow the protocol.
//
// [Run] searches the fixed set, [Scaling] with more and more threads. [Ask] asks questions with known
// answers: the best move of a position, or its exact final margin. They are in suite.txt, found in
// games of the engine, and their answers are proven or from far deeper searches than a run of the suite
// has: SUITE.md describes the method. hotpaths_test.go has the benchmarks of single operations.
package bench

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// DefaultNodes is the default node limit for each position.
const DefaultNodes = 50_000

// DefaultHashMiB is the default size of the transposition table: small enough to
// clear quickly, large enough for all nodes of a position.
const DefaultHashMiB = 16

// Config holds the positions of a bench and the limits of their searches.
type Config struct {
	Positions []record.Entry // nil: the set of Positions
	Limits    search.Limits  // for each position
	Threads   int            // at least 1
	HashMiB   int
	// Techniques are those of the search. Another set than the default one is an
	// experiment: the signature changes.
	Techniques search.Techniques
	objective  search.Objective
}

// DefaultConfig returns the bench whose signature is kept in signature.txt.
func DefaultConfig() Config {
	return Config{
		Limits: search.Limits{Nodes: DefaultNodes}, Threads: 1, HashMiB: DefaultHashMiB,
		Techniques: search.DefaultOptions().Techniques,
	}
}

// positions returns the positions to search.
func (c *Config) positions() ([]record.Entry, error) {
	if c.Positions != nil {
		return c.Positions, nil
	}
	return Positions()
}

// Result is the result of the search of one position.
type Result struct {
	Name string // the position's id, or its number in the set, from 1
	Best engine.Move
	Info search.Info
}

// Summary holds the totals of a bench.
type Summary struct {
	Positions int
	Time      time.Duration // spent searching
	Nodes     uint64
	// Signature is a hash of the nodes, score and principal variation of each
	// search at each depth. With one thread and a limit on nodes or depth it is the
	// same on every machine and for every table that is large enough. A change that
	// should not affect the search must not change it.
	Signature uint64
}

// NodesPerSecond returns the speed of the search.
func (s *Summary) NodesPerSecond() uint64 { return nodesPerSecond(s.Nodes, s.Time) }

func nodesPerSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Microsecond).Seconds())
}

// Run searches the positions one after the other, each with an empty table, and
// reports each result. It returns an error if the positions cannot be read, if
// there is not enough memory for the table, or if ctx is cancelled.
func Run(ctx context.Context, config Config, report func(Result)) (Summary, error) {
	positions, err := config.positions()
	if err != nil {
		return Summary{}, err
	}
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return Summary{}, err
	}
	var summary Summary
	signature := fnv.New64a()
	for i := range positions {
		var log iterations
		found, elapsed := config.search(ctx, searcher, &positions[i].Position, log.add)
		summary.Time += elapsed
		if err := ctx.Err(); err != nil {
			return Summary{}, err
		}
		summary.Positions++
		summary.Nodes += found.Info.Nodes
		log.write(signature)
		report(Result{Name: name(&positions[i], i+1), Best: found.Best, Info: found.Info})
	}
	summary.Signature = signature.Sum64()
	return summary, nil
}

// search searches a position with an empty table, and returns the result and the time.
func (c *Config) search(ctx context.Context, searcher *search.Searcher, p *engine.Position, report func(search.Info)) (search.Result, time.Duration) {
	searcher.Clear()
	options := search.DefaultOptions()
	options.Threads, options.Techniques, options.Objective = c.Threads, c.Techniques, c.objective
	begin := time.Now()
	found := searcher.Search(ctx, p, c.Limits, options, report)
	return found, time.Since(begin)
}

// name returns the position's id, or its number if it has none.
func name(entry *record.Entry, number int) string {
	if id, found := entry.Operation("id"); found && len(id.Operands) > 0 {
		return id.Operands[0]
	}
	return fmt.Sprint(number)
}
