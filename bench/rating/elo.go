package rating

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// normalizedUnit is the normalised Elo of a mean score that exceeds 1/2 by one
// standard deviation of the score of a game. Source: Van den Bergh, "Normalized
// Elo", cantate.be/Fishtest/normalized_elo.pdf.
const normalizedUnit = 800 / math.Ln10

// Score returns the points per game, from 0 to 1, with an interval that no sample is too
// small for. Its low end is the 2.5 % quantile of the belief in which one more observation
// was lost, its high end the 97.5 % quantile of the one in which it was won. If there are
// two results only, such as all or nothing, that is the interval of Clopper and Pearson.
// Source: Learned-Miller and Thomas, "A New Confidence Interval for the Mean of a Bounded
// Random Variable", arXiv 1905.06208.
func (s *Sample) Score() Estimate {
	if s.Games() == 0 {
		return noEstimate()
	}
	score := s.Points() / float64(s.Games())
	return Estimate{Number(score), Number(s.belief(1, 0).quantile(0.025)), Number(s.belief(0, 1).quantile(0.975))}
}

// Elo returns the difference in strength, positive if the party is stronger. The Elo
// of a score, or of an end of its interval, of 0 or 1 would be infinite and is none.
func (s *Sample) Elo() Estimate { return s.Score().elo() }

// elo returns the difference in strength of a score per game.
func (e Estimate) elo() Estimate { return Estimate{eloOf(e.Value), eloOf(e.Low), eloOf(e.High)} }

// eloOf returns the Elo of an expected score.
func eloOf(score Number) Number {
	if !(score > 0 && score < 1) {
		return None()
	}
	return Number(-400 * math.Log10(1/float64(score)-1))
}

// scoreOf returns the expected score, between 0 and 1, of a difference in Elo.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// NormalizedElo returns the difference of the mean score and 1/2 in standard
// deviations of a game's score, on the scale of Elo. It determines the number of games
// needed to measure the difference, whatever the share of draws. It is none if all
// observations are equal.
func (s *Sample) NormalizedElo() Estimate {
	if s.Games() == 0 {
		return noEstimate()
	}
	score := s.Points() / float64(s.Games())
	deviation := math.Sqrt(s.scatter(score) / float64(s.Games()))
	reverse := s.Reverse()
	estimate := Estimate{None(), -reverse.mostNormalized(0.5-score, deviation), s.mostNormalized(score-0.5, deviation)}
	if deviation > 0 {
		estimate.Value = Number(normalizedUnit * (score - 0.5) / deviation)
	}
	return estimate
}

// mostNormalized returns the highest normalised Elo that the likelihood ratio allows a sample
// of this excess of the score over 1/2, and deviation, or none if it is beyond all bounds.
func (s *Sample) mostNormalized(excess, deviation float64) Number {
	observed := s.spectrum()
	const most = 1000 // deviations, which no match can tell from more
	if observed.allows(most) {
		return None()
	}
	low, high := math.Atan2(excess, deviation), math.Atan(most)
	for range 50 {
		if middle := (low + high) / 2; observed.allows(math.Tan(middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	return Number(normalizedUnit * math.Tan(low))
}

// LikelihoodOfSuperiority returns the probability that the party is stronger (LOS): that
// its score is above 1/2 in the belief with two more observations, one lost and one won. If
// there are wins and losses only, that is the uniform prior.
func (s *Sample) LikelihoodOfSuperiority() Number {
	if s.Games() == 0 {
		return None()
	}
	return Number(1 - s.belief(1, 1).below(0.5))
}

// Margin returns the mean final margin, in squares, of the games that have one, with
// Student's interval. The interval is none if all observations are equal, since they say
// nothing about their spread then.
func (s *Sample) Margin() Estimate {
	games := s.Margins.Games()
	if games == 0 {
		return noEstimate()
	}
	pairs, singles := s.Margins.Pairs, s.Margins.Singles
	mean := float64(pairs.Sum+singles.Sum) / float64(games)
	observations := float64(pairs.Count + singles.Count)
	scatter := pairs.scatter(2*mean) + singles.scatter(mean)
	if scatter < 1e-9 {
		return Estimate{Number(mean), None(), None()}
	}
	scatter *= observations / (observations - 1)
	student := distuv.StudentsT{Sigma: 1, Nu: observations - 1}
	return around(mean, student.Quantile(0.975)*math.Sqrt(scatter)/float64(games))
}

// belief returns the distribution of the true score per game after s and, beside it, losses and wins,
// which count observations that nobody made. They hold for all that a sample could have shown and did
// not. It is that of the mean of a spectrum when each observation has a random weight of the standard
// exponential distribution (Rubin, "The Bayesian Bootstrap", 1981). Its quantiles never rise when a
// result gets worse, whatever the results.
func (s *Sample) belief(losses, wins int) spectrum {
	seen := spectrum{}.with(s.Pairs[:], 2, 0).with(s.Singles.HalfPoints(), 1, 0)
	return seen.with([]int{losses, wins}, s.gamesEach(), 0)
}

// below returns the probability, in a belief, that the true score is below score.
//
// The true score is below it if the sum of weight × games × (observed score - score) is
// negative. The weights of equal observations add up to one of the gamma distribution, so Imhof's
// integral applies ("Computing the distribution of quadratic forms in normal variables",
// 1961).
func (s spectrum) below(score float64) float64 {
	var canRise, canFall bool
	variance := 0.0
	for i, count := range s.counts {
		distance := s.games[i] * (s.scores[i] - score)
		canRise = canRise || distance > 0
		canFall = canFall || distance < 0
		variance += count * distance * distance
	}
	switch {
	case !canRise:
		return 1
	case !canFall:
		return 0
	}
	unit, integral := 8/math.Sqrt(variance), 0.0
	points, weights := quadrature()
	for point, u := range points {
		t := unit * u / (1 - u)
		phase, decay := 0.0, 0.0
		for i, count := range s.counts {
			x := t * s.games[i] * (s.scores[i] - score)
			phase += count * math.Atan(x)
			decay += count / 2 * math.Log1p(x*x)
		}
		integral += weights[point] * math.Sin(phase) * math.Exp(-decay) / (u * (1 - u))
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

// quantile returns the score that the true one, in a belief, is below with this probability.
func (s spectrum) quantile(probability float64) float64 {
	weight, sum, squares := 0.0, 0.0, 0.0
	for i, count := range s.counts {
		weight += count * s.games[i]
		sum += count * s.games[i] * s.scores[i]
	}
	mean := sum / weight
	for i, count := range s.counts {
		squares += count * s.games[i] * s.games[i] * square(s.scores[i]-mean)
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
		switch difference := s.below(middle) - probability; {
		case difference < 0:
			low, below, above = middle, difference, above/2
		default:
			high, above, below = middle, difference, below/2
		}
	}
	return (low + high) / 2
}
