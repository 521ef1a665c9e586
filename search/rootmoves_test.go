package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// A move shown to lose is left for one shown to be better, however the search ends.
func TestTheBestJudgedMoveOfAnUnfinishedIterationIsPlayed(t *testing.T) {
	const depth = 6
	untold := rootMove{value: -infinity, bound: UpperBound, depth: depth}
	judged := func(value int32, bound Bound, depth int) rootMove {
		return rootMove{value: value, bound: bound, depth: depth}
	}
	for _, test := range []struct {
		name  string
		roots []rootMove
		want  int // its index
	}{
		{"a single move has fallen", []rootMove{judged(-900, UpperBound, depth)}, 0},
		{"the first move is not judged yet", []rootMove{judged(-300, Exact, depth-1), judged(-200, Exact, depth)}, 0},
		{"the first move keeps its value", []rootMove{judged(-300, Exact, depth), untold, judged(-310, Exact, depth-1)}, 0},
		{"no move is told from worse", []rootMove{judged(-900, UpperBound, depth), untold, untold}, 0},
		{"another has a higher value", []rootMove{judged(-900, Exact, depth), untold, judged(-400, Exact, depth)}, 2},
		{"another is worth more than the first at most", []rootMove{judged(-900, UpperBound, depth), judged(-400, Exact, depth)}, 1},
		{"another is worth more at least", []rootMove{judged(-900, Exact, depth), judged(-500, LowerBound, depth), untold}, 1},
		{"two are, the second more", []rootMove{judged(-900, Exact, depth), judged(-500, Exact, depth), judged(-400, LowerBound, depth)}, 2},
		{"another is worth more at most", []rootMove{judged(-900, Exact, depth), judged(-500, UpperBound, depth)}, 0},
	} {
		for i := range test.roots {
			test.roots[i].move = engine.Move(i)
		}
		settleFor(test.roots, depth)
		if got := test.roots[0].move; got != engine.Move(test.want) {
			t.Errorf("%s: move %d is played, want %d", test.name, got, test.want)
		}
	}
}

// Until a first move that falls below the window has a value, the moves behind it keep theirs
// of the last iteration, and come before it if they are worth more.
func TestAMoveThatFallsBelowTheWindowLosesItsPlace(t *testing.T) {
	s, err := New(1)
	enginetest.Must(t, err)
	p := engine.Start(engine.Rules{})
	w := s.prepare(&control{}, DefaultOptions(), nil)[0]
	roots := w.start(&p, p.Moves(nil)[:8])
	w.iterate(roots, 0, 2)
	first, second, alpha := roots[0].move, roots[1].move, roots[0].value+5000
	roots[1].value, roots[2].value = alpha-1, -infinity
	if value := w.searchRoot(roots, 3, alpha, infinity); value > alpha || roots[0].value != value || roots[0].bound != UpperBound {
		t.Fatalf("value %d, alpha %d, the first move's value is %d, bound %d", value, alpha, roots[0].value, roots[0].bound)
	}
	for i := range roots[1:] {
		if roots[1+i].depth == 3 {
			t.Errorf("move %d is searched although the first one fell", 1+i)
		}
	}
	if sortRoots(roots); roots[0].move != second || roots[1].move != first {
		t.Errorf("%s and %s come first, want %s and %s", roots[0].move, roots[1].move, second, first)
	}
}

// A search of 2,500 nodes does not end within its first iteration, however many moves there are.
func TestTheFirstIterationEnds(t *testing.T) {
	s, err := New(1)
	enginetest.Must(t, err)
	random := rand.New(rand.NewPCG(61, 2))
	for range 40 {
		p := enginetest.RandomPosition(random, engine.Rules{}, 2+random.IntN(7))
		depth := 0
		s.Search(t.Context(), &p, Limits{Nodes: 2500}, DefaultOptions(), func(i Info) { depth = i.Depth })
		if depth < 2 {
			t.Errorf("depth %d of %v", depth, &p)
		}
	}
}
