package search_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// TestValuesChangeSignWithTheSideAndNotWithThePly searches the first plies of the
// rules in which Light places the Cathedral and moves again. A search that took
// Light's second move for a reply by Dark would look for the worst one.
func TestValuesChangeSignWithTheSideAndNotWithThePly(t *testing.T) {
	s := newSearcher(t)
	random := rand.New(rand.NewPCG(29, 1))
	sound := search.DefaultOptions()
	sound.Techniques = search.Techniques{}
	for range 4 {
		p := engine.Start(engine.Rules{Set: engine.Woods})
		for depth := range 2 { // from ply 0, Light's second move is at the horizon
			moves := p.Moves(nil)
			m := moves[random.IntN(len(moves))]
			limits := search.Limits{Depth: depth + 1, Moves: []engine.Move{m}}
			result := s.Search(context.Background(), &p, limits, sound, nil)
			if want := fullWidthAfter(&p, m, depth); result.Info.Score.Centi != want || result.Best != m {
				t.Errorf("%s, %s, depth %d: %d, want %d", p.String(), m, depth+1, result.Info.Score.Centi, want)
			}
			enginetest.PlayLine(t, p, result.Info.PV)
			p = p.Play(m)
		}
	}
}
