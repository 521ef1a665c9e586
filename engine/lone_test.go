package engine

import (
	"math/rand/v2"
	"testing"
)

// What a move changes of the lone buildings is what a new look at the board finds.
func TestLoneBuildingsAreKeptUp(t *testing.T) {
	captured, cathedrals := 0, 0
	for game := range 2000 {
		random := rand.New(rand.NewPCG(12, uint64(game)))
		rules := Rules{Set: RuleSet(game % 3), OptionalCapture: game%2 == 1}
		for p := Start(rules); !p.Over(); {
			moves := p.Moves(nil)
			next := p.Play(moves[random.IntN(len(moves))])
			for _, side := range [2]Side{Light, Dark} {
				again := next
				again.findLone()
				if again.lone != next.lone {
					t.Fatalf("%s: lone are\n%v, want\n%v", next.String(), next.lone[side], again.lone[side])
				}
				if next.Unplaced(side) > p.Unplaced(side) {
					captured++
				}
			}
			if p.cathedralPiece != NoMove && next.cathedralPiece == NoMove {
				cathedrals++
			}
			p = next
		}
	}
	if captured < 100 || cathedrals < 10 {
		t.Errorf("%d buildings and %d Cathedrals were captured: the test says little", captured, cathedrals)
	}
}
