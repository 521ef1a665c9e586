package builtin_test

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/book/builtin"
)

// The book has the start and what follows each placement of the Cathedral, and is small
// enough for a page to load.
func TestTheBookCoversAllPlacements(t *testing.T) {
	b, err := builtin.Open()
	enginetest.Must(t, err)
	if size := len(builtin.File()); size > 200_000 {
		t.Errorf("the file has %d bytes, want 200,000 at most", size)
	}
	start := engine.Start(engine.Rules{})
	if len(b.Moves(&start)) == 0 {
		t.Error("the book does not have the start")
	}
	for _, placement := range engine.CathedralPlacements() {
		next := start.Play(placement)
		if len(b.Moves(&next)) == 0 {
			t.Errorf("the book has no reply to %s", placement)
		}
	}
}
