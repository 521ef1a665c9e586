package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestATableAnswersForEasierMarginsToo(t *testing.T) {
	table := NewTable(1)
	p, other := enginetest.RandomPosition(random(1), engine.Rules{}, 12), enginetest.RandomPosition(random(2), engine.Rules{}, 12)
	won := p.Moves(nil)[0]
	z := zone{built: engine.BoardOf(engine.NewSquare(1, 1)), loose: engine.BoardOf(engine.NewSquare(9, 9))}
	table.store(&p, entry{zone: z, move: won, need: 2, effort: 5}, noStep)
	table.store(&p, entry{move: engine.NoMove, need: 6, effort: 5}, noStep)
	for need := -3; need <= 9; need++ {
		known, _, found := table.probe(&p, need)
		if want := need <= 2 || need >= 6; found != want {
			t.Errorf("margin %d: known is %t, want %t", need, found, want)
		}
		if need <= 2 && (known.move != won || known.zone != z) || need >= 6 && known.move != engine.NoMove {
			t.Errorf("margin %d: got %+v", need, known)
		}
		if !found && known.move != won {
			t.Errorf("margin %d: the move that wins less is not told", need)
		}
	}
	if low, high := table.Bounds(&p); low != 2 || high != 5 {
		t.Errorf("the margin is from %d to %d, want 2 to 5", low, high)
	}
	if low, high := table.Bounds(&other); low != -noBounds || high != noBounds {
		t.Errorf("an unknown margin is from %d to %d", low, high)
	}
	table.Clear()
	if _, _, found := table.probe(&p, 0); found {
		t.Error("something is left after Clear")
	}
}

// TestATableTellsPositionsOfEqualKeysApart stores the entry of one position under the key of
// another. The second key distinguishes them. If that is equal too, a winning move must at
// least be legal.
func TestATableTellsPositionsOfEqualKeysApart(t *testing.T) {
	p, other := enginetest.RandomPosition(random(1), engine.Rules{}, 12), enginetest.RandomPosition(random(2), engine.Rules{}, 12)
	own, foreign := p.Moves(nil)[0], engine.NoMove
	for _, m := range other.Moves(nil) {
		if !p.IsLegal(m) {
			foreign = m
		}
	}
	keyOf, checkOf := p.Key(), func(p *engine.Position) uint16 { return uint16(p.SecondKey()) }
	for _, c := range []struct {
		name  string
		entry entry
		found bool
	}{
		{"its own", entry{key: keyOf, check: checkOf(&p), move: own, need: 1}, true},
		{"a loss of a position with the same key", entry{key: keyOf, check: checkOf(&other), move: engine.NoMove, need: 1}, false},
		{"a win of a position with the same key", entry{key: keyOf, check: checkOf(&other), move: own, need: 1}, false},
		{"a win by a move that is not legal", entry{key: keyOf, check: checkOf(&p), move: foreign, need: 1}, false},
	} {
		table := NewTable(1)
		table.put(c.entry, noStep)
		if known, _, found := table.probe(&p, 1); found != c.found || !found && known.move != engine.NoMove {
			t.Errorf("%s: found is %t, the move %v", c.name, found, known.move)
		}
		if low, high := table.Bounds(&p); (low > -noBounds || high < noBounds) != c.found {
			t.Errorf("%s: the margin is from %d to %d", c.name, low, high)
		}
	}
}

// random returns a source of random numbers.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 24)) }

// has reports whether a table has an entry of a key.
func (t *Table) has(key uint64) bool {
	bucket, _, lock := t.bucket(key)
	defer lock.Unlock()
	return slices.ContainsFunc(bucket, func(e entry) bool { return e.key == key && e.generation != 0 })
}

func TestATableKeepsWhatTookTheMostEffortAndIsOfThisSearch(t *testing.T) {
	table := NewTable(1)
	buckets := uint64(len(table.entries) / bucketEntries)
	for i := range uint64(20) {
		table.put(entry{key: 1 + i*buckets, need: 1, effort: uint16(100 - i)}, noStep)
	}
	for i := range uint64(20) {
		found := table.has(1 + i*buckets)
		if want := i < bucketEntries-1 || i == 19; found != want {
			t.Errorf("entry %d: known is %t, want %t", i, found, want)
		}
	}
	table.NextGeneration()
	for i := range uint64(bucketEntries) {
		table.put(entry{key: 1 + (100+i)*buckets, need: 1}, noStep)
	}
	if table.has(1) {
		t.Error("an entry of the last search stays")
	}
}

func TestATableTellsHowFullItIs(t *testing.T) {
	table := NewTable(1)
	if full := table.Full(); full != 0 {
		t.Errorf("an empty table is %d thousandths full", full)
	}
	for key := range uint64(len(table.entries) / 2) {
		table.put(entry{key: key, need: 1}, noStep)
	}
	if full := table.Full(); full < 490 || full > 510 {
		t.Errorf("a half-full table is %d thousandths full", full)
	}
	table.NextGeneration()
	if full := table.Full(); full != 0 {
		t.Errorf("a new search has filled %d thousandths", full)
	}
}

// TestARecalledMoveIsOneThatWasAskedFor keeps from Recall the move that the table has.
func TestARecalledMoveIsOneThatWasAskedFor(t *testing.T) {
	s := newTestSolver(t)
	before := enginetest.RandomPosition(random(3), engine.Rules{}, 14)
	reply := before.Moves(nil)[0]
	p := before.Play(reply)
	moves := p.Moves(nil)
	s.Table.store(&p, entry{move: moves[0], need: 1}, noStep)
	if m := s.Recall(&before, reply, moves, 1); m != moves[0] {
		t.Errorf("%s is recalled, want %s", m, moves[0])
	}
	if m := s.Recall(&before, reply, moves[1:], 1); m == moves[0] {
		t.Errorf("%s is recalled, which was not asked for", m)
	}
}
