package tune

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// choose returns choices among placements with random counts. The chosen placement is
// drawn with the probabilities of the ranking.
func choose(truth Ranking, choices int, random *rand.Rand) []Choice {
	all := make([]Choice, choices)
	weights := make([]float64, len(truth))
	for i := range all {
		choice := Choice{Counts: make([]ordering.Counts, 8), Full: random.Float64(), Ply: 4, Moves: 8}
		for j := range choice.Counts {
			for k := range choice.Counts[j] {
				choice.Counts[j][k] = int8(max(0, random.IntN(6)-3))
			}
		}
		truth.at(choice.Full, weights)
		draw, drawn := random.Float64(), 0
		for j, odds := range chosen(&choice, weights, nil) {
			if draw -= odds; draw < 0 {
				drawn = j
				break
			}
		}
		choice.Counts[0], choice.Counts[drawn] = choice.Counts[drawn], choice.Counts[0]
		all[i] = choice
	}
	return all
}

func TestFitRankingRecoversKnownWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 10))
	truth := make(Ranking, len(ordering.FeatureNames()))
	for i := range truth {
		truth[i] = RankWeight{random.Float64() - 0.5, random.Float64() - 0.5}
	}
	choices := choose(truth, 6000, random)
	var losses []float64
	ranking := FitRanking(nil, choices, random, func(_ int, loss float64) { losses = append(losses, loss) })
	sum := 0.0
	for i := range truth {
		sum += square(ranking[i].Empty-truth[i].Empty) + square(ranking[i].Full-truth[i].Full)
	}
	if off := math.Sqrt(sum / float64(2*len(truth))); off > 0.1 {
		t.Errorf("the weights are off by %.3f", off)
	}
	if len(losses) != rankEpochs || losses[rankEpochs-1] > losses[0] {
		t.Errorf("losses %.4f", losses)
	}
}

func TestCurrentRankingIsTheEnginesFile(t *testing.T) {
	source, err := CurrentRanking().Source(testHeader)
	enginetest.Must(t, err)
	file := benchtest.Read(t, "../../search/ordering/rankweights.go")
	const begin = "var defaultRankWeights"
	_, want, _ := strings.Cut(file, begin)
	if _, got, _ := strings.Cut(string(source), begin); got != want {
		t.Errorf("ranking\n%s\nwant\n%s", got, want)
	}
}

func TestAFitOfTheRankingBeginsWithItsStart(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 11))
	truth := CurrentRanking()
	choices := choose(truth, 400, random)
	learned, held := choices[:200], choices[200:]
	from := FitRanking(truth, learned, random, func(int, float64) {}).LogLoss(held)
	scratch := FitRanking(nil, learned, random, func(int, float64) {}).LogLoss(held)
	if from >= scratch {
		t.Errorf("log loss %.4f from the truth, %.4f from zeros", from, scratch)
	}
}

func TestRecallCountsHowManyAreRankedBefore(t *testing.T) {
	ranking := make(Ranking, len(ordering.FeatureNames()))
	ranking[0] = RankWeight{Empty: 1, Full: -1}
	choice := func(ply int, full float64, counts ...int8) *Choice {
		c := &Choice{Full: full, Ply: ply, Counts: make([]ordering.Counts, len(counts))}
		for i, count := range counts {
			c.Counts[i][0] = count
		}
		return c
	}
	var recall Recall
	for _, c := range []*Choice{
		choice(5, 0, 3, 1, 2),          // the first of three
		choice(5, 0, 3, 4, 5, 1),       // the third
		choice(5, 0, 3, 3, 1),          // as good as another: after it
		choice(8, 1, 1, 2, 3),          // the first, as the city is full
		choice(8, 0, 0, 1, 1, 1, 1, 1), // the sixth
	} {
		recall.Add(c.Ply, ranking.Before(c))
	}
	want := Recall{Choices: [4]int{3, 2}}
	want.Found[0] = [6]int{1, 3, 3, 3, 3, 3}
	want.Found[1] = [6]int{1, 1, 2, 2, 2, 2}
	if recall != want {
		t.Errorf("recall %+v, want %+v", recall, want)
	}
	if text := recall.String(); !strings.Contains(text, "\n| 0 to 5 | 3 | 33.3 % | 100.0 % |") {
		t.Errorf("table\n%s", text)
	}
}

func TestTheChosenPlacementComesFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	p := engine.Start(engine.Rules{})
	cathedral := p.Moves(nil)[7]
	if _, known := NewChoice(&Moment{Position: p, Move: cathedral}, 10, random); known {
		t.Error("the Cathedral's placement is ranked")
	}
	p = p.Play(cathedral)
	var node evaluation.Node
	node.Start(&p, cathedral)
	moves := p.Moves(nil)
	for _, others := range []int{10, 1 << 30} {
		played := moves[random.IntN(len(moves))]
		choice, known := NewChoice(&Moment{Position: p, Move: played, Last: cathedral}, others, random)
		if want := ordering.Count(&node, []engine.Move{played})[0]; !known || choice.Counts[0] != want {
			t.Errorf("%s has the counts %v, want %v", played, choice.Counts[0], want)
		}
		if len(choice.Counts) != min(len(moves), 1+others) || choice.Moves != len(moves) || choice.Ply != 1 || choice.Full != 0 {
			t.Errorf("%d placements of %d, ply %d, full %g", len(choice.Counts), choice.Moves, choice.Ply, choice.Full)
		}
	}
}
