package transposition

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
)

// randomKeys returns count random keys.
func randomKeys(count int) []uint64 {
	random := rand.New(rand.NewPCG(1979, 3))
	keys := make([]uint64, count)
	for i := range keys {
		keys[i] = random.Uint64()
	}
	return keys
}

// sameBucket returns keys that share a bucket, which is chosen by their high bits.
func sameBucket(count int) []uint64 {
	keys := make([]uint64, count)
	for i := range keys {
		keys[i] = 0x123456789abcdef0 + uint64(i)
	}
	return keys
}

// kept reports, for each of keys, whether the table has an entry for it.
func kept(table *Table, keys []uint64) []bool {
	found := make([]bool, len(keys))
	for i, key := range keys {
		_, found[i] = table.Probe(key)
	}
	return found
}

func TestAnEntryComesBackAsItWasStored(t *testing.T) {
	table := New(1)
	for i, entry := range []Entry{
		{}, {engine.Pass, -32000, 127, UpperBound}, {engine.Move(1<<16 - 1), 32000, -1, LowerBound}, {300, -1, 3, Exact},
	} {
		key := uint64(i+1) << 56
		if _, found := table.Probe(key); found {
			t.Fatalf("key %x was never stored", key)
		}
		table.Store(key, entry)
		if got, found := table.Probe(key); !found || got != entry {
			t.Errorf("got %+v, %t, want %+v", got, found, entry)
		}
	}
}

func TestAnEntryAnswersIfItsBoundDecides(t *testing.T) {
	for _, test := range []struct {
		bound       Bound
		alpha, beta int32
		want        bool
	}{
		{Exact, 0, 10, true}, {Exact, 20, 30, true}, {Exact, -20, -10, true},
		{LowerBound, 0, 5, true}, {LowerBound, 0, 6, false}, {LowerBound, 5, 6, false},
		{UpperBound, 5, 9, true}, {UpperBound, 4, 9, false},
	} {
		if got := (Entry{Value: 5, Bound: test.bound}).Answers(test.alpha, test.beta); got != test.want {
			t.Errorf("%+v: got %t", test, got)
		}
	}
}

func TestTheShallowestEntryOfAFullBucketGoes(t *testing.T) {
	table, keys := New(1), sameBucket(bucketSlots+1)
	for i, depth := range []int8{5, 2, 9, 4} {
		table.Store(keys[i], Entry{Depth: depth})
	}
	for i, found := range kept(table, keys[:bucketSlots]) {
		if !found {
			t.Fatalf("entry %d was replaced while there was room", i)
		}
	}
	table.Store(keys[bucketSlots], Entry{Depth: 1})
	if got := kept(table, keys); got[1] || !got[0] || !got[2] || !got[3] || !got[4] {
		t.Errorf("kept %v, want all but the second", got)
	}
}

func TestOldEntriesGoBeforeShallowOnes(t *testing.T) {
	table, keys := New(1), sameBucket(bucketSlots+2)
	table.Store(keys[0], Entry{Depth: agePenalty + 1}) // counts as depth 1 after another search
	table.Store(keys[1], Entry{Depth: 20})
	table.NextGeneration()
	table.Store(keys[2], Entry{Depth: 2})
	table.Store(keys[3], Entry{Depth: 2})
	table.Store(keys[4], Entry{Depth: 2})
	if got := kept(table, keys[:5]); got[0] || !got[1] || !got[2] || !got[3] || !got[4] {
		t.Errorf("kept %v, want all but the first", got)
	}
	for range generations - 1 { // as old as possible, and beyond the wrap of the count
		table.NextGeneration()
	}
	table.NextGeneration()
	table.NextGeneration()
	table.Store(keys[5], Entry{})
	if got := kept(table, keys); !got[5] {
		t.Error("a new entry was not stored")
	}
}

func TestAPositionHasOneEntry(t *testing.T) {
	table := New(1)
	const key = 77
	table.Store(key, Entry{Move: 300, Depth: 9, Value: 1})
	for _, test := range []struct {
		name        string
		stored      Entry
		want        Entry
		generations int
	}{
		{"a bound that is much shallower does not replace it", Entry{500, 2, 6, LowerBound}, Entry{300, 1, 9, Exact}, 0},
		{"one a little shallower does", Entry{500, 2, 7, LowerBound}, Entry{500, 2, 7, LowerBound}, 0},
		{"so does an exact value, and it keeps the move", Entry{engine.NoMove, 3, 1, Exact}, Entry{500, 3, 1, Exact}, 0},
		{"or a deeper one", Entry{600, 4, 20, UpperBound}, Entry{600, 4, 20, UpperBound}, 0},
		{"and any one of a later search", Entry{engine.NoMove, 5, 0, UpperBound}, Entry{600, 5, 0, UpperBound}, 1},
	} {
		for range test.generations {
			table.NextGeneration()
		}
		table.Store(key, test.stored)
		if got, found := table.Probe(key); !found || got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestAClearedTableIsEmpty(t *testing.T) {
	table, keys := New(1), randomKeys(200)
	for range 3 {
		for _, key := range keys {
			table.Store(key, Entry{Depth: 100})
		}
		table.Clear()
		for _, key := range keys {
			if entry, found := table.Probe(key); found {
				t.Fatalf("%+v is still there", entry)
			}
		}
	}
	table.epoch = epochs - 1 // the next Clear wraps the count
	table.Store(keys[0], Entry{})
	table.Clear()
	if _, found := table.Probe(keys[0]); found || table.epoch != 1 {
		t.Errorf("the entry is still there in epoch %d", table.epoch)
	}
}

func TestFullCountsTheEntriesOfTheRunningSearch(t *testing.T) {
	table := New(1)
	if full := table.Full(); full != 0 {
		t.Errorf("an empty table is full by %d", full)
	}
	for _, key := range randomKeys(len(table.slots) * 4) {
		table.Store(key, Entry{})
	}
	if full := table.Full(); full < 900 || full > 1000 {
		t.Errorf("a full table is full by %d", full)
	}
	table.NextGeneration()
	if full := table.Full(); full != 0 {
		t.Errorf("full by %d of a search that has not begun", full)
	}
}
