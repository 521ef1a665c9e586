package tune

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// The fit works in batches, with a step size that falls along half a cosine wave. Each
// step also decays the input weights of the network a little (Loshchilov and Hutter,
// Decoupled Weight Decay Regularization and SGDR, both 2017).
const (
	evaluationBatch = 1024
	evaluationStep  = 0.004
	inputDecay      = 0.1 // relative to the step size
	// halfBlind is how many examples there are for one without the gains of the side that
	// waits, which the engine often leaves out.
	halfBlind = 4
	// evaluationShares is the number of parts of a batch, one for each goroutine. It
	// is the same on every machine, because floating-point sums depend on their order.
	evaluationShares = 8
)

// EvaluationFit is a fit of the evaluation to moments of games. It passes over the moments
// Epochs times and rotates each position at random, because the rules do not depend on the
// board's orientation. On processors of the same kind the same moments in the same order give
// the same evaluation, wherever the fit was interrupted.
type EvaluationFit struct {
	Epochs int
	// Moments calls use with the moments to fit to, in their order, and whether each is held
	// out; the moment is valid during the call. It returns use's error, or its own. The fit
	// calls it once for each epoch and once before.
	Moments func(use func(moment *Moment, held bool) error) error
	// Progress is the name of a file with the state of the fit after each epoch, from which a
	// later fit of the same moments continues. "": none.
	Progress string
	// Report is called with the number of moments done in all epochs and their number.
	Report func(done, total int)
}

// FittedEvaluation is the outcome of a fit.
type FittedEvaluation struct {
	*Evaluation // rounded to the precision of the engine's files
	Learned     int
	Errors      EstimateErrors // on the moments held out
}

// window is the number of examples that are shuffled together. Games come in no particular
// order.
const window = 1 << 18

// mostHeld is the greatest number of examples that measure the error.
const mostHeld = 300_000

// Run runs the fit. It returns ctx's error, and errors of Moments and of the file.
func (f *EvaluationFit) Run(ctx context.Context) (*FittedEvaluation, error) {
	var held []Example
	learned, heldOut := 0, &examples{use: func(all []Example) error {
		held = append(held, all...)
		return ctx.Err()
	}}
	data := sha256.New()
	err := f.Moments(func(moment *Moment, isHeld bool) error {
		fmt.Fprintln(data, moment.Position.Key(), moment.Centi)
		switch {
		case !isHeld:
			learned++
		case len(held) < mostHeld:
			return heldOut.add(moment)
		}
		return ctx.Err()
	})
	if err := errors.Join(err, heldOut.flush()); err != nil {
		return nil, err
	}
	d := newDescent(f.Epochs, learned, [sha256.Size]byte(data.Sum(nil)))
	if err := d.load(f.Progress); err != nil {
		return nil, err
	}
	for d.Epoch < f.Epochs {
		done := d.Epoch * learned
		random := rand.New(rand.NewPCG(1, uint64(d.Epoch)))
		batches := &examples{use: func(all []Example) error {
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for at := 0; at < len(all); at += evaluationBatch {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				d.learn(all[at:min(at+evaluationBatch, len(all))])
				f.Report(min(done+at, f.Epochs*learned), f.Epochs*learned)
			}
			done += len(all)
			return nil
		}}
		err := f.Moments(func(moment *Moment, isHeld bool) error {
			if isHeld {
				return ctx.Err()
			}
			return batches.add(moment)
		})
		if err := errors.Join(err, batches.flush()); err != nil {
			return nil, err
		}
		d.Epoch++
		if err := d.save(f.Progress); err != nil {
			return nil, err
		}
	}
	d.evaluation.round()
	return &FittedEvaluation{d.evaluation, learned, measureErrors(held, d.evaluation)}, nil
}

// examples makes examples from moments, on all processors, and uses a window of them at a time.
type examples struct {
	moments []Moment
	use     func(all []Example) error // it owns the examples
}

func (e *examples) add(moment *Moment) error {
	if e.moments = append(e.moments, *moment); len(e.moments) == window {
		return e.flush()
	}
	return nil
}

