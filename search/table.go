package search

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"cathedral/engine"
)

// The transposition table remembers what was found out about positions, in
// buckets of four entries that fill a cache line. It is shared by all threads
// without locks: an entry is two words that are read and written atomically, the
// first being the key xored with the second, so that a pair torn between two
// writers matches no key (Hyatt and Mann, A Lock-less Transposition Table
// Implementation, 2002).

// entry is what the table knows of a position.
type entry struct {
	move  engine.Move
	value int16 // hundredths of a square, see valueOfFinal
	depth int8  // plies searched below; solvedDepth: to the end of the game
	bound Bound
}

// answers reports whether the entry settles a question with this window.
func (e entry) answers(alpha, beta int32) bool {
	switch e.bound {
	case Exact:
		return true
	case LowerBound:
		return int32(e.value) >= beta
	}
	return int32(e.value) <= alpha
}

// solvedDepth is the depth of entries that the end of the game gave.
const solvedDepth = 127

// tableSlot is an entry in the table: check is the key xored with data. data has
// from its lowest bit the move (16), the value (16), the depth (8), the bound (2),
// the generation (6) and the epoch (16).
type tableSlot struct{ check, data atomic.Uint64 }

const (
	bucketSlots     = 4
	slotBytes       = 16
	generationShift = 42
	generations     = 1 << 6
	epochShift      = 48
	epochs          = 1 << 16
)

// table is a transposition table of fixed size.
type table struct {
	slots      []tableSlot // a multiple of bucketSlots
	generation uint64      // of the running search, so that old entries go first
	// epoch tells the entries since the table was last cleared, from 1; all others
	// count as empty. So clearing takes no time, however large the table.
	epoch uint64
}

// newTable returns an empty table of a size in MiB, or an error where the
// machine has not so much memory.
func newTable(mebibytes int) (*table, error) {
	if mebibytes < 1 {
		return nil, errors.New("hash: the table needs 1 MiB at least")
	}
	if most := MaxHashMiB(); mebibytes > most {
		return nil, fmt.Errorf("hash: %d MiB are more than the %d MiB that this machine can give", mebibytes, most)
	}
	return &table{slots: make([]tableSlot, mebibytes<<20/slotBytes), epoch: 1}, nil
}

// nextGeneration begins a new search.
func (t *table) nextGeneration() { t.generation = (t.generation + 1) % generations }

// clear empties the table.
func (t *table) clear() {
	t.generation = 0
	t.epoch++
	if t.epoch == epochs {
		clear(t.slots)
		t.epoch = 1
	}
}

// isEmpty reports whether a slot's data are none of this epoch's.
func (t *table) isEmpty(data uint64) bool { return data>>epochShift != t.epoch }

func (t *table) bucket(key uint64) []tableSlot {
	high, _ := bits.Mul64(key, uint64(len(t.slots)/bucketSlots))
	return t.slots[high*bucketSlots : high*bucketSlots+bucketSlots]
}

// probe returns what is known of a position, a zero entry and false where nothing is.
func (t *table) probe(key uint64) (entry, bool) {
	bucket := t.bucket(key)
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load() == key^data && !t.isEmpty(data) {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store remembers an entry. It takes the place of the position's old entry, or
// else of the one in its bucket that is worth least: the shallowest, where every
// search that has passed since counts for some plies.
func (t *table) store(key uint64, e entry) {
	bucket := t.bucket(key)
	worst, worstWorth := 0, 1<<30
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load() == key^data && !t.isEmpty(data) {
			old := unpack(data)
			if e.move == engine.NoMove {
				e.move = old.move
			}
			if int(old.depth) > int(e.depth)+2 && e.bound != Exact && data>>generationShift&(generations-1) == t.generation {
				return
			}
			worst = i
			break
		}
		age := (t.generation - data>>generationShift%generations) % generations
		worth := int(unpack(data).depth) - 4*int(age)
		if t.isEmpty(data) {
			worth = -1 << 30
		}
		if worth < worstWorth {
			worst, worstWorth = i, worth
		}
	}
	data := e.pack() | t.generation<<generationShift | t.epoch<<epochShift
	bucket[worst].data.Store(data)
	bucket[worst].check.Store(key ^ data)
}

// full returns the share of the table that the running search has filled, in
// thousandths, judged by its first thousand entries.
func (t *table) full() int {
	sample := min(1000, len(t.slots))
	used := 0
	for i := range sample {
		data := t.slots[i].data.Load()
		if !t.isEmpty(data) && data>>generationShift&(generations-1) == t.generation {
			used++
		}
	}
	return used * 1000 / sample
}

// pack returns the entry as data without its generation and epoch.
func (e entry) pack() uint64 {
	return uint64(e.move) | uint64(uint16(e.value))<<16 | uint64(uint8(e.depth))<<32 | uint64(e.bound)<<40
}

func unpack(data uint64) entry {
	return entry{
		move:  engine.Move(data),
		value: int16(data >> 16),
		depth: int8(data >> 32),
		bound: Bound(data >> 40 & 3),
	}
}
