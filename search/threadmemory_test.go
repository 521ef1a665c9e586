package search

import (
	"runtime"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The least of three counts decides: what else is in memory only adds to it.
func TestThreadsTakeTheMemoryThatIsDocumented(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	inUse := func(threads int) int64 {
		searcher, err := New(1)
		enginetest.Must(t, err)
		options := DefaultOptions()
		options.Threads = threads
		p := engine.Start(engine.Rules{})
		searcher.Search(t.Context(), &p, Limits{Nodes: 20_000}, options, nil)
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		runtime.KeepAlive(searcher)
		return int64(stats.HeapAlloc)
	}
	one, four := min(inUse(1), inUse(1), inUse(1)), min(inUse(4), inUse(4), inUse(4))
	each := float64(four-one) / 3 / (1 << 20)
	if each > ThreadMiB || each < ThreadMiB-1 {
		t.Errorf("a thread takes %.1f MiB, and the documents say up to %d", each, ThreadMiB)
	}
}
