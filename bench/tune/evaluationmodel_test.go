package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"testing"

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

// randomExamples returns examples from random games under all rules, in the order of the
// games.
func randomExamples(random *rand.Rand, count int) []Example {
	var examples []Example
	for game := 0; len(examples) < count; game++ {
		sets := engine.RuleSets()
		p := engine.Start(engine.Rules{Set: sets[game%len(sets)]})
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			if example, fitting := NewExample(&Moment{Position: p, HasMargin: true}, 1); fitting {
				examples = append(examples, example)
			}
			best := moves[random.IntN(len(moves))]
			for range 4 {
				if move := moves[random.IntN(len(moves))]; move.Squares().Count() > best.Squares().Count() {
					best = move // a large building, so that the city fills
				}
			}
			p = p.Play(best)
		}
	}
	return examples[:count]
}

// TestTheModelIsThatOfTheEngine compares the model's estimates with the engine's
// evaluation, both with the engine's current parameters. A fit of a different model would
// be useless to the engine.
func TestTheModelIsThatOfTheEngine(t *testing.T) {
	e := CurrentEvaluation()
	seen := [evaluation.Phases]int{}
	for _, example := range randomExamples(rand.New(rand.NewPCG(2, 2)), 4000) {
		seen[example.Phase]++
		if estimate := e.Estimate(&example.Counts); math.Abs(estimate-float64(example.Estimate)/100) > 0.021 {
			t.Errorf("the model estimates %.3f squares, the engine %d hundredths", estimate, example.Estimate)
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
		fitted.all[i] += float32(i%7-3) / 30
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
		sum += square(fitted.Estimate(&example.Counts) - rounded.Estimate(&example.Counts))
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
		e.all[i] = float32(0.2 * random.NormFloat64())
	}
	for _, example := range randomExamples(random, 40) {
		var values activations
		gradient := newEvaluation()
		e.estimate(&example.Counts, example.Inputs, &values)
		e.addGradient(gradient, &example.Counts, example.Inputs, &values, 1)
		for name, part := range map[string][2][]float32{
			"weights": {e.weights, gradient.weights}, "inputs": {e.inputs, gradient.inputs}, "start": {e.start, gradient.start},
			"output": {e.output, gradient.output}, "bias": {e.bias, gradient.bias},
		} {
			numbers, slopes := part[0], part[1]
			i := random.IntN(len(numbers))
			if name == "inputs" { // most of them do not occur
				i = int(example.Inputs[random.IntN(len(example.Inputs))])*hidden + random.IntN(hidden)
			}
			const step = 1.0 / 64
			old := numbers[i]
			numbers[i] = old + step
			above := e.Estimate(&example.Counts)
			numbers[i] = old - step
			below := e.Estimate(&example.Counts)
			numbers[i] = old
			measured := (above - below) / (2 * step * scoreUnit)
			if math.Abs(measured-float64(slopes[i])) > 0.002 && !bends(&values, step) {
				t.Errorf("%s: the slope is %.4f, measured %.4f", name, slopes[i], measured)
			}
		}
	}
}

// bends reports whether a step may carry a hidden unit across one of its limits.
func bends(a *activations, step float32) bool {
	for _, unit := range a.hidden {
		if unit > -step && unit < step || unit > hiddenLimit-step && unit < hiddenLimit+step {
			return true
		}
	}
	return false
}
