package proof

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// TestWhatIsSafeStands plays random games from positions of all rules. Only exposed pieces
// may be captured, and buildings placed only within the reach.
func TestWhatIsSafeStands(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 1))
	packer := newPacker(littleMemory)
	play := func(p engine.Position) engine.Position {
		moves := p.Moves(nil)
		return p.Play(moves[random.IntN(len(moves))])
	}
	known, exposed := 0, 0
	games := 150
	if enginetest.IsLong() {
		games = 400
	}
	for game := range games {
		sets := engine.RuleSets()
		rules := engine.Rules{Set: sets[game%len(sets)], OptionalCapture: game%2 == 0}
		for p := engine.Start(rules); !p.Over(); p = play(p) {
			r, ok := findReach(&p, 20)
			if !ok {
				continue
			}
			known++
			end := p
			for !end.Over() {
				end = play(end)
			}
			if !end.CathedralSquares().Contains(r.cathedral) {
				t.Errorf("%v %s: the Cathedral was captured, the end is %s", rules, p.String(), end.String())
			}
			for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
				enemy := side.Opponent()
				if !r.exposed[side].IsEmpty() {
					exposed++
				}
				if !end.Buildings(side).Contains(p.Buildings(side).AndNot(r.exposed[side])) {
					t.Errorf("%v %s: a safe piece was captured, the end is %s", rules, p.String(), end.String())
				}
				if !r.squares[side].Contains(end.Buildings(side).AndNot(p.Buildings(side))) {
					t.Errorf("%v %s: %v built beyond its reach, the end is %s", rules, p.String(), side, end.String())
				}
				lost := end.Buildings(enemy).Or(end.Territory(enemy).AndNot(p.Territory(enemy)))
				if lost.Intersects(r.safe[side]) {
					t.Errorf("%v %s: %v lost safe ground, the end is %s", rules, p.String(), side, end.String())
				}
				_, most := packer.most(r.fillable(side), side, p.Hand(side), littleEffort)
				if placed := p.Unplaced(side) - end.Unplaced(side); placed > most {
					t.Errorf("%v %s: %v placed %d squares, at most %d were foretold", rules, p.String(), side, placed, most)
				}
			}
		}
	}
	if known < 1000 || exposed < 500 {
		t.Errorf("only %d positions were bounded, in %d of which something was exposed", known, exposed)
	}
}
