package tune

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// truth is the model to recover, whose scores are more reliable late in a game.
var truth = Chances{
	Draw:   [terms]float64{-0.4, -0.3},
	Spread: [terms]float64{1.2, -0.5},
	First:  3, Last: 20,
}

// simulate returns guesses whose results are drawn with the probabilities of a model.
func simulate(chances *Chances, count int, seed uint64) []Guess {
	random := rand.New(rand.NewPCG(seed, seed))
	guesses := make([]Guess, count)
	for i := range guesses {
		guess := Guess{Ply: 3 + random.IntN(18), Score: 5 * random.NormFloat64()}
		win, draw, _ := chances.Of(guess.Ply, guess.Score)
		switch outcome := random.Float64(); {
		case outcome < win:
			guess.Margin = 1 + random.IntN(9)
		case outcome > win+draw:
			guess.Margin = -1 - random.IntN(9)
		}
		guesses[i] = guess
	}
	return guesses
}

func TestFitRecoversKnownChances(t *testing.T) {
	found, err := FitChances(simulate(&truth, 40_000, 1))
	enginetest.Must(t, err)
	if found.First != 3 || found.Last != 20 {
		t.Errorf("fitted on plies %d to %d", found.First, found.Last)
	}
	for ply := 0; ply <= 24; ply += 3 {
		draw, spread := found.At(ply)
		wantDraw, wantSpread := truth.At(ply)
		if math.Abs(draw/wantDraw-1) > 0.1 || math.Abs(spread/wantSpread-1) > 0.1 {
			t.Errorf("ply %d: draw %.2f and spread %.2f, want %.2f and %.2f", ply, draw, spread, wantDraw, wantSpread)
		}
	}
	held := simulate(&truth, 10_000, 2)
	if got, best := found.LogLoss(held), truth.LogLoss(held); got > best+0.002 {
		t.Errorf("log loss %.4f, that of the true model is %.4f", got, best)
	}
	if got, blind := found.LogLoss(held), FrequencyLogLoss(held); got > blind-0.1 {
		t.Errorf("log loss %.4f, from frequencies alone %.4f", got, blind)
	}
	calibration := Calibrate(&found, held)
	if off := calibration.Error(); off > 0.02 {
		t.Errorf("points are off by %.3f:\n%s", off, &calibration)
	}
}

func TestCalibrationTellsAWrongModel(t *testing.T) {
	held := simulate(&truth, 10_000, 3)
	boastful := truth
	boastful.Spread[0] -= 1
	calibration := Calibrate(&boastful, held)
	if off := calibration.Error(); off < 0.05 {
		t.Errorf("a model that is too sure of itself is off by %.3f only:\n%s", off, &calibration)
	}
	if lines := strings.Count(calibration.String(), "\n"); lines != 12 {
		t.Errorf("a table of %d lines, want 12", lines)
	}
}

func TestLogLossIsThatOfTheChances(t *testing.T) {
	guesses := simulate(&truth, 500, 4)
	sum := 0.0
	for _, guess := range guesses {
		win, draw, loss := truth.Of(guess.Ply, guess.Score)
		if math.Abs(win+draw+loss-1) > 1e-12 || min(win, draw, loss) <= 0 {
			t.Fatalf("chances %g, %g, %g", win, draw, loss)
		}
		sum -= math.Log([]float64{loss, draw, win}[1+sign(guess.Margin)])
	}
	if got, want := truth.LogLoss(guesses), sum/500; math.Abs(got-want) > 1e-9 {
		t.Errorf("log loss %g, want %g", got, want)
	}
}

func sign(n int) int { return max(-1, min(n, 1)) }

func TestGradientIsTheSlopeOfTheLogLoss(t *testing.T) {
	guesses := simulate(&truth, 500, 5)
	gradient := make([]float64, 2*terms)
	truth.gradient(gradient, guesses)
	const step = 1e-6
	for i := range gradient {
		slope := (shifted(i, step).LogLoss(guesses) - shifted(i, -step).LogLoss(guesses)) / (2 * step)
		if math.Abs(gradient[i]-slope) > 1e-6 {
			t.Errorf("derivative %d is %g, the slope is %g", i, gradient[i], slope)
		}
	}
}

// shifted returns the true model with one coefficient changed.
func shifted(coefficient int, by float64) *Chances {
	chances := truth
	if coefficient < terms {
		chances.Draw[coefficient] += by
	} else {
		chances.Spread[coefficient-terms] += by
	}
	return &chances
}

func TestFewGuessesGiveAModelOrAnError(t *testing.T) {
	if _, err := FitChances(nil); err == nil {
		t.Error("no error without guesses")
	}
	if _, err := FitChances([]Guess{{5, 1, 3}, {6, -1, -3}}); err == nil {
		t.Error("no error without draws")
	}
	for seed := range uint64(20) {
		guesses := append(simulate(&truth, 12, seed), Guess{5, 1, 3}, Guess{5, 0, 0}, Guess{6, -1, -3})
		chances, err := FitChances(guesses)
		enginetest.Must(t, err)
		if loss := chances.LogLoss(guesses); !(loss < 3) {
			t.Errorf("seed %d: log loss %g of %+v", seed, loss, chances)
		}
	}
}
