package transposition

import (
	"fmt"
	"sync"
	"testing"
)

// BenchmarkHotPaths stores and probes at unpredictable places of a table that fits into
// the caches. The twin is a map with a lock.
func BenchmarkHotPaths(b *testing.B) { benchmarkTable(b, "Table", 1, 1) }

// BenchmarkTable does the same in a table that does not fit, and in two goroutines. The
// figure is the time that a goroutine needs for one probe and one store.
func BenchmarkTable(b *testing.B) {
	for _, mebibytes := range []int{1, 256} {
		for _, goroutines := range []int{1, 2} {
			benchmarkTable(b, fmt.Sprintf("%dMiB/%d", mebibytes, goroutines), mebibytes, goroutines)
		}
	}
}

func benchmarkTable(b *testing.B, name string, mebibytes, goroutines int) {
	table, keys := newTable(b, mebibytes), randomKeys(mebibytes<<20/slotBytes/2)
	b.Run(name+"/engine", func(b *testing.B) {
		share(b, goroutines, keys, func(key uint64) {
			known, _ := table.Probe(key)
			table.Store(key, Entry{known.Move, 1, 3, Exact})
		})
	})
	var lock sync.Mutex
	twin := make(map[uint64]Entry, len(keys))
	b.Run(name+"/twin", func(b *testing.B) {
		share(b, goroutines, keys, func(key uint64) {
			lock.Lock()
			twin[key] = Entry{twin[key].Move, 1, 3, Exact}
			lock.Unlock()
		})
	})
}

// share gives each goroutine b.N keys to work on.
func share(b *testing.B, goroutines int, keys []uint64, work func(key uint64)) {
	b.ReportAllocs()
	var workers sync.WaitGroup
	for g := range goroutines {
		workers.Go(func() {
			at := g * len(keys) / goroutines
			for range b.N {
				if at == len(keys) {
					at = 0
				}
				work(keys[at])
				at++
			}
		})
	}
	workers.Wait()
}
