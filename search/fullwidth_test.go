package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
	"cathedral/search/evaluation"
)

// fullWidth is the slow twin of a sound search: it searches all lines of depth
// plies. A forced pass does not count as a ply. Finished games lie beyond all
// estimates.
func fullWidth(p *engine.Position, depth int) int {
	moves := p.Moves(nil)
	switch {
	case len(moves) == 0:
		margin := p.Margin(p.Side())
		return 100*margin + 20_000*sign(margin)
	case moves[0] == engine.Pass:
		return fullWidthAfter(p, moves[0], depth)
	case depth == 0:
		_, total := evaluation.Explain(p)
		return total
	}
	best := -100_000
	for _, m := range moves {
		best = max(best, fullWidthAfter(p, m, depth-1))
	}
	return best
}

// fullWidthAfter returns the value of m for the side that makes it.
func fullWidthAfter(p *engine.Position, m engine.Move, depth int) int {
	next := p.Play(m)
	if next.Side() == p.Side() {
		return fullWidth(&next, depth)
	}
	return -fullWidth(&next, depth)
}

func sign(n int) int { return max(-1, min(1, n)) }

func TestASoundMultiPVGivesTheBestMovesInOrder(t *testing.T) {
	s := newSearcher(t)
	random := rand.New(rand.NewPCG(19, 1))
	for done := 0; done < 20; {
		p := enginetest.RandomPosition(random, engine.Rules{}, 14+random.IntN(8))
		moves := p.Moves(nil)
		if len(moves) > 50 || len(moves) < 2 {
			continue
		}
		done++
		depth := 1 + done%3
		var want []int
		for _, m := range moves {
			want = append(want, fullWidthAfter(&p, m, depth-1))
		}
		slices.SortFunc(want, func(a, b int) int { return b - a })
		options := search.DefaultOptions()
		options.Techniques, options.MultiPV = search.Techniques{}, len(moves)
		got := make([]int, len(moves))
		s.Search(context.Background(), &p, search.Limits{Depth: depth}, options, func(info search.Info) {
			got[info.MultiPV-1] = info.Score.Centi
			enginetest.PlayLine(t, p, info.PV)
		})
		for i := range want {
			if want[i] > 10_000 || want[i] < -10_000 { // a score has only the margin
				want[i] -= 20_000 * sign(want[i])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s depth %d:\n got %v\nwant %v", p.String(), depth, got, want)
		}
	}
}

// When many captures threaten, to value all moves of the first ply exactly took 33,000
// nodes, most of them for moves that are much worse than the best.
func TestBadMovesTakeFewNodesAtDepthOne(t *testing.T) {
	p := enginetest.Position(t, "10/10/7F2/2+3FFF1/1+++3Fyy/2+3oyy1/2+2oo1y1/4oo4/10/10 l - 4", engine.Rules{})
	if result := find(newSearcher(t), &p, search.Limits{Depth: 1}); result.Info.Nodes > 6_000 {
		t.Errorf("depth 1 takes %d nodes, want at most 6000", result.Info.Nodes)
	}
}

// A search of one ply values the best moves on their own, so more lines take no more nodes.
func TestLinesOfOnePlyCostNothingMore(t *testing.T) {
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(19, 2)), engine.Rules{}, 6)
	var nodes [2]uint64
	for i, lines := range []int{1, 6} {
		s := newSearcher(t)
		options := search.DefaultOptions()
		options.MultiPV = lines
		values := make([]search.Score, lines)
		nodes[i] = s.Search(t.Context(), &p, search.Limits{Depth: 1}, options, func(info search.Info) { values[info.MultiPV-1] = info.Score }).Info.Nodes
		for rank, value := range values {
			if value.Bound != search.Exact || rank > 0 && value.Centi > values[rank-1].Centi {
				t.Errorf("line %d of %d has the score %+v, want an exact one no better than the line before", rank+1, lines, value)
			}
		}
	}
	if nodes[1] != nodes[0] {
		t.Errorf("six lines take %d nodes, one %d", nodes[1], nodes[0])
	}
}
