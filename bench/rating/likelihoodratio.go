package rating

// The generalised likelihood ratio of the sequential test: it compares the likelihoods
// of the counts under the most likely distributions that the two hypotheses allow.
// Source: Michel Van den Bergh, "Comments on Normalized Elo",
// cantate.be/Fishtest/normalized_elo_practical.pdf: proposition 1.1 for a given
// expected score, section 4.1 for a given normalised score.

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// spectrum counts the observations of each score per game: 0, 1/4, 1/2, 3/4 and 1 for a pair
// of games, or 0, 1/2 and 1 for a game. An observation is of a number of games.
type spectrum struct{ scores, counts, games []float64 }

// unseen is the count of a score that was never observed, so that every hypothesis
// allows for it. The value is fastchess's.
const unseen = 1e-3

// newSpectrum returns the spectrum of counts of scores that are evenly spaced from 0
// to 1. Each observation is as one game.
func newSpectrum(counts []int) spectrum {
	var s spectrum
	s.add(counts, 1)
	return s
}

// spectrum returns the counts of all observations, pairs and games without a partner.
func (s *Sample) spectrum() (observed spectrum) {
	if s.Pairs.Pairs() > 0 {
		observed.add(s.Pairs[:], 2)
	}
	if s.Singles.Games() > 0 {
		observed.add(s.Singles.HalfPoints(), 1)
	}
	return observed
}

// add adds counts of scores that are evenly spaced from 0 to 1, each of a number of games.
func (s *spectrum) add(counts []int, games float64) {
	for i, count := range counts {
		s.scores = append(s.scores, float64(i)/float64(len(counts)-1))
		s.counts = append(s.counts, max(float64(count), unseen))
		s.games = append(s.games, games)
	}
}

// ratio returns the logarithm of the likelihood ratio of two distributions. Each is
// given by its divisors: the observed frequency of each score divided by its
// probability.
func (s spectrum) ratio(divisors0, divisors1 []float64) float64 {
	ratio := 0.0
	for i, count := range s.counts {
		ratio += count * math.Log(divisors0[i]/divisors1[i])
	}
	return ratio
}

// givenScore returns the divisors of the most likely distribution with the given
// expected score, which is above 0 and below 1.
func (s spectrum) givenScore(score float64) []float64 {
	influence := make([]float64, len(s.scores))
	for i, a := range s.scores {
		influence[i] = a - score
	}
	return s.divisors(influence)
}

// maxIterations is more than the five or so iterations after which only rounding
// errors are left.
const maxIterations = 30

// givenNormalized returns the divisors of the most likely distribution whose
// normalised score, the expected score less 1/2 in standard deviations of the score, is t. It
// begins with the only such distribution over 0 and 1, from which a solution exists for every t.
func (s spectrum) givenNormalized(t float64) []float64 {
	games := floats.Dot(s.counts, s.games) / floats.Sum(s.counts)
	offset := t * math.Sqrt(games) / (2 * math.Sqrt(1+t*t*games))
	return s.normalizedFrom(t, 0.5+offset, math.Sqrt(games*(0.25-offset*offset)))
}

// normalizedFrom returns the divisors of a distribution whose normalised score is t, of which
// none nearby is more likely. The influence of a score depends on the mean and the deviation of
// the solution, so normalizedFrom iterates from those given.
func (s spectrum) normalizedFrom(t, mean, deviation float64) []float64 {
	influence := make([]float64, len(s.scores))
	for iteration := 1; ; iteration++ {
		for i, a := range s.scores {
			influence[i] = s.games[i]*(a-0.5-t*deviation/2) - t/2/deviation*square(s.games[i]*(a-mean))
		}
		divisors := s.divisors(influence)
		newMean, newDeviation := s.moments(divisors)
		settled := math.Abs(newMean-mean)+math.Abs(newDeviation-deviation) < 1e-9
		if settled || iteration == maxIterations || newDeviation == 0 {
			return divisors
		}
		mean, deviation = newMean, newDeviation
	}
}

// moments returns the mean and the standard deviation of a distribution, per game.
func (s spectrum) moments(divisors []float64) (mean, deviation float64) {
	weights := floats.DivTo(make([]float64, len(s.counts)), s.counts, divisors)
	floats.Mul(weights, s.games)
	mean = stat.Mean(s.scores, weights)
	games := floats.Sum(weights)
	floats.Mul(weights, s.games)
	return mean, math.Sqrt(stat.MomentAbout(2, s.scores, mean, weights) * floats.Sum(weights) / games)
}

// allows reports whether the likelihood ratio, at 5 %, does not reject the normalised score t
// after one more observation, of the score that suits t best.
func (s spectrum) allows(t float64) bool {
	for extra := range s.counts {
		seen := s
		seen.counts = slices.Clone(s.counts)
		seen.counts[extra]++
		mean, _ := seen.moments(slices.Repeat([]float64{1}, len(s.counts)))
		// There may be two solutions, near the extremes and near the counts.
		for _, divisors := range [][]float64{seen.givenNormalized(t), seen.normalizedFrom(t, mean, (mean-0.5)/t)} {
			ratio := 0.0
			for i, count := range seen.counts {
				ratio += 2 * count * math.Log(divisors[i])
			}
			if mean, deviation := seen.moments(divisors); ratio <= confidence*confidence && math.Abs(mean-0.5-t*deviation) < 1e-4 {
				return true
			}
		}
	}
	return false
}

// divisors returns 1 + theta*influence[i] with the theta for which the observed
// distribution, divided by it, has expected influence 0. The expected influence falls
// from +Inf to -Inf over theta's range, so Newton's method finds its only zero;
// bisection replaces the steps that leave the range.
func (s spectrum) divisors(influence []float64) []float64 {
	divisors := make([]float64, len(influence))
	least, most := math.Inf(1), math.Inf(-1)
	for i, f := range influence {
		divisors[i] = 1
		least, most = min(least, f), max(most, f)
	}
	if least >= 0 || most <= 0 {
		return divisors // all influences have one sign, because of rounding
	}
	low, high, theta := -1/most, -1/least, 0.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for i, f := range influence {
			quotient := f / (1 + theta*f)
			sum += s.counts[i] * quotient
			slope += s.counts[i] * quotient * quotient
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
		next := theta + sum/slope
		if next <= low || next >= high {
			next = (low + high) / 2
		}
		if math.Abs(next-theta) <= 1e-14*math.Abs(theta) {
			break
		}
		theta = next
	}
	for i, f := range influence {
		divisors[i] = 1 + theta*f
	}
	return divisors
}
