package proof

import (
	"testing"

	"cathedral/engine"
)

func TestATableAnswersForEasierMarginsToo(t *testing.T) {
	table := NewTable(1)
	won := engine.NewMove(engine.SideShape(engine.Light, 0), engine.NewSquare(3, 4))
	z := zone{built: engine.BoardOf(engine.NewSquare(1, 1)), loose: engine.BoardOf(engine.NewSquare(9, 9))}
	table.store(entry{key: 7, zone: z, move: won, need: 2, effort: 5})
	table.store(entry{key: 7, move: engine.NoMove, need: 6, effort: 5})
	for need := -3; need <= 9; need++ {
		known, found := table.probe(7, need)
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
	if low, high := table.Bounds(7); low != 2 || high != 5 {
		t.Errorf("the margin is from %d to %d, want 2 to 5", low, high)
	}
	if low, high := table.Bounds(8); low != -noBounds || high != noBounds {
		t.Errorf("an unknown margin is from %d to %d", low, high)
	}
	table.Clear()
	if _, found := table.probe(7, 0); found {
		t.Error("something is left after Clear")
	}
}

func TestATableKeepsWhatTookTheMostEffortAndIsOfThisSearch(t *testing.T) {
	table := NewTable(1)
	buckets := uint64(len(table.entries) / bucketEntries)
	for i := range uint64(20) {
		table.store(entry{key: 1 + i*buckets, need: 1, effort: uint16(100 - i)})
	}
	for i := range uint64(20) {
		_, found := table.probe(1+i*buckets, 1)
		if want := i < bucketEntries-1 || i == 19; found != want {
			t.Errorf("entry %d: known is %t, want %t", i, found, want)
		}
	}
	table.NextGeneration()
	for i := range uint64(bucketEntries) {
		table.store(entry{key: 1 + (100+i)*buckets, need: 1})
	}
	if _, found := table.probe(1, 1); found {
		t.Error("an entry of the last search stays")
	}
}

func TestATableTellsHowFullItIs(t *testing.T) {
	table := NewTable(1)
	if full := table.Full(); full != 0 {
		t.Errorf("an empty table is %d thousandths full", full)
	}
	for key := range uint64(len(table.entries) / 2) {
		table.store(entry{key: key, need: 1})
	}
	if full := table.Full(); full < 490 || full > 510 {
		t.Errorf("a half-full table is %d thousandths full", full)
	}
	table.NextGeneration()
	if full := table.Full(); full != 0 {
		t.Errorf("a new search has filled %d thousandths", full)
	}
}
