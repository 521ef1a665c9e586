package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

func TestRegressionRecoversKnownWeights(t *testing.T) {
	weights := []float64{0.5, -1.25, 0, 3, -0.01}
	random := rand.New(rand.NewPCG(1, 1))
	r := newRegression(len(weights))
	for range 20_000 {
		inputs, target := make([]float64, len(weights)), random.NormFloat64()
		for i := range inputs {
			inputs[i] = float64(random.IntN(10))
			target += weights[i] * inputs[i]
		}
		r.add(inputs, target)
	}
	solution, err := r.solve(1)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range weights {
		if math.Abs(solution[i]-want) > 0.02 {
			t.Errorf("weight %d is %.3f, want %.3f", i, solution[i], want)
		}
	}
}

func TestRidgeIsAsManyRowsOfNothing(t *testing.T) {
	with, without := newRegression(1), newRegression(1)
	for range 30 {
		with.add([]float64{1}, 4)
		without.add([]float64{1}, 4)
	}
	for range 10 {
		without.add([]float64{1}, 0)
	}
	ridged, err := with.solve(10)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := without.solve(0)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(ridged[0]-3) > 1e-12 || math.Abs(plain[0]-3) > 1e-12 {
		t.Errorf("weights %v and %v, want 3", ridged, plain)
	}
}

func TestInputsThatNothingIsKnownOfGetNoWeight(t *testing.T) {
	r := newRegression(2)
	r.add([]float64{2, 0}, 6)
	if _, err := r.solve(0); err == nil {
		t.Error("no error without a ridge")
	}
	solution, err := r.solve(1e-9)
	if err != nil || math.Abs(solution[0]-3) > 1e-6 || solution[1] != 0 {
		t.Errorf("solution %v, error %v", solution, err)
	}
}

// someExamples returns examples of positions of random games.
func someExamples(random *rand.Rand, count int) []Example {
	var examples []Example
	for len(examples) < count {
		p := engine.Start(engine.Rules{})
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			if p.Ply() > 2 {
				examples = append(examples, NewExample(&Moment{Position: p}))
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
	}
	return examples[:count]
}

// TestTheModelIsThatOfTheEvaluation fits to the engine's own estimates: if they
// are sums of the same counts, hardly an error remains.
func TestTheModelIsThatOfTheEvaluation(t *testing.T) {
	examples := someExamples(rand.New(rand.NewPCG(2, 2)), 4000)
	r := newRegression(4*len(search.WeightNames()) + 2)
	for _, example := range examples {
		r.add(appendInputs(nil, &example.Counts), float64(example.Counts.Estimate)/100)
	}
	solution, err := r.solve(1e-6)
	if err != nil {
		t.Fatal(err)
	}
	weights := newWeights(solution, len(search.WeightNames()))
	worst := 0.0
	for _, example := range examples {
		worst = max(worst, math.Abs(weights.Estimate(&example.Counts)-float64(example.Counts.Estimate)/100))
	}
	if worst > 0.03 {
		t.Errorf("an estimate is off by %.3f squares", worst)
	}
}

func TestFitFindsTheWeightsThatMadeTheMargins(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	features := len(search.WeightNames())
	truth := Weights{Moving: make([]Weight, features), Waiting: make([]Weight, features), Tempo: Weight{50, -50}}
	for i := range features {
		truth.Moving[i] = Weight{random.IntN(100) - 50, random.IntN(100) - 50}
		truth.Waiting[i] = Weight{random.IntN(100) - 50, random.IntN(100) - 50}
	}
	examples := someExamples(random, 6000)
	for i := range examples {
		noise := random.NormFloat64()
		examples[i].Margin = int(math.Round(truth.Estimate(&examples[i].Counts) + noise))
	}
	learned, held := examples[:5000], examples[5000:]
	weights, err := FitWeights(learned, 1)
	if err != nil {
		t.Fatal(err)
	}
	measured := MeasureErrors(held, &weights)
	if before, after := measured.Total(); after > 1.15 || after > before/2 { // 1.04 is the noise, rounding with it
		t.Errorf("the error fell from %.3f to %.3f only", before, after)
	}
	sum := 0.0
	for i := range held {
		sum += square(weights.Estimate(&held[i].Counts) - truth.Estimate(&held[i].Counts))
	}
	if off := math.Sqrt(sum / float64(len(held))); off > 0.3 {
		t.Errorf("the estimates are %.3f squares off the true ones", off)
	}
}
