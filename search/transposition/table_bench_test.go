package transposition

import (
	"fmt"
	"sync"
	"testing"

	"cathedral/engine/enginetest"
)

// BenchmarkHotPaths stores and probes at unpredictable places of a table that fits into
// the caches. The twin is a map with a lock.
func BenchmarkHotPaths(b *testing.B) {
	table, keys := New(1), randomKeys(keysOf(1))
	var lock sync.Mutex
	twin := make(map[uint64]Entry, len(keys))
	enginetest.BenchmarkPaths(b, enginetest.HotPath{
		Name: "Table", Inputs: len(keys),
		Engine: func(i int) { probeAndStore(table, keys[i]) },
		Twin: func(i int) {
			lock.Lock()
			twin[keys[i]] = Entry{twin[keys[i]].Move, 1, 3, Exact}
			lock.Unlock()
		},
	})
}

// BenchmarkTable does the same in a table that does not fit, and in two goroutines. The
// figure is the time that a goroutine needs for one probe and one store.
func BenchmarkTable(b *testing.B) {
	for _, mebibytes := range []int{1, 256} {
		for _, goroutines := range []int{1, 2} {
			table, keys := New(mebibytes), randomKeys(keysOf(mebibytes))
			b.Run(fmt.Sprintf("%dMiB/%d", mebibytes, goroutines), func(b *testing.B) {
				share(b, goroutines, keys, func(key uint64) { probeAndStore(table, key) })
			})
		}
	}
}

// keysOf returns how many keys half fill a table.
func keysOf(mebibytes int) int { return mebibytes << 20 / slotBytes / 2 }

func probeAndStore(table *Table, key uint64) {
	known, _ := table.Probe(key)
	table.Store(key, Entry{known.Move, 1, 3, Exact})
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
