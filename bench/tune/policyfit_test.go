package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// policyExamples returns examples of which some are held out and some were searched.
func policyExamples(t testing.TB, positions, every int) []PolicyExample {
	t.Helper()
	games := PolicyGames{Seed: 5, Positions: positions, Every: every, Nodes: 300}
	examples, err := games.Examples(t.Context(), func(int) {})
	enginetest.Must(t, err)
	return examples
}

// TestThePolicyModelIsThatOfTheEngine compares the differences between the logits of the model and
// between the ranks that the engine gives.
func TestThePolicyModelIsThatOfTheEngine(t *testing.T) {
	m := NewPolicyModel(ordering.DefaultPolicy())
	random := rand.New(rand.NewPCG(61, 1))
	ranker := ordering.NewRanker(ordering.NewHistory(), func(int) {})
	ranker.Consult(sketchedPly)
	compared := 0
	enginetest.Walk(random, 40, func(_, p *engine.Position, last engine.Move) {
		if p.Ply() > sketchedPly || p.PlacesCathedral() || random.IntN(4) > 0 {
			return
		}
		s := newSketch(p, last, random)
		moves, ranks := ranker.Ranks(&s.node)
		if !moves[0].IsPlacement() {
			return
		}
		e, ranked := s.example(t.Context(), &PolicyGames{}, nil, false), map[engine.Move]int32{}
		for i, move := range moves {
			ranked[move] = ranks[i]
		}
		var c counselling
		m.see(e, 0, &c)
		first := m.logit(e, &c, e.Candidates[0].Placement, e.Candidates[0].Rank)
		for i, candidate := range e.Candidates {
			compared++
			want := float64(ranked[s.moves[i]]-ranked[s.moves[0]]) / milliScale
			if got := m.logit(e, &c, candidate.Placement, candidate.Rank) - first; math.Abs(got-want) > 0.01 {
				t.Fatalf("%s, %s: the model prefers it by %.3f, the engine by %.3f", p.String(), s.moves[i], got, want)
			}
		}
	})
	if compared < 1000 {
		t.Errorf("%d placements compared", compared)
	}
}

// A turned board makes the units and placements of the position that is turned. Dark, which sees the
// mirror image, sees it turn the other way.
func TestAPolicySeesTurnedBoards(t *testing.T) {
	m := NewPolicyModel(ordering.DefaultPolicy())
	random := rand.New(rand.NewPCG(61, 2))
	enginetest.Walk(random, 8, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() {
			return
		}
		side, quarters := p.Side(), random.IntN(4)
		turned, turns := p.Rotate(quarters), quarters
		if side == engine.Dark {
			turns = -quarters & 3
		}
		var got, want counselling
		m.see(&PolicyExample{Inputs: evaluation.Inputs(p, side)}, turns, &got)
		m.see(&PolicyExample{Inputs: evaluation.Inputs(&turned, side)}, 0, &want)
		for k := range got.sums {
			if math.Abs(float64(got.sums[k]-want.sums[k])) > 1e-4 {
				t.Fatalf("%s turned by %d: unit %d is %g, want %g", p.String(), quarters, k, got.sums[k], want.sums[k])
			}
		}
		for _, move := range p.Moves(nil) {
			if !move.IsPlacement() {
				continue
			}
			index := turnedPlacements[turns][ordering.PlacementIndex(move, side)]
			if want := ordering.PlacementIndex(move.Rotate(quarters), side); int(index) != want {
				t.Fatalf("%s turned by %d has the index %d, want %d", move, quarters, index, want)
			}
		}
	})
}

