package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// readBack returns the evaluation in an engine's files: the source of the weights, and
// the network.
func readBack(t *testing.T, weights, network []byte) *Evaluation {
	t.Helper()
	e := newEvaluation()
	numbers := regexp.MustCompile(`\{(-?\d+), (-?\d+)\}`).FindAllSubmatch(weights, -1)
	if 2*len(numbers) != len(e.weights) {
		t.Fatalf("%d weights, want %d", len(numbers), len(e.weights)/2)
	}
	for i, pair := range numbers {
		var empty, full float32
		if _, err := fmt.Sscan(string(pair[1])+" "+string(pair[2]), &empty, &full); err != nil {
			t.Fatal(err)
		}
		e.weights[2*i], e.weights[2*i+1] = empty/weightScale, full/weightScale
	}
	n, err := evaluation.UnmarshalNetwork(network)
	enginetest.Must(t, err)
	e.setNetwork(n)
	return e
}

// randomMoments returns moments of random games under all rules, in the order of the games.
func randomMoments(random *rand.Rand, count int) []Moment {
	var moments []Moment
	for game := 0; len(moments) < count; game++ {
		sets := engine.RuleSets()
		p := engine.Start(engine.Rules{Set: sets[game%len(sets)]})
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			moments = append(moments, Moment{Position: p})
			p = p.Play(selfplay.Largest(moves, 5, random)) // so that the city fills
		}
	}
	return moments[:count]
}

// randomExamples returns the examples of randomMoments, at most count.
func randomExamples(random *rand.Rand, count int) []Example {
	var examples []Example
	for _, moment := range randomMoments(random, count) {
		if example, fitting := newExample(&moment); fitting {
			examples = append(examples, example)
		}
	}
	return examples
}

// currentEvaluation returns the evaluation that this engine plays with.
func currentEvaluation() *Evaluation {
	e := newEvaluation()
	for i, weight := range evaluation.Weights() {
		e.weights[2*i], e.weights[2*i+1] = float32(weight[0])/weightScale, float32(weight[1])/weightScale
	}
	e.setNetwork(evaluation.DefaultNetwork())
	return e
}

// TestTheModelIsThatOfTheEngine compares the model's estimates with the engine's
// evaluation, both with the engine's current parameters. A fit of a different model would
// be useless to the engine.
func TestTheModelIsThatOfTheEngine(t *testing.T) {
	e := currentEvaluation()
	seen := [evaluation.Phases]int{}
	for _, example := range randomExamples(rand.New(rand.NewPCG(2, 2)), 4000) {
		seen[example.Phase]++
		if estimate := e.Estimate(&example); math.Abs(estimate-float64(example.Estimate)) > 0.06 {
			t.Errorf("the model estimates %.3f squares, the engine %.2f", estimate, example.Estimate)
		}
	}
	for phase, count := range seen {
		if count == 0 {
			t.Errorf("no position was in phase %d", phase)
		}
	}
}

func TestTheEngineGetsWhatWasFitted(t *testing.T) {
	fitted := newEvaluation()
	fitted.randomise(rand.New(rand.NewPCG(3, 3)))
	for i := range fitted.all {
		fitted.all[i] += float32(i%7-3) / 100
	}
	rounded := newEvaluation()
	copy(rounded.all, fitted.all)
	rounded.round()
	weights, err := rounded.Source(testHeader)
	enginetest.Must(t, err)
	network, err := rounded.Network().Marshal()
	enginetest.Must(t, err)
	for i, number := range readBack(t, weights, network).all {
		if number != rounded.all[i] {
			t.Fatalf("number %d is %g, was %g", i, number, rounded.all[i])
		}
	}
	sum, examples := 0.0, randomExamples(rand.New(rand.NewPCG(4, 4)), 500)
	for _, example := range examples {
		sum += square(fitted.Estimate(&example) - rounded.Estimate(&example))
	}
	if off := math.Sqrt(sum / float64(len(examples))); off > 0.3 || off == 0 {
		t.Errorf("rounding changes estimates by %.3f squares", off)
	}
}

func TestANetworkTooLargeForTheEngineIsNotWritten(t *testing.T) {
	e := newEvaluation()
	e.inputs[0], e.inputs[1] = 1e6, -1e6
	n := e.Network()
	if n.Inputs[0][0] != math.MaxInt16 || n.Inputs[0][1] != math.MinInt16 {
		t.Errorf("large numbers became %d and %d", n.Inputs[0][0], n.Inputs[0][1])
	}
	if _, err := n.Marshal(); err != nil {
		t.Errorf("units at their limits: %v", err)
	}
	for unit, beyond := range []float32{1, -1} {
		e.start[0], e.start[1] = 0, 0
		e.start[unit] = beyond
		if file, err := e.Network().Marshal(); err == nil || file != nil {
			t.Errorf("unit %d may run over: error %v", unit, err)
		}
	}
}

// TestTheGradientIsThatOfTheEstimate changes single numbers a little.
func TestTheGradientIsThatOfTheEstimate(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	e := newEvaluation()
	for i := range e.all {
		e.all[i] = float32(0.1 * random.NormFloat64())
	}
	measured := 0
	for _, example := range randomExamples(random, 60) {
		var values activations
		gradient, quarters := newEvaluation(), random.IntN(4)
		e.estimate(&example, quarters, &values)
		e.addGradient(gradient, &example, quarters, &values, 1)
		for name, part := range map[string][2][]float32{
			"weights": {e.weights, gradient.weights}, "inputs": {e.inputs, gradient.inputs}, "start": {e.start, gradient.start},
			"second": {e.second, gradient.second}, "between": {e.between, gradient.between}, "direct": {e.direct, gradient.direct},
			"output": {e.output, gradient.output}, "bias": {e.bias, gradient.bias},
		} {
			numbers, slopes := part[0], part[1]
			i := random.IntN(len(numbers))
			if name == "inputs" { // most of them do not occur
				i = int(perspectives[0][quarters][example.Inputs[random.IntN(len(example.Inputs))]])*hidden + random.IntN(hidden)
			}
			const step = 1.0 / 256
			old := numbers[i]
			var estimates [2]float64
			var around [2]activations
			for k, number := range [2]float32{old + step, old - step} {
				numbers[i] = number
				estimates[k] = float64(e.estimate(&example, quarters, &around[k]))
			}
			numbers[i] = old
			if bent(&around[0], &around[1]) {
				continue
			}
			if slope := (estimates[0] - estimates[1]) / (2 * step); math.Abs(slope-float64(slopes[i])) > 0.002*math.Max(1, math.Abs(slope)) {
				t.Errorf("%s: the slope is %.4f, measured %.4f", name, slopes[i], slope)
			}
			measured++
		}
	}
	if measured < 300 {
		t.Errorf("%d slopes measured", measured)
	}
}

// bent reports whether a unit crosses one of its limits between two estimates.
func bent(a, b *activations) bool {
	crosses := func(a, b, limit float32) bool { return (a > 0) != (b > 0) || (a < limit) != (b < limit) }
	for side := range a.sums {
		for i := range a.sums[side] {
			if crosses(a.sums[side][i], b.sums[side][i], hiddenLimit) {
				return true
			}
		}
	}
	for i := range a.second {
		if crosses(a.second[i], b.second[i], secondLimit) {
			return true
		}
	}
	return false
}
