package proof

import (
	"sync"
	"sync/atomic"

	"cathedral/engine"
)

// Table remembers proofs of positions. Several solvers may share one. It has a fixed size, and
// its entries lie in buckets.
type Table struct {
	entries    []entry // a multiple of bucketEntries
	seen       filter
	generation uint8 // of the running search, so that old entries go first
	locks      [tableLocks]sync.Mutex
	log        *Log   // of the proofs, nil unless asked for
	steps      []step // where the log has the proof of each entry, empty without a log
}

// entry is a proven result of a position. It takes 48 bytes.
type entry struct {
	key        uint64
	zone       zone
	move       engine.Move // that wins, NoMove if the side to move fails
	effort     uint16      // nodes that the proof took, or mostEffort
	check      uint16      // of the position's second key
	need       int8        // the margin asked for, in squares
	generation uint8       // 0: the entry is empty
}

// filter rules out most keys that are not in a table, without a lock or a bucket, which is rarely
// in the processor's cache (E194). It has every key that was put there.
type filter [1 << 13]atomic.Uint64

func (f *filter) add(key uint64) { f[key>>6%uint64(len(f))].Or(1 << (key % 64)) }

func (f *filter) has(key uint64) bool { return f[key>>6%uint64(len(f))].Load()>>(key%64)&1 != 0 }

// is reports whether the entry, which has the key of a position, is about the position. A
// winning move must be legal: even if 80 bits of two positions are equal, no illegal move is
// played.
func (e *entry) is(p *engine.Position) bool {
	return e.generation != 0 && e.check == uint16(p.SecondKey()) && (e.move == engine.NoMove || p.IsLegal(e.move))
}

const (
	entryBytes    = 48
	bucketEntries = 4
	mostEffort    = 1<<16 - 1
	tableLocks    = 1 << 8
)

// NewTable returns an empty table of the given size in mebibytes, which must be at least 1.
func NewTable(mebibytes int) *Table {
	buckets := max(1, mebibytes) << 20 / (entryBytes * bucketEntries)
	return &Table{entries: make([]entry, buckets*bucketEntries), generation: 1}
}

// NextGeneration starts a new generation of entries, for a new search. No search may run.
func (t *Table) NextGeneration() {
	if t.generation++; t.generation == 0 {
		t.generation = 1
	}
}

// Clear empties the table and ends its log. No search may run.
func (t *Table) Clear() {
	clear(t.entries)
	for i := range t.seen {
		t.seen[i].Store(0)
	}
	if t.log != nil {
		t.log, t.steps = nil, nil
	}
}

// sampledBuckets is the number of buckets that Full looks at.
const sampledBuckets = 256

// Full returns the fraction of the table that the current search has filled, in
// thousandths. It looks at a sample.
func (t *Table) Full() int {
	buckets := len(t.entries) / bucketEntries
	sampled, used := min(sampledBuckets, buckets), 0
	for i := range sampled {
		bucket, _, lock := t.bucket(uint64(i))
		for j := range bucket {
			if bucket[j].generation == t.generation {
				used++
			}
		}
		lock.Unlock()
	}
	return used * 1000 / (sampled * bucketEntries)
}

// bucket locks the bucket of a key and returns it, with the index of its first entry.
func (t *Table) bucket(key uint64) ([]entry, int, *sync.Mutex) {
	index := int(key%uint64(len(t.entries)/bucketEntries)) * bucketEntries
	lock := &t.locks[index/bucketEntries%tableLocks]
	lock.Lock()
	return t.entries[index:][:bucketEntries], index, lock
}

// holds reports whether there is an entry with a key.
func (t *Table) holds(key uint64) bool {
	if !t.seen.has(key) {
		return false
	}
	bucket, _, lock := t.bucket(key)
	defer lock.Unlock()
	for i := range bucket {
		if bucket[i].key == key && bucket[i].generation != 0 {
			return true
		}
	}
	return false
}

// probe returns the entry that decides whether the side to move in p wins need squares, its
// step in the log, and whether it was found. If not, the entry has the move that won another
// margin, or NoMove.
func (t *Table) probe(p *engine.Position, need int) (known entry, at step, found bool) {
	key := p.Key()
	if !t.seen.has(key) {
		return known, at, false
	}
	bucket, index, lock := t.bucket(key)
	defer lock.Unlock()
	for i := range bucket {
		e := &bucket[i]
		if e.key != key || !e.is(p) {
			continue
		}
		if wins := e.move != engine.NoMove; wins && int(e.need) >= need || !wins && int(e.need) <= need {
			if t.log != nil {
				at = t.steps[index+i]
			}
			return *e, at, true
		} else if wins {
			known = *e
		}
	}
	return known, at, false
}

// Bounds returns the least and the most that the table allows for the final margin of p under
// best play, in squares for the side to move.
func (t *Table) Bounds(p *engine.Position) (low, high int) {
	low, high = -noBounds, noBounds
	if !t.seen.has(p.Key()) {
		return low, high
	}
	bucket, _, lock := t.bucket(p.Key())
	defer lock.Unlock()
	for i := range bucket {
		switch e := &bucket[i]; {
		case e.key != p.Key() || !e.is(p):
		case e.move != engine.NoMove:
			low = max(low, int(e.need))
		default:
			high = min(high, int(e.need)-1)
		}
	}
	return low, high
}

// store remembers e as the result of p, proven at step at of the log.
func (t *Table) store(p *engine.Position, e entry, at step) {
	e.key, e.check = p.Key(), uint16(p.SecondKey())
	t.put(e, at)
}

// put remembers an entry. It takes the place of an entry of the position with the same
// outcome, or else of the one in the bucket that took the least effort. Entries of earlier
// searches go first.
func (t *Table) put(e entry, at step) {
	e.generation = t.generation
	t.seen.add(e.key)
	bucket, index, lock := t.bucket(e.key)
	defer lock.Unlock()
	worst, least := 0, 1<<30
	for i := range bucket {
		old := &bucket[i]
		if old.key == e.key && old.check == e.check && old.generation != 0 && (old.move == engine.NoMove) == (e.move == engine.NoMove) {
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
	if t.log != nil {
		t.steps[index+worst] = at
	}
}