// TestThePolicyGradientIsThatOfTheLoss changes single numbers a little.
func TestThePolicyGradientIsThatOfTheLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 3))
	m := newPolicyModel()
	for i := range m.all {
		m.all[i] = float32(0.1 * random.NormFloat64())
	}
	measured := 0
	for _, e := range policyExamples(t, 40, 2) {
		var c counselling
		gradient, quarters := newPolicyModel(), random.IntN(4)
		m.loss(&e, quarters, &c)
		m.addGradient(gradient, &e, quarters, &c)
		placement, unit := int(c.placements[random.IntN(len(c.placements))]), random.IntN(hidden)
		input := int(perspectives[0][quarters][e.Inputs[random.IntN(len(e.Inputs))]])
		for name, at := range map[string]struct {
			numbers, slopes []float32
			index           int
		}{
			"inputs": {m.inputs, gradient.inputs, input*hidden + unit}, "start": {m.start, gradient.start, unit},
			"rows": {m.rows, gradient.rows, placement*hidden + unit}, "bias": {m.bias, gradient.bias, placement},
			"share": {m.share, gradient.share, e.Phase},
		} {
			const step = 1.0 / 128
			old := at.numbers[at.index]
			var losses [2]float64
			var around [2]counselling
			for k, number := range [2]float32{old + step, old - step} {
				at.numbers[at.index] = number
				losses[k] = m.loss(&e, quarters, &around[k])
			}
			at.numbers[at.index] = old
			if a, b := around[0].units[unit], around[1].units[unit]; min(a, b) <= 0 || max(a, b) >= hiddenLimit {
				continue // bent
			}
			if slope := (losses[0] - losses[1]) / (2 * step); math.Abs(slope-float64(at.slopes[at.index])) > 0.005*math.Max(1, math.Abs(slope)) {
				t.Errorf("%s: the slope is %.4f, measured %.4f", name, at.slopes[at.index], slope)
			}
			measured++
		}
	}
	if measured < 100 {
		t.Errorf("%d slopes measured", measured)
	}
}

// A policy learns what the ranking does not know, of openings that it has not seen.
func TestAPolicyLearns(t *testing.T) {
	examples := policyExamples(t, 3000, 0)
	loss := func(epochs int) float64 {
		m, err := (&PolicyFit{Epochs: epochs, Examples: examples, Report: func(int, int) {}}).Run(t.Context())
		enginetest.Must(t, err)
		loss, held, _ := m.Measure(examples)
		if held < 100 || held > 600 {
			t.Errorf("%d of %d examples are held out", held, len(examples))
		}
		return loss
	}
	if before, after := loss(0), loss(6); after > before-0.1 {
		t.Errorf("the loss is %.3f, of the ranking alone %.3f", after, before)
	}
}

func TestRecallCountsHowManyAreRankedBefore(t *testing.T) {
	var recall Recall
	for _, choice := range [][2]int{{3, 0}, {4, 3}, {5, 60}, {6, 7}, {8, 8}} {
		recall.Add(choice[0], choice[1])
	}
	want := Recall{Choices: [4]int{3, 2}, Found: [4][6]int{{1, 2, 2, 2, 2, 2}, {0, 0, 1, 2, 2, 2}}}
	if recall != want {
		t.Errorf("recall %+v, want %+v", recall, want)
	}
	if text := recall.String(); !strings.Contains(text, "\n| 0 to 5 | 3 | 33.3 % | 66.7 % |") {
		t.Errorf("the table is %s", text)
	}
}

func TestExamplesHoldTheirChoice(t *testing.T) {
	examples := policyExamples(t, 400, 3)
	chosen := 0
	for _, e := range examples {
		if e.Ply < 1 || e.Ply > sketchedPly || e.Drawn > ranked || len(e.Candidates) > ranked+unlikely+1 {
			t.Errorf("ply %d, %d candidates, %d of them rank first", e.Ply, len(e.Candidates), e.Drawn)
		}
		if e.Chosen < 0 {
			continue
		}
		chosen++
		if all := len(e.Candidates) + len(e.Rest); e.Held && all != e.Drawn+e.Unlikely {
			t.Errorf("%d placements, want %d", all, e.Drawn+e.Unlikely)
		}
	}
	if chosen < 60 || chosen > 250 {
		t.Errorf("%d of %d positions were searched, want a third", chosen, len(examples))
	}
	again := policyExamples(t, 400, 3)
	if !reflect.DeepEqual(again, examples) {
		t.Error("the same games have other examples")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&PolicyGames{Positions: 1}).Examples(ctx, func(int) {}); err != context.Canceled {
		t.Errorf("cancelled: error %v", err)
	}
	if _, err := (&PolicyFit{Epochs: 1, Examples: examples}).Run(ctx); err != context.Canceled {
		t.Errorf("a cancelled fit: error %v", err)
	}
}
