package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// The fit works in batches, with a step size that falls along half a cosine wave. Each
// step also decays the input weights of the network a little (Loshchilov and Hutter,
// Decoupled Weight Decay Regularization and SGDR, both 2017).
const (
	evaluationBatch = 512
	evaluationStep  = 0.002
	inputDecay      = 0.1 // relative to the step size
	// evaluationShares is the number of parts of a batch, one for each goroutine. It
	// is the same on every machine, because floating-point sums depend on their order.
	evaluationShares = 8
)

// FitEvaluation fits the weights and the network together to the targets of the
// examples, by least squares, and returns the evaluation rounded to the precision of the
// engine's files. It passes over the examples epochs times and rotates each at random in
// every pass, because the rules do not depend on the board's orientation. It begins with
// start, or with random numbers if start is nil, and leaves start unchanged. It calls report
// with the number of examples done, over all epochs. On processors of the same kind the
// same examples in the same order give the same evaluation. It returns ctx's error.
func FitEvaluation(ctx context.Context, start *Evaluation, examples []Example, epochs int, report func(done int)) (*Evaluation, error) {
	random := rand.New(rand.NewPCG(1, 0))
	e := newEvaluation()
	if start == nil {
		e.randomise(random)
	} else {
		copy(e.all, start.all)
	}
	shares := make([]*share, evaluationShares)
	for i := range shares {
		shares[i] = &share{gradient: newEvaluation(), random: rand.New(rand.NewPCG(1, uint64(i+1)))}
	}
	descent := newAdam[float32](len(e.all))
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	for epoch := range epochs {
		step := evaluationStep * (1 + math.Cos(math.Pi*float64(epoch)/float64(epochs))) / 2
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for at := 0; at < len(order); at += evaluationBatch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			batch := order[at:min(at+evaluationBatch, len(order))]
			e.descend(descent.step(e.gradient(examples, batch, shares), step), step)
			report(epoch*len(order) + at + len(batch))
		}
	}
	e.round()
	return e, nil
}

// share is the state of the goroutine that works on one part of each batch.
type share struct {
	gradient    *Evaluation
	random      *rand.Rand
	inputs      []uint16
	activations activations
}

// gradient returns the derivatives of half the mean squared error of a batch, in the
// order of Evaluation.all. The first share owns the slice.
func (e *Evaluation) gradient(examples []Example, batch []int, shares []*share) []float32 {
	var working sync.WaitGroup
	for i, s := range shares {
		part := batch[i*len(batch)/len(shares) : (i+1)*len(batch)/len(shares)]
		working.Go(func() { s.learn(e, examples, part) })
	}
	working.Wait()
	sum := shares[0].gradient.all
	for _, s := range shares[1:] {
		for i, slope := range s.gradient.all {
			sum[i] += slope
		}
	}
	for i := range sum {
		sum[i] /= float32(len(batch))
	}
	return sum
}

// learn sets the share's gradient to the sum of the gradients of a part of a batch.
func (s *share) learn(e *Evaluation, examples []Example, part []int) {
	clear(s.gradient.all)
	for _, index := range part {
		example := &examples[index]
		s.inputs = append(s.inputs[:0], example.Inputs...)
		if quarters := s.random.IntN(4); quarters > 0 {
			for i, input := range s.inputs {
				s.inputs[i] = turnedInput(input, quarters)
			}
		}
		deviation := e.estimate(&example.Counts, s.inputs, &s.activations) - example.Target/scoreUnit
		e.addGradient(s.gradient, &example.Counts, s.inputs, &s.activations, deviation)
	}
}

// descend subtracts the moves of a step from the numbers, and decays the input weights.
func (e *Evaluation) descend(moves []float32, step float64) {
	for i, move := range moves {
		e.all[i] -= move
	}
	keep := 1 - float32(inputDecay*step)
	for i := range e.inputs {
		e.inputs[i] *= keep
	}
}

// turnedInput returns the network's input that corresponds to input after the board, as
// the side to move sees it, is rotated clockwise by the given number of quarter turns.
func turnedInput(input uint16, quarters int) uint16 {
	if input >= evaluation.SquareInputs {
		return input // of a hand
	}
	const boardSquares = engine.Rows * engine.Columns
	plane, square := int(input)/boardSquares, int(input)%boardSquares
	row, column := square/engine.Columns, square%engine.Columns
	for range quarters & 3 {
		row, column = column, engine.Rows-1-row
	}
	return uint16(plane*boardSquares + row*engine.Columns + column)
}
