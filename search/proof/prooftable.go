package proof

import (
	"sync"

	"cathedral/engine"
)

// Table remembers what was proven of positions. Several solvers may share one: then they
// share what they prove. It has a fixed size, and its entries lie in buckets.
type Table struct {
	entries    []entry // a multiple of bucketEntries
	generation uint8   // of the running search, so that old entries go first
	locks      [tableLocks]sync.Mutex
}

// entry is what is known of a position. It takes 48 bytes.
type entry struct {
	key        uint64
	zone       zone
	move       engine.Move // that wins, NoMove if the side to move fails
	effort     uint16      // nodes that the proof took, or mostEffort
	need       int8        // the margin asked for, in squares
	generation uint8       // 0: the entry is empty
}

const (
	entryBytes    = 48
	bucketEntries = 4
	mostEffort    = 1<<16 - 1
	tableLocks    = 1 << 8
)

// NewTable returns an empty table of a size in MiB, of at least 1.
func NewTable(mebibytes int) *Table {
	buckets := max(1, mebibytes) << 20 / (entryBytes * bucketEntries)
	return &Table{entries: make([]entry, buckets*bucketEntries), generation: 1}
}

// NextGeneration tells the table that a new search begins. No search may run.
func (t *Table) NextGeneration() {
	if t.generation++; t.generation == 0 {
		t.generation = 1
	}
}

// Clear empties the table. No search may run.
func (t *Table) Clear() { clear(t.entries) }

// sampledBuckets is how many buckets Full looks at.
const sampledBuckets = 256

// Full returns the fraction of the table that the current search has filled, in
// thousandths. It looks at a sample.
func (t *Table) Full() int {
	buckets := len(t.entries) / bucketEntries
	sampled, used := min(sampledBuckets, buckets), 0
	for i := range sampled {
		bucket, lock := t.bucket(uint64(i))
		for j := range bucket {
			if bucket[j].generation == t.generation {
				used++
			}
		}
		lock.Unlock()
	}
	return used * 1000 / (sampled * bucketEntries)
}

// bucket locks the bucket of a key and returns it.
func (t *Table) bucket(key uint64) ([]entry, *sync.Mutex) {
	index := key % uint64(len(t.entries)/bucketEntries)
	lock := &t.locks[index%tableLocks]
	lock.Lock()
	return t.entries[index*bucketEntries:][:bucketEntries], lock
}

// probe returns the entry that tells whether the side to move of the position with a key
// wins a margin, and whether there is one. If there is none, the entry has at least the
// move that won another margin, or NoMove.
func (t *Table) probe(key uint64, need int) (known entry, found bool) {
	bucket, lock := t.bucket(key)
	defer lock.Unlock()
	for i := range bucket {
		e := &bucket[i]
		if e.key != key || e.generation == 0 {
			continue
		}
		if wins := e.move != engine.NoMove; wins && int(e.need) >= need || !wins && int(e.need) <= need {
			return *e, true
		} else if wins {
			known = *e
		}
	}
	return known, false
}

// Bounds returns the least and the most that the final margin of the position with a key can
// be under best play, in squares for the side to move, as far as the table knows.
func (t *Table) Bounds(key uint64) (low, high int) {
	bucket, lock := t.bucket(key)
	defer lock.Unlock()
	low, high = -noBounds, noBounds
	for i := range bucket {
		switch e := &bucket[i]; {
		case e.key != key || e.generation == 0:
		case e.move != engine.NoMove:
			low = max(low, int(e.need))
		default:
			high = min(high, int(e.need)-1)
		}
	}
	return low, high
}

// store remembers a proof. It takes the place of an entry of the position with the same
// outcome, or else of the one in the bucket that took the least effort. Entries of earlier
// searches go first.
func (t *Table) store(e entry) {
	e.generation = t.generation
	bucket, lock := t.bucket(e.key)
	defer lock.Unlock()
	worst, least := 0, 1<<30
	for i := range bucket {
		old := &bucket[i]
		if old.key == e.key && old.generation != 0 && (old.move == engine.NoMove) == (e.move == engine.NoMove) {
			worst = i
			break
		}
		worth := int(old.effort)
		if old.generation != t.generation {
			worth = -1
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	bucket[worst] = e
}
