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

func TestSquaresOfAHand(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 1))
	for range 1000 {
		hand, want := Hand(0), 0
		for b := Tavern; b < Cathedral; b++ {
			for range random.IntN(b.Copies() + 1) {
				hand, want = hand.With(b), want+b.Size()
			}
		}
		if got := hand.Squares(); got != want {
			t.Fatalf("%v has %d squares, want %d", hand, got, want)
		}
	}
}
