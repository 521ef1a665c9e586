package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// targeted returns moments whose scores are the sum of the territory's margin, a bonus for
// squares built on in the middle of the board, which only the network can learn, and noise of
// one square.
func targeted(random *rand.Rand, count int) []Moment {
	moments := randomMoments(random, count)
	for i := range moments {
		moments[i].Centi = int(100*trueMargin(&moments[i].Position) + 100*random.NormFloat64())
	}
	return moments
}

func trueMargin(p *engine.Position) float64 {
	side, middle := p.Side(), 0
	for square := range p.Buildings(side).Squares() {
		if row, column := square.Row(), square.Column(); row >= 3 && row < 7 && column >= 3 && column < 7 {
			middle++
		}
	}
	return float64(middle + (p.Territory(side).Count()-p.Territory(side.Opponent()).Count())/2)
}

// fitTo returns a fit to moments, every sixth of which is held out.
func fitTo(moments []Moment, epochs int) *EvaluationFit {
	return &EvaluationFit{
		Epochs: epochs,
		Moments: func(use func(*Moment, bool) error) error {
			for i := range moments {
				if err := use(&moments[i], i%6 == 0); err != nil {
					return err
				}
			}
			return nil
		},
		Report: func(int, int) {},
	}
}

func run(t *testing.T, fit *EvaluationFit) *FittedEvaluation {
	t.Helper()
	fitted, err := fit.Run(t.Context())
	enginetest.Must(t, err)
	return fitted
}

func TestTheFitFindsWhatMadeTheScores(t *testing.T) {
	enginetest.Long(t)
	moments := targeted(rand.New(rand.NewPCG(6, 6)), 6000)
	fit := fitTo(moments, 30)
	var reports []int
	fit.Report = func(done, total int) { reports = append(reports, done, total) }
	fitted := run(t, fit)
	total := 30 * fitted.Learned
	if last := len(reports) - 2; fitted.Learned != 5000 || reports[last] >= total || reports[last] < total*9/10 || reports[last+1] != total {
		t.Errorf("%d moments, the last report is %v", fitted.Learned, reports[last:])
	}
	if positions, before, after := fitted.Errors.Total(); positions < 900 || after > 1.6 || before < 2 { // the noise is 1
		t.Errorf("the estimates are %.3f squares off the scores of %d positions\n%s", after, positions, &fitted.Errors)
	}
}

func TestTheFitIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	moments := targeted(rand.New(rand.NewPCG(7, 7)), 2500)
	fitOn := func(processors int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return run(t, fitTo(moments, 2)).all
	}
	if one, four := fitOn(1), fitOn(4); !slices.Equal(one, four) {
		t.Error("one processor and four give different numbers")
	}
}

// A fit that ends with its context continues from its file, and comes to what it would have
// come to at once. It takes no other fit's file.
func TestAFitContinuesAfterAnInterruption(t *testing.T) {
	moments := targeted(rand.New(rand.NewPCG(8, 8)), 1500)
	whole := run(t, fitTo(moments, 3))
	ctx, cancel := context.WithCancel(t.Context())
	fit := fitTo(moments, 3)
	fit.Progress = filepath.Join(t.TempDir(), "fit.state")
	fit.Report = func(done, total int) {
		if done > total/2 {
			cancel()
		}
	}
	if fitted, err := fit.Run(ctx); fitted != nil || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, error %v", fitted, err)
	}
	least := math.MaxInt
	fit.Report = func(done, _ int) { least = min(least, done) }
	if again := run(t, fit); least == 0 || !slices.Equal(again.all, whole.all) {
		t.Errorf("the fit continues at %d moments; numbers are equal: %t", least, slices.Equal(again.all, whole.all))
	}
	state := benchtest.Read(t, fit.Progress)
	for want, change := range map[string]func(other *EvaluationFit){
		"other games or with other flags": func(other *EvaluationFit) { other.Epochs++ },
		"name a new file": func(other *EvaluationFit) {
			*other = *fitTo(moments[1:], 3)
			other.Progress = fit.Progress
		},
		"fit.state: ": func(*EvaluationFit) { benchtest.Write(t, fit.Progress, state[:len(state)/2]) },
	} {
		other := *fit
		change(&other)
		if _, err := other.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
		benchtest.Write(t, fit.Progress, state)
	}
	if files, err := os.ReadDir(filepath.Dir(fit.Progress)); err != nil || len(files) != 1 {
		t.Errorf("files %v, error %v", files, err)
	}
}

// TestEveryExampleOfABatchCountsOnce compares slopes at zero, which do not depend on the
// rotation of an example.
func TestEveryExampleOfABatchCountsOnce(t *testing.T) {
	examples := randomExamples(rand.New(rand.NewPCG(9, 9)), 100)
	for i := range examples {
		examples[i].Target = float32(i % 7)
	}
	for _, size := range []int{1, 7, 61} {
		batch := examples[:size]
		d := newDescent(1, 1, [32]byte{})
		clear(d.All)
		for _, share := range d.shares {
			share.gradient.all[0] = 1 // left from another batch
		}
		gradient := d.gradient(batch)
		for i := range len(d.evaluation.weights) - 8 { // the last are those of gains, which are left out at random, and of the move
			want := float32(0)
			for at := range batch {
				want -= batch[at].Target / scoreUnit * appendTerms(nil, &batch[at])[i] / float32(size)
			}
			if math.Abs(float64(gradient[i]-want)) > 1e-4*math.Max(1, math.Abs(float64(want))) {
				t.Errorf("%d examples: slope %d is %g, want %g", size, i, gradient[i], want)
			}
		}
	}
}

func TestInputsTurnAsTheBoardDoes(t *testing.T) {
	enginetest.Walk(rand.New(rand.NewPCG(34, 1)), 30, func(_, p *engine.Position, _ engine.Move) {
		for quarters := range 4 {
			board := quarters
			if p.Side() == engine.Dark {
				board = -quarters // seen in a mirror
			}
			turned := p.Rotate(board)
			for i, side := range []engine.Side{p.Side(), p.Side().Opponent()} {
				var inputs []uint16
				for _, input := range evaluation.Inputs(p, p.Side()) {
					inputs = append(inputs, perspectives[i][quarters][input])
				}
				want := evaluation.Inputs(&turned, side)
				slices.Sort(inputs)
				slices.Sort(want)
				if !slices.Equal(inputs, want) {
					t.Fatalf("%s, turned by %d quarters, seen by %s: %v, want %v", p.String(), quarters, side, inputs, want)
				}
			}
		}
	})
}