func (e *examples) flush() error {
	made, fitting := make([]Example, len(e.moments)), make([]bool, len(e.moments))
	var working sync.WaitGroup
	parts := runtime.GOMAXPROCS(0)
	for part := range parts {
		working.Go(func() {
			for i := part; i < len(made); i += parts {
				made[i], fitting[i] = newExample(&e.moments[i])
			}
		})
	}
	working.Wait()
	kept := made[:0]
	for i := range made {
		if fitting[i] {
			kept = append(kept, made[i])
		}
	}
	e.moments = e.moments[:0]
	return e.use(kept)
}

// descent is the state of a fit. The exported fields are on file.
type descent struct {
	Epoch int // that are done
	Steps int // that are done
	All   []float32
	Adam  adam
	Data  [sha256.Size]byte // identifies the moments
	Of    int               // epochs

	evaluation *Evaluation // of All
	steps      int         // in the whole fit, about
	shares     []*share
}

// share is the state of the goroutine that works on one part of each batch.
type share struct {
	gradient    *Evaluation
	random      *rand.Rand
	activations activations
}

func newDescent(epochs, learned int, data [sha256.Size]byte) *descent {
	e := newEvaluation()
	e.randomise(rand.New(rand.NewPCG(1, 0)))
	d := &descent{
		All: e.all, Adam: *newAdam(len(e.all)), Data: data, Of: epochs,
		evaluation: e, steps: max(1, epochs*learned/evaluationBatch), shares: make([]*share, evaluationShares),
	}
	for i := range d.shares {
		d.shares[i] = &share{gradient: newEvaluation()}
	}
	return d
}

// load continues the fit whose state is in a file, if there is one.
func (d *descent) load(path string) error {
	file, err := os.Open(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	var saved descent
	if err := gob.NewDecoder(file).Decode(&saved); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if saved.Data != d.Data || saved.Of != d.Of || len(saved.All) != len(d.All) || !d.Adam.resume(&saved.Adam) {
		return fmt.Errorf("%s has the state of a fit to other games or with other flags: name a new file", path)
	}
	copy(d.All, saved.All)
	d.Epoch, d.Steps = saved.Epoch, saved.Steps
	return nil
}

// save replaces the file with the present state.
func (d *descent) save(path string) error {
	if path == "" {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), "fit")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	err = gob.NewEncoder(file).Encode(d)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// learn makes one step down the mean squared error of a batch.
func (d *descent) learn(batch []Example) {
	d.Steps++
	step := evaluationStep * (1 + math.Cos(math.Pi*min(1, float64(d.Steps)/float64(d.steps)))) / 2
	for i, move := range d.Adam.step(d.gradient(batch), step) {
		d.All[i] -= move
	}
	keep := 1 - float32(inputDecay*step)
	for i := range d.evaluation.inputs {
		d.evaluation.inputs[i] *= keep
	}
}

// gradient returns the derivatives of half the mean squared error of a batch, in the
// order of Evaluation.all. The first share owns the slice.
func (d *descent) gradient(batch []Example) []float32 {
	var working sync.WaitGroup
	var gradients [evaluationShares][]float32
	for i, s := range d.shares {
		part := batch[i*len(batch)/len(d.shares) : (i+1)*len(batch)/len(d.shares)]
		s.random = rand.New(rand.NewPCG(uint64(d.Steps), uint64(i)))
		gradients[i] = s.gradient.all
		working.Go(func() { s.learn(d.evaluation, part) })
	}
	working.Wait()
	return meanGradient(gradients[:], len(batch))
}

// meanGradient returns the mean gradient of a batch of the given size, from the sums over its shares.
// It reuses the slice of the first share.
func meanGradient(gradients [][]float32, size int) []float32 {
	sum := gradients[0]
	for _, gradient := range gradients[1:] {
		for i, slope := range gradient {
			sum[i] += slope
		}
	}
	for i := range sum {
		sum[i] /= float32(size)
	}
	return sum
}

// learn sets the share's gradient to the sum of the gradients of a part of a batch.
func (s *share) learn(e *Evaluation, part []Example) {
	clear(s.gradient.all)
	for i := range part {
		example, quarters := part[i], s.random.IntN(4)
		if s.random.IntN(halfBlind) == 0 {
			example = example.halfBlind()
		}
		deviation := e.estimate(&example, quarters, &s.activations) - example.Target/scoreUnit
		e.addGradient(s.gradient, &example, quarters, &s.activations, deviation)
	}
}
