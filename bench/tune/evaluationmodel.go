package tune

import (
	"encoding/binary"
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
	second  []float32 // by value of the first layer and unit of the second
	between []float32 // by unit of the second layer: its value if all others are 0
	direct  []float32 // by phase and hidden unit of both perspectives
	output  []float32 // by phase and unit of the second layer
	bias    []float32 // by phase
}

const (
	hidden    = evaluation.Hidden
	second    = evaluation.Second
	counts    = len(evaluation.Counts{})
	values    = 2*hidden + 2*counts // of the first layer: hidden units of both perspectives, counts of both sides
	scoreUnit = 10                  // squares in a unit of the evaluation
	countUnit = 10                  // the count that is a unit of a term
)

// newEvaluation returns an evaluation whose numbers are all zero.
func newEvaluation() *Evaluation {
	const phases = evaluation.Phases
	e := &Evaluation{}
	sizes := []int{
		2 * (2*counts + 1), evaluation.NumInputs * hidden, hidden, values * second, second, phases * 2 * hidden, phases * second, phases,
	}
	e.all = allot(sizes, &e.weights, &e.inputs, &e.start, &e.second, &e.between, &e.direct, &e.output, &e.bias)
	return e
}

// allot sets parts to consecutive pieces of one slice of zeros, of the given sizes, and returns the
// slice.
func allot(sizes []int, parts ...*[]float32) []float32 {
	total := 0
	for _, size := range sizes {
		total += size
	}
	all := make([]float32, total)
	rest := all
	for i, part := range parts {
		*part, rest = rest[:sizes[i]:sizes[i]], rest[sizes[i]:]
	}
	return all
}

// randomise sets the network's numbers to small random values. Units that all begin with
// zeros would stay equal.
func (e *Evaluation) randomise(random *rand.Rand) {
	for _, part := range []struct {
		numbers []float32
		spread  float64
	}{{e.inputs, 0.1}, {e.second, 0.1}, {e.direct, 0.03}, {e.output, 0.1}} {
		for i := range part.numbers {
			part.numbers[i] = float32(part.spread * random.NormFloat64())
		}
	}
	for i := range e.start {
		e.start[i] = 0.5 // most units begin inside their range
	}
}

// Estimate returns the final margin for the side to move, in squares, that the evaluation
// estimates for an example.
func (e *Evaluation) Estimate(example *Example) float64 {
	var a activations
	return float64(scoreUnit * e.estimate(example, 0, &a))
}

// activations holds the intermediate values of an estimate, for its gradient.
type activations struct {
	terms  []float32
	sums   [2][hidden]float32 // of the hidden units, by perspective: the side to move, the side that waits
	values [values]float32    // of the first layer, clipped
	second [second]float32
}

// estimate returns the estimate in units of scoreUnit for the position of an example, or that
// position after a rotation clockwise by the given number of quarter turns, as the side to move
// sees it.
func (e *Evaluation) estimate(example *Example, quarters int, a *activations) float32 {
	a.terms = appendTerms(a.terms[:0], example)
	sum := e.bias[example.Phase]
	for i, term := range a.terms {
		sum += e.weights[i] * term
	}
	for side := range a.sums {
		sums := &a.sums[side]
		copy(sums[:], e.start)
		seen := &perspectives[side][quarters]
		for _, input := range example.Inputs {
			row := (*[hidden]float32)(e.inputs[int(seen[input])*hidden:])
			for i := range row {
				sums[i] += row[i]
			}
		}
		for i, unit := range sums {
			a.values[side*hidden+i] = max(0, min(unit, hiddenLimit))
		}
	}
	for i := range counts {
		a.values[2*hidden+i] = float32(example.Moving[i]) / countUnit
		a.values[2*hidden+counts+i] = float32(example.Waiting[i]) / countUnit
	}
	copy(a.second[:], e.between)
	for i, value := range a.values {
		if value == 0 {
			continue
		}
		row := (*[second]float32)(e.second[i*second:])
		for k := range row {
			a.second[k] += value * row[k]
		}
	}
	for i, weight := range e.direct[example.Phase*2*hidden:][:2*hidden] {
		sum += weight * a.values[i]
	}
	for i, weight := range e.output[example.Phase*second:][:second] {
		sum += weight * max(0, min(a.second[i], secondLimit))
	}
	return sum
}

// addGradient adds to gradient the derivatives of an estimate by the evaluation's
// numbers, multiplied by slope. a holds the activations of that estimate.
func (e *Evaluation) addGradient(gradient *Evaluation, example *Example, quarters int, a *activations, slope float32) {
	gradient.bias[example.Phase] += slope
	for i, term := range a.terms {
		gradient.weights[i] += slope * term
	}
	var slopes [second]float32
	output, byOutput := e.output[example.Phase*second:][:second], gradient.output[example.Phase*second:][:second]
	for i, unit := range a.second {
		if unit <= 0 {
			continue
		}
		byOutput[i] += slope * min(unit, secondLimit)
		if unit < secondLimit {
			slopes[i] = slope * output[i]
			gradient.between[i] += slopes[i]
		}
	}
	direct, byDirect := e.direct[example.Phase*2*hidden:][:2*hidden], gradient.direct[example.Phase*2*hidden:][:2*hidden]
	var bySum [2][hidden]float32
	for i, value := range a.values {
		if value == 0 {
			continue
		}
		row, byRow := (*[second]float32)(e.second[i*second:]), (*[second]float32)(gradient.second[i*second:])
		by := float32(0)
		for k := range row {
			byRow[k] += value * slopes[k]
			by += row[k] * slopes[k]
		}
		if i < 2*hidden {
			byDirect[i] += slope * value
			if value < hiddenLimit {
				bySum[i/hidden][i%hidden] = by + slope*direct[i]
			}
		}
	}
	for side := range bySum {
		slopes := &bySum[side]
		for i, slope := range slopes {
			gradient.start[i] += slope
		}
		seen := &perspectives[side][quarters]
		for _, input := range example.Inputs {
			row := (*[hidden]float32)(gradient.inputs[int(seen[input])*hidden:])
			for i := range row {
				row[i] += slopes[i]
			}
		}
	}
}

