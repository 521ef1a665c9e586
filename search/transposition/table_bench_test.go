package transposition

import (
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

// keysOf returns how many keys half fill a table.
func keysOf(mebibytes int) int { return mebibytes << 20 / slotBytes / 2 }

func probeAndStore(table *Table, key uint64) {
	known, _ := table.Probe(key)
	table.Store(key, Entry{known.Move, 1, 3, Exact})
}
