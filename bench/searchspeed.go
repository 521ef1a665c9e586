// Package bench measures: it searches a fixed set of positions and tells how fast
// that went and whether the search still does what it did. RESULTS.md beside this
// file is the history of all figures, and hotpaths_test.go has the benchmarks of
// single operations. The packages below this one are about engines as players:
// how strong they are, and whether they keep to the protocol.
package bench

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"time"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
)

// DefaultNodes is the limit for each position where no other is given.
const DefaultNodes = 50_000

// DefaultHashMiB is the size of the table where no other is given. It is small,
// so that the table is cleared quickly and still holds all nodes of a position.
const DefaultHashMiB = 16

// Config says what to search and how far.
type Config struct {
	Positions []record.Entry // nil: the set of Positions
	Limits    search.Limits  // for each position
	Threads   int            // at least 1
	HashMiB   int
	// Techniques are those of the search. Another set than the default one is an
	// experiment: the signature changes.
	Techniques search.Techniques
}

// DefaultConfig returns the bench whose signature is kept in signature.txt.
func DefaultConfig() Config {
	return Config{
		Limits: search.Limits{Nodes: DefaultNodes}, Threads: 1, HashMiB: DefaultHashMiB,
		Techniques: search.DefaultOptions().Techniques,
	}
}

// positions returns what is to be searched.
func (c *Config) positions() ([]record.Entry, error) {
	if c.Positions != nil {
		return c.Positions, nil
	}
	return Positions()
}

// Result is how the search of one position ended.
type Result struct {
	Name string // the position's id, else its number in the set, from 1
	Best engine.Move
	Info search.Info
}

// Summary is what the whole bench came to.
type Summary struct {
	Positions int
	Time      time.Duration // spent searching
	Nodes     uint64
	// Signature is a hash of what each search found and how, depth by depth:
	// nodes, score and principal variation. With one thread and a limit on nodes
	// or depth it is the same on every machine and for every size of the table
	// that is large enough, and a change that was to alter nothing alters nothing
	// of it.
	Signature uint64
}

// NodesPerSecond returns the speed.
func (s *Summary) NodesPerSecond() uint64 { return nodesPerSecond(s.Nodes, s.Time) }

func nodesPerSecond(nodes uint64, elapsed time.Duration) uint64 {
	return uint64(float64(nodes) / max(elapsed, time.Microsecond).Seconds())
}

// Run searches the positions one after the other, each with an empty table, and
// reports each result. It returns an error when a position cannot be had, when
// there is no memory for the table, and when ctx is cancelled.
func Run(ctx context.Context, config Config, report func(Result)) (Summary, error) {
	positions, err := config.positions()
	if err != nil {
		return Summary{}, err
	}
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return Summary{}, err
	}
	options := search.DefaultOptions()
	options.Threads, options.Techniques = config.Threads, config.Techniques
	var summary Summary
	signature := fnv.New64a()
	for i := range positions {
		searcher.Clear()
		var log iterations
		begin := time.Now()
		found := searcher.Search(ctx, &positions[i].Position, config.Limits, options, log.add)
		summary.Time += time.Since(begin)
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

// name returns what a position is called.
func name(entry *record.Entry, number int) string {
	if id, found := entry.Operation("id"); found && len(id.Operands) > 0 {
		return id.Operands[0]
	}
	return fmt.Sprint(number)
}

// iterations has the last exact report of each depth. What a search reports on
// the way there may depend on the clock.
type iterations struct{ done []search.Info }

func (it *iterations) add(info search.Info) {
	if info.Score.Bound != search.Exact {
		return
	}
	if last := len(it.done) - 1; last >= 0 && it.done[last].Depth == info.Depth {
		it.done[last] = info
		return
	}
	it.done = append(it.done, info)
}

// write adds the iterations to a signature.
func (it *iterations) write(signature hash.Hash64) {
	var bytes []byte
	for _, info := range it.done {
		bytes = binary.LittleEndian.AppendUint64(bytes[:0], info.Nodes)
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(info.Depth))
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(int32(info.Score.Centi)))
		for _, move := range info.PV {
			bytes = binary.LittleEndian.AppendUint16(bytes, uint16(move))
		}
		signature.Write(bytes)
	}
}
