// Package transposition stores search results by position, so that a search finds
// them again when another order of moves leads to the same position.
package transposition

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"cathedral/engine"
)

// Table is a transposition table of fixed size. All threads of a search probe and
// store without locks. An entry is two words, each read and written atomically. The
// first is the key xored with the second, so that a pair torn between two writers
// matches no key (Hyatt and Mann, A Lock-less Transposition Table Implementation,
// 2002). Entries lie in buckets of four, which fill a cache line.
type Table struct {
	slots      []slot // a multiple of bucketSlots
	generation uint64 // of the current search; older entries are replaced first
	// epoch counts the calls of Clear, from 1 on. Entries of another epoch count as
	// empty, so that even a large table is cleared at once.
	epoch uint64
}

// Entry is the table's knowledge of a position.
type Entry struct {
	Move  engine.Move // the best move, NoMove if there is none
	Value int16       // from the side to move's view, in the caller's unit
	Depth int8        // plies searched below the position
	Bound Bound       // how Value relates to the true value
}

// Bound says how a value relates to the true value at the searched depth.
type Bound uint8

const (
	Exact      Bound = iota
	LowerBound       // the true value may be larger
	UpperBound       // the true value may be smaller
)

// Answers reports whether the entry can stand for a search with the window from
// alpha to beta: its value is exact, or a bound that lies outside the window.
func (e Entry) Answers(alpha, beta int32) bool {
	switch e.Bound {
	case Exact:
		return true
	case LowerBound:
		return int32(e.Value) >= beta
	}
	return int32(e.Value) <= alpha
}

// slot is an entry in the table: check is the key xored with data. From the lowest
// bit up, data has the move (16 bits), the value (16), the depth (8), the bound (2),
// the generation (6) and the epoch (16).
type slot struct{ check, data atomic.Uint64 }

const (
	bucketSlots     = 4
	slotBytes       = 16
	generationShift = 42
	generations     = 1 << 6
	epochShift      = 48
	epochs          = 1 << 16
)

// assumedMaxMiB is the size of the largest table if the memory of the machine is not
// known.
const assumedMaxMiB = 4096

// CheckSize returns an error if no tables of the given size in mebibytes together can be had:
// if it is less than 1, or more than MaxHashMiB or the system gives.
func CheckSize(mebibytes int) error {
	if mebibytes < 1 {
		return errors.New("hash: the table needs at least 1 MiB")
	}
	if most := MaxHashMiB(); mebibytes > most {
		return fmt.Errorf("hash: %d MiB is more than the %d MiB that this machine allows", mebibytes, most)
	}
	if err := tryMemory(mebibytes); err != nil {
		return fmt.Errorf("hash: the system does not give %d MiB: %w", mebibytes, err)
	}
	return nil
}

// New returns an empty table of the given size in mebibytes, which must be at least 1. Memory
// that the system does not give ends the program: see CheckSize.
func New(mebibytes int) *Table {
	return &Table{slots: make([]slot, mebibytes<<20/slotBytes), epoch: 1}
}

// NextGeneration starts a new generation of entries, for a new search. No search may be running.
func (t *Table) NextGeneration() { t.generation = (t.generation + 1) % generations }

// Clear empties the table. No search may be running.
func (t *Table) Clear() {
	t.generation = 0
	t.epoch++
	if t.epoch == epochs {
		clear(t.slots)
		t.epoch = 1
	}
}

// isEmpty reports whether data is from another epoch.
func (t *Table) isEmpty(data uint64) bool { return data>>epochShift != t.epoch }

func (t *Table) bucket(key uint64) []slot {
	high, _ := bits.Mul64(key, uint64(len(t.slots)/bucketSlots))
	return t.slots[high*bucketSlots : high*bucketSlots+bucketSlots]
}

// Probe returns the entry stored for key, and whether there is one.
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

// The constants of replacement, in plies. Not measured.
const (
	// agePenalty is subtracted from the depth of an entry for each search since it
	// was stored. A larger penalty replaces old entries sooner, however deep they
	// are.
	agePenalty = 4
	// depthMargin is how much deeper than a new bound an entry of the same position
	// must be to stay. A larger margin loses more deep entries to the bounds of
	// shallow searches.
	depthMargin = 2
)

// emptyWorth is the worth of an empty slot, less than that of any entry.
const emptyWorth = -1 << 30

// Store stores e for key. It replaces the old entry of the position, if there is
// one, or else an empty slot of the bucket, or the shallowest entry. Each search since an
// entry was stored counts as agePenalty plies. If e has no move, it
// keeps the move of the old entry. An old entry from the current search stays if it
// is deeper than e by more than depthMargin, unless e is exact.
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

// Full returns the fraction of the table that the current search has filled, in
// thousandths. It looks at the first thousand slots.
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

// pack returns e as the data of a slot, without the generation and the epoch.
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
