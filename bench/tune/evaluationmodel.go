package tune

import (
	"math"
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Evaluation has the numbers of package evaluation as they are fitted: the weights
// that counts are multiplied by, and those of the network, whose part is added. The
// sum of both is in units of scoreUnit, so that all numbers are of about one size.
type Evaluation struct {
	all []float32 // those that follow, one after the other

	weights []float32 // by term of appendTerms: two each, with an empty and with a full city
	inputs  []float32 // by input of the network and hidden unit
	start   []float32 // by hidden unit
	output  []float32 // by phase and hidden unit
	bias    []float32 // by phase
}

const (
	hidden = evaluation.Hidden
	// scoreUnit is 1 in what the numbers make of a position, in squares, and
	// countUnit in what they make it of.
	scoreUnit = 10
	countUnit = 10
)

// newEvaluation returns an evaluation of zeros.
func newEvaluation() *Evaluation {
	e := &Evaluation{}
	sizes := []int{
		2 * (2*len(evaluation.Counts{}) + 1), evaluation.NumInputs * hidden, hidden, evaluation.Phases * hidden, evaluation.Phases,
	}
	total := 0
	for _, size := range sizes {
		total += size
	}
	e.all = make([]float32, total)
	rest := e.all
	for i, part := range []*[]float32{&e.weights, &e.inputs, &e.start, &e.output, &e.bias} {
		*part, rest = rest[:sizes[i]:sizes[i]], rest[sizes[i]:]
	}
	return e
}

// randomise gives the network's numbers small random values. From zeros all hidden
// units would learn the same.
func (e *Evaluation) randomise(random *rand.Rand) {
	for i := range e.inputs {
		e.inputs[i] = float32(0.05 * random.NormFloat64())
	}
	for i := range e.output {
		e.output[i] = float32(0.3 * random.NormFloat64())
	}
}

// Estimate returns the final margin that the evaluation estimates, in squares for the
// side to move.
func (e *Evaluation) Estimate(counts *Counts) float64 {
	var t thought
	return float64(scoreUnit * e.estimate(counts, counts.Inputs, &t))
}

// thought holds what an evaluation works out of a position on the way to its estimate.
type thought struct {
	terms  []float32
	hidden [hidden]float32
}

// estimate returns the estimate in units of scoreUnit. inputs are those of the
// network, which may be those of the position turned.
func (e *Evaluation) estimate(counts *Counts, inputs []uint16, t *thought) float32 {
	t.terms = appendTerms(t.terms[:0], counts)
	sum := e.bias[counts.Phase]
	for i, term := range t.terms {
		sum += e.weights[i] * term
	}
	copy(t.hidden[:], e.start)
	for _, input := range inputs {
		for i, number := range row(e.inputs, int(input)) {
			t.hidden[i] += number
		}
	}
	for i, number := range row(e.output, counts.Phase) {
		if unit := t.hidden[i]; unit > 0 {
			sum += number * min(unit, hiddenLimit)
		}
	}
	return sum
}

// addGradient adds to a gradient the derivatives of an estimate, times a slope,
// by the evaluation's numbers. What led to the estimate is as estimate left it.
func (e *Evaluation) addGradient(gradient *Evaluation, counts *Counts, inputs []uint16, t *thought, slope float32) {
	gradient.bias[counts.Phase] += slope
	for i, term := range t.terms {
		gradient.weights[i] += slope * term
	}
	var slopes [hidden]float32 // by the hidden units
	byOutput := row(gradient.output, counts.Phase)
	for i, number := range row(e.output, counts.Phase) {
		if unit := t.hidden[i]; unit > 0 {
			byOutput[i] += slope * min(unit, hiddenLimit)
			if unit < hiddenLimit {
				slopes[i] = slope * number
			}
		}
	}
	for i, slope := range slopes {
		gradient.start[i] += slope
	}
	for _, input := range inputs {
		byInput := row(gradient.inputs, int(input))
		for i, slope := range slopes {
			byInput[i] += slope
		}
	}
}

// row returns the numbers of an index, one for each hidden unit.
func row(numbers []float32, index int) *[hidden]float32 {
	return (*[hidden]float32)(numbers[index*hidden:])
}

// appendTerms appends what the weights are multiplied by: two numbers for each
// feature of the side to move, of the waiting one, and for the right to move.
func appendTerms(terms []float32, counts *Counts) []float32 {
	full := float32(counts.Built) / (2 * engine.SideSquares)
	both := func(count float32) {
		count /= countUnit
		terms = append(terms, count*(1-full), count*full)
	}
	for _, count := range counts.Moving {
		both(float32(count))
	}
	for _, count := range counts.Waiting {
		both(-float32(count))
	}
	both(1)
	return terms
}

// round makes all numbers those that the engine's files can hold.
func (e *Evaluation) round() {
	roundTo(e.weights, weightScale)
	roundTo(e.start, hiddenScale)
	roundTo(e.inputs, hiddenScale)
	roundTo(e.output, outputScale)
	roundTo(e.bias, biasScale)
}

// What the numbers are multiplied by in the engine's files: evaluation.Network tells
// those of the network.
const (
	centiUnit   = 100 * scoreUnit // hundredths of a square
	weightScale = centiUnit / countUnit
	hiddenScale = 256
	hiddenLimit = 4 // the largest value of a hidden unit, before it is multiplied
	biasScale   = centiUnit * 16_384
	outputScale = biasScale / hiddenScale
)

func roundTo(numbers []float32, scale float64) {
	for i, number := range numbers {
		numbers[i] = float32(float64(whole(number, scale)) / scale)
	}
}

func whole(number float32, scale float64) int { return int(math.Round(scale * float64(number))) }
