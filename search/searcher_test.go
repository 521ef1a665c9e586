package search_test

import (
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

func TestSearchMovesThatAreNotLegalAreLeftOut(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	legal := p.Moves(nil)[5]
	for _, moves := range [][]engine.Move{{}, {engine.NoMove}, {engine.Pass}} {
		if result := find(s, &p, search.Limits{Depth: 1, Moves: moves}); !p.IsLegal(result.Best) || result.Info.Score.Final {
			t.Errorf("searched %v, found %s with %+v", moves, result.Best, result.Info.Score)
		}
	}
	if result := find(s, &p, search.Limits{Depth: 1, Moves: []engine.Move{engine.Pass, legal}}); result.Best != legal {
		t.Errorf("found %s, want %s", result.Best, legal)
	}
}