// perspectives has, for each input of the side to move, the input that takes its place after a
// rotation by a number of quarter turns. The perspective is that of this side (0) or of the side
// that waits (1).
var perspectives = makePerspectives()

func makePerspectives() (all [2][4][evaluation.NumInputs]uint16) {
	for quarters := range 4 {
		for input := range uint16(evaluation.NumInputs) {
			all[0][quarters][input] = turnedInput(input, quarters)
			all[1][quarters][input] = turnedInput(evaluation.Mirrored(input), -quarters)
		}
	}
	return all
}

// turnedInput returns the network's input that corresponds to input after the board, as
// its side sees it, is rotated clockwise by the given number of quarter turns.
func turnedInput(input uint16, quarters int) uint16 {
	if input >= evaluation.SquareInputs {
		return input // not of a square
	}
	const boardSquares = engine.Rows * engine.Columns
	plane, square := int(input)/boardSquares, int(input)%boardSquares
	row, column := square/engine.Columns, square%engine.Columns
	for range quarters & 3 {
		row, column = column, engine.Rows-1-row
	}
	return uint16(plane*boardSquares + row*engine.Columns + column)
}

// appendTerms appends the terms of the weighted sum: two for each feature of the side to
// move, two for each feature of the other side, and two for the right to move. The first
// of each two belongs to an empty city, the second to a full one.
func appendTerms(terms []float32, example *Example) []float32 {
	full := float32(example.Built) / (2 * engine.SideSquares)
	both := func(count float32) {
		count /= countUnit
		terms = append(terms, count*(1-full), count*full)
	}
	for _, count := range example.Moving {
		both(float32(count))
	}
	for _, count := range example.Waiting {
		both(-float32(count))
	}
	both(1)
	return terms
}

// The fixed-point scales of the numbers in the engine's files. evaluation.Network
// documents those of the network.
const (
	centiUnit   = 100 * scoreUnit // hundredths of a square
	weightScale = centiUnit / countUnit
	hiddenScale = 256
	hiddenLimit = 4                                              // the largest value of a hidden unit
	secondLimit = 16                                             // the largest value of a unit of the second layer
	secondScale = 64                                             // of the weights of hidden units
	countScale  = secondScale * hiddenScale / float64(countUnit) // of the weights of counts
	outputScale = centiUnit * 1024 / hiddenScale
	biasScale   = centiUnit * 1024
)

// round rounds all numbers to the precision of the engine's files.
func (e *Evaluation) round() {
	for i, weight := range e.weights {
		e.weights[i] = float32(whole(weight, weightScale)) / weightScale
	}
	e.setNetwork(e.Network())
}

// setNetwork sets the numbers of the network to those in the engine's form.
func (e *Evaluation) setNetwork(n *evaluation.Network) {
	e.eachRow(n, fromFixed[int16], fromFixed[int32])
}

// Network returns the network in the engine's form. It clamps numbers that are out of
// range.
func (e *Evaluation) Network() *evaluation.Network {
	n := new(evaluation.Network)
	e.eachRow(n, toFixed[int16], toFixed[int32])
	return n
}

// eachRow calls narrow and wide with each row of numbers of n, of 16 and of 32 bits, the numbers
// of e that it stands for and their scale.
func (e *Evaluation) eachRow(n *evaluation.Network, narrow func([]float32, float64, []int16), wide func([]float32, float64, []int32)) {
	narrow(e.start, hiddenScale, n.Start[:])
	for i := range n.Inputs {
		narrow(e.inputs[i*hidden:], hiddenScale, n.Inputs[i][:])
	}
	for i := range n.SecondWeights {
		scale := float64(secondScale)
		if i >= 2*hidden {
			scale = countScale
		}
		narrow(e.second[i*second:], scale, n.SecondWeights[i][:])
	}
	wide(e.between, secondScale*hiddenScale, n.SecondBias[:])
	for phase := range n.Output {
		narrow(e.direct[phase*2*hidden:], outputScale, n.Direct[phase][:])
		narrow(e.output[phase*second:], outputScale, n.Output[phase][:])
	}
	wide(e.bias, biasScale, n.Bias[:])
}

func whole(number float32, scale float64) int { return int(math.Round(scale * float64(number))) }

// fixed is the type of a number in the engine's files.
type fixed interface{ int8 | int16 | int32 }

// fromFixed sets numbers to those of a row, whose unit is scale.
func fromFixed[T fixed](numbers []float32, scale float64, row []T) {
	for i, number := range row {
		numbers[i] = float32(float64(number) / scale)
	}
}

// toFixed sets a row, whose unit is scale, to numbers. It clamps those that are out of range.
func toFixed[T fixed](numbers []float32, scale float64, row []T) {
	most := 1<<(8*binary.Size(row[0])-1) - 1
	for i := range row {
		row[i] = T(max(-most-1, min(most, whole(numbers[i], scale))))
	}
}
