// Package transposition remembers what a search found out about positions, for
// when another order of moves leads to them again.
package transposition

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"cathedral/engine"
)

// Table is a transposition table of fixed size. All threads of a search probe and
// store without locks: an entry is two words that are read and written atomically,
// and the first is the key xored with the second, so that a pair torn between two
// writers matches no key (Hyatt and Mann, A Lock-less Transposition Table
// Implementation, 2002). Entries lie in buckets of four that fill a cache line.
type Table struct {
	slots      []slot // a multiple of bucketSlots
	generation uint64 // of the running search, so that old entries go first
	// epoch counts how often the table was cleared, from 1. Entries of another epoch
	// count as empty, so clearing takes no time, however large the table is.
	epoch uint64
}

// Entry is what the table knows of a position.
type Entry struct {
	Move  engine.Move // the best move, NoMove if none was best
	Value int16       // from the side to move's view, in the unit of whoever stored it
	Depth int8        // plies searched below the position
	Bound Bound       // how Value stands to the true value
}

// Bound tells how a value stands to the true value of the searched depth.
type Bound uint8

const (
	Exact      Bound = iota
	LowerBound       // the true value may be larger
	UpperBound       // the true value may be smaller
)

// Answers reports whether the entry tells whether the value lies below the window
// from alpha to beta, inside it or above it, and the value itself if inside.
func (e Entry) Answers(alpha, beta int32) bool {
	switch e.Bound {
	case Exact:
		return true
	case LowerBound:
		return int32(e.Value) >= beta
	}
	return int32(e.Value) <= alpha
}

// slot is an entry in the table: check is the key xored with data. From its lowest
// bit, data has the move (16), the value (16), the depth (8), the bound (2), the
// generation (6) and the epoch (16).
type slot struct{ check, data atomic.Uint64 }

const (
	bucketSlots     = 4
	slotBytes       = 16
	generationShift = 42
	generations     = 1 << 6
	epochShift      = 48
	epochs          = 1 << 16
)

// assumedMaxMiB is the size of the largest table if the machine does not tell how
// much memory it has.
const assumedMaxMiB = 4096

// New returns an empty table of a size in MiB. It is an error if the size is less
// than 1 or more than MaxHashMiB.
func New(mebibytes int) (*Table, error) {
	if mebibytes < 1 {
		return nil, errors.New("hash: the table needs 1 MiB at least")
	}
	if most := MaxHashMiB(); mebibytes > most {
		return nil, fmt.Errorf("hash: %d MiB are more than the %d MiB that this machine can give", mebibytes, most)
	}
	return &Table{slots: make([]slot, mebibytes<<20/slotBytes), epoch: 1}, nil
}

// NextGeneration tells the table that a new search begins. No search may run.
func (t *Table) NextGeneration() { t.generation = (t.generation + 1) % generations }

// Clear empties the table. No search may run.
func (t *Table) Clear() {
	t.generation = 0
	t.epoch++
	if t.epoch == epochs {
		clear(t.slots)
		t.epoch = 1
	}
}

// isEmpty reports whether a slot's data are of another epoch.
func (t *Table) isEmpty(data uint64) bool { return data>>epochShift != t.epoch }

func (t *Table) bucket(key uint64) []slot {
	high, _ := bits.Mul64(key, uint64(len(t.slots)/bucketSlots))
	return t.slots[high*bucketSlots : high*bucketSlots+bucketSlots]
}

// Probe returns the entry of the position with a key, and whether there is one.
func (t *Table) Probe(key uint64) (Entry, bool) {
	bucket := t.bucket(key)
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load() == key^data && !t.isEmpty(data) {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// What is replaced, in plies. Neither number was measured.
const (
	// agePenalty is how much shallower an entry counts for each search since its own.
	// The larger it is, the sooner old entries go, however deep.
	agePenalty = 4
	// depthMargin is how much deeper an entry must be than a new one of the same
	// position, if that is only a bound, to stay. The larger it is, the more deep
	// entries are lost to the bounds of shallow searches.
	depthMargin = 2
)

// emptyWorth is what a free slot is worth: less than any entry.
const emptyWorth = -1 << 30

// Store remembers an entry. It takes the place of the position's old entry, or
// else of the least worthy entry in its bucket: an empty one, or the shallowest,
// where each search since an entry was stored counts as agePenalty plies. An entry
// without a move keeps the move of the old one. An old entry of the running search
// that is deeper by more than depthMargin stays, unless the new one is exact.
func (t *Table) Store(key uint64, e Entry) {
	bucket := t.bucket(key)
	worst, worstWorth := 0, 1<<30
	for i := range bucket {
		data := bucket[i].data.Load()
		if bucket[i].check.Load() == key^data && !t.isEmpty(data) {
			old := unpack(data)
			if e.Move == engine.NoMove {
				e.Move = old.Move
			}
			if int(old.Depth) > int(e.Depth)+depthMargin && e.Bound != Exact && data>>generationShift&(generations-1) == t.generation {
				return
			}
			worst = i
			break
		}
		age := (t.generation - data>>generationShift%generations) % generations
		worth := int(unpack(data).Depth) - agePenalty*int(age)
		if t.isEmpty(data) {
			worth = emptyWorth
		}
		if worth < worstWorth {
			worst, worstWorth = i, worth
		}
	}
	data := e.pack() | t.generation<<generationShift | t.epoch<<epochShift
	bucket[worst].data.Store(data)
	bucket[worst].check.Store(key ^ data)
}

// Full returns the share of the table that the running search has filled, in
// thousandths, judged by the first thousand slots.
func (t *Table) Full() int {
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
func (e Entry) pack() uint64 {
	return uint64(e.Move) | uint64(uint16(e.Value))<<16 | uint64(uint8(e.Depth))<<32 | uint64(e.Bound)<<40
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  engine.Move(data),
		Value: int16(data >> 16),
		Depth: int8(data >> 32),
		Bound: Bound(data >> 40 & 3),
	}
}
