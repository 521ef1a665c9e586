package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// targeted returns examples whose targets are the sum of two parts. One is a weighted
// sum with random weights. The other is a bonus for squares built on in the middle of the
// board, which only the network can learn.
func targeted(random *rand.Rand, count int) []Example {
	truth := newEvaluation()
	for i := range truth.weights {
		truth.weights[i] = float32(0.1 * random.NormFloat64())
	}
	examples := randomExamples(random, count)
	for i := range examples {
		estimate := truth.Estimate(&examples[i].Counts)
		for _, input := range examples[i].Inputs {
			if row, column := int(input)/10, int(input)%10; input < 100 && row >= 3 && row < 7 && column >= 3 && column < 7 {
				estimate++
			}
		}
		examples[i].Target = float32(clipped(estimate + random.NormFloat64()))
		examples[i].Margin, examples[i].HasMargin = int(math.Round(estimate)), true
	}
	return examples
}

func fit(t *testing.T, start *Evaluation, examples []Example, epochs int, report func(done int)) *Evaluation {
	t.Helper()
	e, err := FitEvaluation(t.Context(), start, examples, epochs, report)
	enginetest.Must(t, err)
	return e
}

func TestTheFitFindsWhatMadeTheTargets(t *testing.T) {
	examples := targeted(rand.New(rand.NewPCG(6, 6)), 6000)
	learned, held := examples[:5000], examples[5000:]
	reports := []int{}
	e := fit(t, nil, learned, 40, func(done int) { reports = append(reports, done) })
	if !slices.IsSorted(reports) || reports[len(reports)-1] != 40*len(learned) {
		t.Errorf("reports %v", reports)
	}
	measured := MeasureErrors(held, e)
	if positions, _, after := measured.Total(); positions != len(held) || after > 1.5 || TargetError(held, e) > 1.8 { // the noise is 1
		t.Errorf("the estimates are %.3f squares off the true ones of %d positions, %.3f off the noisy ones\n%s",
			after, positions, TargetError(held, e), &measured)
	}
}

func TestAFitFromTodaysParametersKeepsWhatTheyKnow(t *testing.T) {
	examples := randomExamples(rand.New(rand.NewPCG(6, 1)), 300)
	for i := range examples { // this engine's estimates are the truth
		examples[i].Target = float32(clipped(float64(examples[i].Estimate) / 100))
	}
	learned, held := examples[:200], examples[200:]
	errors := map[bool]float64{}
	for _, scratch := range []bool{false, true} {
		start := CurrentEvaluation()
		if scratch {
			start = nil
		}
		errors[scratch] = TargetError(held, fit(t, start, learned, 1, func(int) {}))
	}
	if errors[false] > 1 || errors[false] > errors[true]/2 {
		t.Errorf("errors of %.3f squares from today's parameters and %.3f from scratch", errors[false], errors[true])
	}
}

func TestTheFitIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	examples := targeted(rand.New(rand.NewPCG(7, 7)), 1200)
	fitOn := func(processors int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return fit(t, nil, examples, 2, func(int) {}).all
	}
	if one, four := fitOn(1), fitOn(4); !slices.Equal(one, four) {
		t.Error("one processor and four give different numbers")
	}
}

func TestAFitEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	examples := randomExamples(rand.New(rand.NewPCG(8, 8)), 10)
	e, err := FitEvaluation(ctx, nil, examples, 1<<40, func(done int) {
		if done == 30 {
			cancel()
		}
	})
	if e != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", e, err)
	}
}

// TestEveryExampleOfABatchCountsOnce compares slopes at zero, which do not depend on the
// rotation of an example.
func TestEveryExampleOfABatchCountsOnce(t *testing.T) {
	examples := targeted(rand.New(rand.NewPCG(9, 9)), 100)
	for _, size := range []int{1, 7, 61} {
		batch := rand.New(rand.NewPCG(9, 1)).Perm(len(examples))[:size]
		shares := make([]*share, evaluationShares)
		for i := range shares {
			shares[i] = &share{gradient: newEvaluation(), random: rand.New(rand.NewPCG(0, 0))}
			shares[i].gradient.all[0] = 1 // left from another batch
		}
		e := newEvaluation()
		gradient := e.gradient(examples, batch, shares)
		for i := range e.weights {
			want := float32(0)
			for _, index := range batch {
				example := &examples[index]
				want -= example.Target / scoreUnit * appendTerms(nil, &example.Counts)[i] / float32(size)
			}
			if math.Abs(float64(gradient[i]-want)) > 1e-4*math.Max(1, math.Abs(float64(want))) {
				t.Errorf("%d examples: slope %d is %g, want %g", size, i, gradient[i], want)
			}
		}
	}
}

func TestInputsTurnAsTheBoardDoes(t *testing.T) {
	sorted := func(inputs []uint16) [evaluation.NumInputs]int {
		var counts [evaluation.NumInputs]int
		for _, input := range inputs {
			counts[input]++
		}
		return counts
	}
	enginetest.Walk(rand.New(rand.NewPCG(34, 1)), 30, func(_, p *engine.Position, _ engine.Move) {
		for quarters := range 4 {
			board := quarters
			if p.Side() == engine.Dark {
				board = -quarters // seen in a mirror
			}
			turned := p.Rotate(board)
			var inputs []uint16
			for _, input := range evaluation.Inputs(p, p.Side()) {
				inputs = append(inputs, turnedInput(input, quarters))
			}
			if sorted(inputs) != sorted(evaluation.Inputs(&turned, turned.Side())) {
				t.Fatalf("%s, turned by %d quarters: %v, want %v", p.String(), quarters, inputs, evaluation.Inputs(&turned, turned.Side()))
			}
		}
	})
}
