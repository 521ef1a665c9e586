package certificate

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// What the ground of a position promises holds until the end of every game that is
// played from there, even if sides pass that may not: exposed buildings aside, all
// buildings and the Cathedral stand; no side builds where it may never cover; and safe
// ground is never the enemy's.
func TestGroundLasts(t *testing.T) {
	random := newRandom()
	rules := enginetest.AllRules()
	games, captured := 500, 0
	if enginetest.IsLong(t) {
		games = 20000
	}
	for game := range games {
		begin := enginetest.RandomPosition(random, rules[game%len(rules)], 2+random.IntN(20))
		if game%2 == 0 { // a text forgets what is settled
			begin = enginetest.Position(t, begin.String(), begin.Rules())
		}
		var g ground
		g.find(&begin)
		p := begin
		for {
			for side := engine.Light; side <= engine.Dark; side++ {
				enemy := side.Opponent()
				standing := begin.Buildings(side).AndNot(g.exposed[side])
				if lost := standing.AndNot(p.Buildings(side)); !lost.IsEmpty() {
					t.Fatalf("%s: %s of %s are not exposed, but lost in %s", begin, lost, side, p)
				}
				if begin.Buildings(side) != p.Buildings(side).And(begin.Buildings(side)) {
					captured++
				}
				built := p.Buildings(side).AndNot(begin.Buildings(side))
				if wrong := built.AndNot(g.covered[side]); !wrong.IsEmpty() {
					t.Fatalf("%s: %s may never be covered by %s, but is in %s", begin, wrong, side, p)
				}
				if taken := g.safe[side].And(p.Buildings(enemy).Or(p.Territory(enemy).And(begin.Territory(side)))); !taken.IsEmpty() {
					t.Fatalf("%s: %s is safe ground of %s, but taken in %s", begin, taken, side, p)
				}
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if random.IntN(8) == 0 {
				m = engine.Pass
			}
			p = p.Play(m)
		}
	}
	if captured == 0 {
		t.Error("nothing was ever captured")
	}
}
