package search_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

func TestSearchMovesRestrictTheRootIfTheyAreLegal(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	legal := p.Moves(nil)[5]
	late := enginetest.RandomPosition(rand.New(rand.NewPCG(3, 1)), engine.Rules{}, 6)
	for i, moves := 0, late.Moves(nil); i < len(moves); i += len(moves) / 5 {
		only := []engine.Move{moves[i], moves[len(moves)-1-i]}
		if result := find(s, &late, search.Limits{Nodes: 2000, Moves: only}); !slices.Contains(only, result.Best) {
			t.Errorf("searched %v, found %s", only, result.Best)
		}
	}
	for _, moves := range [][]engine.Move{{}, {engine.NoMove}, {engine.Pass}} {
		if result := find(s, &p, search.Limits{Depth: 1, Moves: moves}); !p.IsLegal(result.Best) || result.Info.Score.Final {
			t.Errorf("searched %v, found %s with %+v", moves, result.Best, result.Info.Score)
		}
	}
	if result := find(s, &p, search.Limits{Depth: 1, Moves: []engine.Move{engine.Pass, legal}}); result.Best != legal {
		t.Errorf("found %s, want %s", result.Best, legal)
	}
}

func TestTheZeroSearcherSearchesWithoutReports(t *testing.T) {
	var s search.Searcher
	s.Clear()
	p := engine.Start(engine.Rules{})
	result := s.Search(t.Context(), &p, search.Limits{Nodes: 500}, search.Options{Threads: -1, MultiPV: -1}, nil)
	if !p.IsLegal(result.Best) || result.Info.Depth < 1 || result.Info.MultiPV != 1 {
		t.Errorf("found %s with %+v", result.Best, result.Info)
	}
}

func TestSearchesAtTheSameTimeWaitForEachOther(t *testing.T) {
	var s search.Searcher
	var searches sync.WaitGroup
	for plies := range 8 {
		searches.Go(func() {
			p := enginetest.RandomPosition(rand.New(rand.NewPCG(50, uint64(plies))), engine.Rules{}, plies)
			if result := find(&s, &p, search.Limits{Nodes: 500}); !p.IsLegal(result.Best) {
				t.Errorf("%s: found %s", p.String(), result.Best)
			}
			s.Clear()
		})
	}
	searches.Wait()
}

// TestTheLastReportComesOnce covers searches that end by each kind of limit, and
// searches that end with a proof.
func TestTheLastReportComesOnce(t *testing.T) {
	s := newSearcher(t)
	random := rand.New(rand.NewPCG(51, 1))
	for plies := range 26 {
		p := enginetest.RandomPosition(random, engine.Rules{}, plies)
		for _, multiPV := range []int{1, 3} {
			for _, limits := range []search.Limits{{Depth: 2}, {Nodes: 700}, {Clock: &search.Clock{Remaining: 20 * time.Millisecond}}} {
				options := search.DefaultOptions()
				options.MultiPV = multiPV
				var reports []search.Info
				result := s.Search(t.Context(), &p, limits, options, func(info search.Info) { reports = append(reports, info) })
				last := reports[len(reports)-1]
				if !reflect.DeepEqual(last, result.Info) || last.PV[0] != result.Best || last.MultiPV != 1 {
					t.Fatalf("%s: the last report is %+v, the result %+v", p.String(), last, result)
				}
				if len(reports) > 1 {
					before := reports[len(reports)-2]
					before.Time, before.HashFull = last.Time, last.HashFull
					if reflect.DeepEqual(before, last) {
						t.Fatalf("%s: %+v is reported twice", p.String(), last)
					}
				}
			}
		}
	}
}
