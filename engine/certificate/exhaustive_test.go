package certificate

import (
	"strconv"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// exhaustive finds final margins by playing everything.
type exhaustive struct {
	margins map[uint64]int8 // for the side to move, by the key of the position
	left    int             // positions until it gives up
}

func newExhaustive(positions int) *exhaustive {
	return &exhaustive{map[uint64]int8{}, positions}
}

// margin returns the margin for the side to move, and whether it was found.
func (e *exhaustive) margin(p *engine.Position) (int, bool) {
	if known, ok := e.margins[p.Key()]; ok {
		return int(known), true
	}
	if e.left == 0 {
		return 0, false
	}
	e.left--
	moves := p.Moves(nil)
	best := -engine.SideSquares
	if len(moves) == 0 {
		best = p.Margin(p.Side())
	}
	for _, m := range moves {
		next := p.Play(m)
		margin, found := e.margin(&next)
		if !found {
			return 0, false
		}
		if next.Side() != p.Side() {
			margin = -margin
		}
		best = max(best, margin)
	}
	e.margins[p.Key()] = int8(best)
	return best, true
}

// ending is a late position with its margin for the side to move.
type ending struct {
	position engine.Position
	margin   int
}

// endings returns positions with small trees: late ones of games by classic rules, and
// the ends of random games by all rules.
func endings(t testing.TB, count, positions int) []ending {
	t.Helper()
	var all []ending
	add := func(p engine.Position) {
		if margin, found := newExhaustive(positions).margin(&p); found {
			all = append(all, ending{p, margin})
		}
	}
	for _, line := range enginetest.Lines(t, "endgames.txt") {
		fields := line.Fields(t, 3)
		if nodes, err := strconv.Atoi(fields[2]); err == nil && nodes <= 10*positions && len(all) < count/2 {
			add(enginetest.Position(t, fields[0], engine.Rules{}))
		}
	}
	random := newRandom()
	rules := enginetest.AllRules()
	for i := 0; len(all) < count; i++ {
		p := enginetest.RandomPosition(random, rules[i%len(rules)], 16+random.IntN(8))
		if len(p.Moves(nil)) <= 20 {
			add(p)
		}
	}
	return all
}
