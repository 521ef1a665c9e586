package rating

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
)

// atom stands for count observations of the same result: each has games games, with score
// points a game.
type atom struct{ count, games, score float64 }

// belief is a distribution of the true score per game: that of the mean of the atoms when
// each observation has a random weight of the standard exponential distribution (Rubin,
// "The Bayesian Bootstrap", 1981). Its quantiles never rise when a result gets worse,
// whatever the results.
type belief []atom

// belief returns the belief after s and, beside it, losses and wins, which count observations
// that nobody made. They hold for all that a sample could have shown and did not.
func (s *Sample) belief(losses, wins float64) belief {
	var b belief
	add := func(count, games, score float64) {
		if count > 0 {
			b = append(b, atom{count, games, score})
		}
	}
	for i, count := range s.Pairs {
		add(float64(count), 2, float64(i)/4)
	}
	for i, count := range s.Singles.HalfPoints() {
		add(float64(count), 1, float64(i)/2)
	}
	add(losses, s.gamesEach(), 0)
	add(wins, s.gamesEach(), 1)
	return b
}

// below returns the probability that the true score is below score.
//
// The true score is below it if the sum of weight × games × (score of the atom - score) is
// negative. The weights of an atom add up to one of the gamma distribution, so Imhof's
// integral applies ("Computing the distribution of quadratic forms in normal variables",
// 1961).
func (b belief) below(score float64) float64 {
	var canRise, canFall bool
	variance := 0.0
	for _, a := range b {
		distance := a.games * (a.score - score)
		canRise = canRise || distance > 0
		canFall = canFall || distance < 0
		variance += a.count * distance * distance
	}
	switch {
	case !canRise:
		return 1
	case !canFall:
		return 0
	}
	unit, integral := 8/math.Sqrt(variance), 0.0
	points, weights := quadrature()
	for i, u := range points {
		t := unit * u / (1 - u)
		phase, decay := 0.0, 0.0
		for _, a := range b {
			x := t * a.games * (a.score - score)
			phase += a.count * math.Atan(x)
			decay += a.count / 2 * math.Log1p(x*x)
		}
		integral += weights[i] * math.Sin(phase) * math.Exp(-decay) / (u * (1 - u))
	}
	return min(1, max(0, 0.5-integral/math.Pi))
}

// quadrature returns the points and weights of Gauss and Legendre between 0 and 1. Their
// number makes quantiles of up to ten thousand observations exact to eight digits.
var quadrature = sync.OnceValues(func() (points, weights []float64) {
	points, weights = make([]float64, 512), make([]float64, 512)
	quad.Legendre{}.FixedLocations(points, weights, 0, 1)
	return points, weights
})

// quantile returns the score that the true one is below with this probability.
func (b belief) quantile(probability float64) float64 {
	weight, sum, squares := 0.0, 0.0, 0.0
	for _, a := range b {
		weight += a.count * a.games
		sum += a.count * a.games * a.score
	}
	mean := sum / weight
	for _, a := range b {
		squares += a.count * a.games * a.games * square(a.score-mean)
	}
	// By Cantelli's inequality both quantiles that are asked for are within 6.3 deviations.
	deviation := math.Sqrt(squares) / weight
	low, high := max(0, mean-7*deviation), min(1, mean+7*deviation)
	below, above := -probability, 1-probability // what is missing at low, and too much at high
	for range 60 {
		if high-low < 1e-10 {
			break
		}
		// The Illinois method: the secant, with half the value of an end that stays.
		middle := (low*above - high*below) / (above - below)
		switch difference := b.below(middle) - probability; {
		case difference < 0:
			low, below, above = middle, difference, above/2
		default:
			high, above, below = middle, difference, below/2
		}
	}
	return (low + high) / 2
}
