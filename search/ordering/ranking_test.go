package ordering

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// TestTheRankIsTheSumOfItsCounts compares the ranker with its slow twin, countsOf, for
// all placements of random games. The weights and the history are random, so that
// every feature counts.
func TestTheRankIsTheSumOfItsCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(37, 1))
	var weights rankWeights
	for i := range weights {
		weights[i] = weight{random.Int32N(2000) - 1000, random.Int32N(2000) - 1000}
	}
	history := NewHistory()
	for side := range history.scores {
		for i := range history.scores[side] {
			history.scores[side][i] = random.Int32N(2000) - 1000
		}
	}
	r := NewRanker(history, func(int) {})
	var seen rankCounts
	enginetest.Walk(random, 36, func(_, p *engine.Position, last engine.Move) {
		placements := p.Moves(nil)
		if p.PlacesCathedral() || len(placements) == 0 || placements[0] == engine.Pass {
			return
		}
		if random.IntN(4) == 0 {
			last = engine.NoMove // as at the root of a search
		}
		var n evaluation.Node
		n.Start(p, last)
		r.prepare(&n, weights.phases())
		ranks := map[engine.Move]int32{}
		for _, ranked := range r.rank(nil, All) {
			ranks[ranked.move] = ranked.rank
		}
		if len(ranks) != len(placements) {
			t.Fatalf("%s: %d placements are ranked, want %d", p.String(), len(ranks), len(placements))
		}
		for i, counts := range countsOf(&n, placements) {
			want := history.scores[p.Side()][placements[i].Plain()]
			for feature, count := range counts {
				want += int32(count) * r.weights[feature]
				seen[feature] |= count
			}
			if got := ranks[placements[i]]; got != want {
				t.Fatalf("%s, %s after %s: the rank is %d, want %d of %v", p.String(), placements[i], last, got, want, counts)
			}
		}
	})
	for feature, count := range seen {
		if count == 0 {
			t.Errorf("no placement had %q", rankNames[feature])
		}
	}
}

// TestSmallBuildingsAreLeftOutWhenEnoughLargeOnesAreRanked also checks that the rest
// of the list is the same, and that nothing left out closes anything.
func TestSmallBuildingsAreLeftOutWhenEnoughLargeOnesAreRanked(t *testing.T) {
	random := rand.New(rand.NewPCG(39, 1))
	r := NewRanker(NewHistory(), func(int) {})
	shorter := 0
	enginetest.Walk(random, 36, func(_, p *engine.Position, last engine.Move) {
		if p.PlacesCathedral() || !p.CanPlace(p.Side()) {
			return
		}
		var n evaluation.Node
		n.Start(p, last)
		r.prepare(&n, phases)
		all := r.rank(nil, All)
		some := r.rank(nil, 1+random.IntN(40))
		at := 0
		for _, ranked := range all {
			if at < len(some) && some[at] == ranked {
				at++
				continue
			}
			shorter++
			m := ranked.move
			gains := p.Gains()
			if m.Building().Size() > smallBuilding || gains.Of(m) > 0 {
				t.Fatalf("%s: %s is left out", p.String(), m)
			}
		}
		if at != len(some) {
			t.Fatalf("%s: the lists differ", p.String())
		}
	})
	if shorter < 1000 {
		t.Errorf("only %d placements were left out", shorter)
	}
}

// TestTheSquaresThatAMoveWinsAreCounted compares the counts of a move with the
// squares that it claims and captures when it is played.
func TestTheSquaresThatAMoveWinsAreCounted(t *testing.T) {
	winning := 0
	enginetest.Walk(rand.New(rand.NewPCG(38, 1)), 18, func(_, p *engine.Position, last engine.Move) {
		placements := p.Moves(nil)
		if p.PlacesCathedral() || len(placements) == 0 || placements[0] == engine.Pass {
			return
		}
		var n evaluation.Node
		n.Start(p, last)
		for i, counts := range countsOf(&n, placements) {
			m := placements[i]
			if m.Spares() {
				continue
			}
			settlement := p.Settlement(m)
			won := settlement.Claimed.Count()
			for _, piece := range settlement.Captured {
				if piece.Building() != engine.Cathedral {
					won += piece.Building().Size()
				}
			}
			won -= settlement.Claimed.And(m.Squares()).Count()
			if won > 0 {
				winning++
			}
			if counted := int(counts[gainsSquares]); counted != min(won, mostGained) || int(counts[gainsFew]) != min(counted, fewGained) {
				t.Errorf("%v %s, %s wins %d squares: counted %d and %d", p.Rules(), p.String(), m, won, counts[gainsFew], counted)
			}
		}
	})
	if winning < 100 {
		t.Errorf("only %d moves won anything", winning)
	}
}
