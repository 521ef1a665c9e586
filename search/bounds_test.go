package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
)

// TestWhatStandsInASettledPositionStands plays random games on from settled
// positions of all rules. They may capture only what was placed later, and place
// no more than what packs into the reach.
func TestWhatStandsInASettledPositionStands(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 1))
	packer := newPacker()
	play := func(p engine.Position) engine.Position {
		moves := p.Moves(nil)
		return p.Play(moves[random.IntN(len(moves))])
	}
	settled := 0
	for game := range 300 {
		sets := engine.RuleSets()
		rules := engine.Rules{Set: sets[game%len(sets)], OptionalCapture: game%2 == 0}
		for p := engine.Start(rules); !p.Over(); p = play(p) {
			r := findReach(&p)
			if !r.settled {
				continue
			}
			settled++
			end := p
			for !end.Over() {
				end = play(end)
			}
			for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
				if !end.Buildings(side).Contains(p.Buildings(side)) || end.CathedralSquares() != p.CathedralSquares() && !p.CathedralPending() {
					t.Errorf("%v %s: a piece was captured, the end is %s", rules, p.String(), end.String())
				}
				_, most := packer.most(r.squares[side], side, p.Hand(side), quickEffort())
				if placed := p.Unplaced(side) - end.Unplaced(side); placed > most {
					t.Errorf("%v %s: %v placed %d squares, at most %d were foretold", rules, p.String(), side, placed, most)
				}
			}
		}
	}
	if settled < 500 {
		t.Errorf("only %d positions were settled", settled)
	}
}
