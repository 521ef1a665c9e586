package search

import (
	"testing"

	"cathedral/engine/enginetest"
	"cathedral/search/transposition"
)

func TestATableOfAWrongSizeIsRefusedAndTheOldOneKept(t *testing.T) {
	s, err := New(16)
	enginetest.Must(t, err)
	table := s.table
	for _, size := range []int{0, -1, transposition.MaxHashMiB() + 1, 1 << 62} {
		if err := s.Resize(size); err == nil || s.table != table {
			t.Errorf("Resize(%d): error %v, the table was replaced: %t", size, err, s.table != table)
		}
		if none, err := New(size); err == nil || none != nil {
			t.Errorf("New(%d): error %v", size, err)
		}
	}
	if err := s.Resize(1); err != nil || s.table == table {
		t.Errorf("Resize(1): error %v, the old table was kept: %t", err, s.table == table)
	}
}
