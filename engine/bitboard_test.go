package engine

import (
	"math/rand/v2"
	"testing"
)

func TestIsolatedSquaresTouchNoOther(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	for range 1000 {
		var set, want Bitboard
		for range random.IntN(60) {
			set = set.With(NewSquare(random.IntN(10), random.IntN(10)))
		}
		for square := range set.Squares() {
			if BoardOf(square).GrowOrthogonally().And(set) == BoardOf(square) {
				want = want.With(square)
			}
		}
		if got := set.Isolated(); got != want {
			t.Fatalf("of %v, %v are isolated, want %v", set, got, want)
		}
	}
}
