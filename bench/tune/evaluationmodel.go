package tune

import (
	"math"
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Evaluation holds the parameters of package evaluation as floating-point numbers for
// the fit: the weights of the counts, and the network. The evaluation is the sum of both
// parts. It is in units of scoreUnit, so that all numbers are of similar size.
type Evaluation struct {
	all []float32 // all of the following, in one slice

	weights []float32 // by term of appendTerms
	inputs  []float32 // by input of the network and hidden unit
	start   []float32 // by hidden unit
	output  []float32 // by phase and hidden unit
	bias    []float32 // by phase
}

const (
	hidden    = evaluation.Hidden
	scoreUnit = 10 // squares in a unit of the evaluation
	countUnit = 10 // the count that is a unit of a term
)

// newEvaluation returns an evaluation whose numbers are all zero.
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

// CurrentEvaluation returns the evaluation that this engine plays with.
func CurrentEvaluation() *Evaluation {
	e := newEvaluation()
	for i, weight := range evaluation.Weights() {
		e.weights[2*i], e.weights[2*i+1] = float32(weight[0])/weightScale, float32(weight[1])/weightScale
	}
	e.setNetwork(evaluation.DefaultNetwork())
	return e
}

func (e *Evaluation) setNetwork(n *evaluation.Network) {
	for unit := range hidden {
		e.start[unit] = float32(n.Start[unit]) / hiddenScale
		for input := range n.Inputs {
			row(e.inputs, input)[unit] = float32(n.Inputs[input][unit]) / hiddenScale
		}
		for phase := range n.Direct {
			row(e.output, phase)[unit] = float32(n.Direct[phase][unit]) / outputScale
			e.bias[phase] = float32(n.Bias[phase]) / biasScale
		}
	}
}

// randomise sets the network's numbers to small random values. Hidden units that all
// begin with zeros would stay equal.
func (e *Evaluation) randomise(random *rand.Rand) {
	for i := range e.inputs {
		e.inputs[i] = float32(0.05 * random.NormFloat64())
	}
	for i := range e.output {
		e.output[i] = float32(0.3 * random.NormFloat64())
	}
}

// Estimate returns the final margin for the side to move, in squares, that the evaluation
// estimates from counts.
func (e *Evaluation) Estimate(counts *Counts) float64 {
	var a activations
	return float64(scoreUnit * e.estimate(counts, counts.Inputs, &a))
}

// activations holds the intermediate values of an estimate, for its gradient.
type activations struct {
	terms  []float32
	hidden [hidden]float32
}

// estimate returns the estimate in units of scoreUnit. inputs are the network's inputs
// for the position or a rotation of it.
func (e *Evaluation) estimate(counts *Counts, inputs []uint16, a *activations) float32 {
	a.terms = appendTerms(a.terms[:0], counts)
	sum := e.bias[counts.Phase]
	for i, term := range a.terms {
		sum += e.weights[i] * term
	}
	copy(a.hidden[:], e.start)
	for _, input := range inputs {
		for i, number := range row(e.inputs, int(input)) {
			a.hidden[i] += number
		}
	}
	for i, number := range row(e.output, counts.Phase) {
		if unit := a.hidden[i]; unit > 0 {
			sum += number * min(unit, hiddenLimit)
		}
	}
	return sum
}

// addGradient adds to gradient the derivatives of an estimate by the evaluation's
// numbers, multiplied by slope. a holds the activations of that estimate.
func (e *Evaluation) addGradient(gradient *Evaluation, counts *Counts, inputs []uint16, a *activations, slope float32) {
	gradient.bias[counts.Phase] += slope
	for i, term := range a.terms {
		gradient.weights[i] += slope * term
	}
	var slopes [hidden]float32 // by hidden unit
	byOutput := row(gradient.output, counts.Phase)
	for i, number := range row(e.output, counts.Phase) {
		if unit := a.hidden[i]; unit > 0 {
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

// row returns the row of numbers at index: one number for each hidden unit.
func row(numbers []float32, index int) *[hidden]float32 {
	return (*[hidden]float32)(numbers[index*hidden:])
}

// appendTerms appends the terms of the weighted sum: two for each feature of the side to
// move, two for each feature of the other side, and two for the right to move. The first
// of each two belongs to an empty city, the second to a full one.
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

// round rounds all numbers to the precision of the engine's files.
func (e *Evaluation) round() {
	roundTo(e.weights, weightScale)
	roundTo(e.start, hiddenScale)
	roundTo(e.inputs, hiddenScale)
	roundTo(e.output, outputScale)
	roundTo(e.bias, biasScale)
}

// The fixed-point scales of the numbers in the engine's files. evaluation.Network
// documents those of the network.
const (
	centiUnit   = 100 * scoreUnit // hundredths of a square
	weightScale = centiUnit / countUnit
	hiddenScale = 256
	hiddenLimit = 4 // the largest value of a hidden unit, before it is multiplied
	biasScale   = centiUnit * 1_024
	outputScale = biasScale / hiddenScale
)

func roundTo(numbers []float32, scale float64) {
	for i, number := range numbers {
		numbers[i] = float32(float64(whole(number, scale)) / scale)
	}
}

func whole(number float32, scale float64) int { return int(math.Round(scale * float64(number))) }
