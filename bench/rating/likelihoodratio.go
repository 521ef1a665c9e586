package rating

// The likelihood ratio of the sequential test: how much better one hypothesis
// explains the counts than another, each by the most likely distribution that it
// allows. Source: Michel Van den Bergh, "Comments on Normalized Elo",
// cantate.be/Fishtest/normalized_elo_practical.pdf: proposition 1.1 for a given
// expected score, section 4.1 for a given normalised score.

import "math"

// spectrum is how often each score was observed: of the scores 0, 1/4, 1/2, 3/4
// and 1 of a pair of games, or 0, 1/2 and 1 of a game.
type spectrum struct {
	scores, counts []float64
	total          float64
}

// unseen is what a score counts as that has not come up, so that a hypothesis may
// allow for it. The value is that of fastchess.
const unseen = 1e-3

// newSpectrum takes the counts of scores that lie evenly between 0 and 1.
func newSpectrum(counts []int) spectrum {
	s := spectrum{scores: make([]float64, len(counts)), counts: make([]float64, len(counts))}
	for i, count := range counts {
		s.scores[i] = float64(i) / float64(len(counts)-1)
		s.counts[i] = max(float64(count), unseen)
		s.total += s.counts[i]
	}
	return s
}

// logisticRatio returns the logarithm of the likelihood ratio of an expected
// score of score1 against one of score0, both above 0 and below 1.
func (s spectrum) logisticRatio(score0, score1 float64) float64 {
	return s.ratio(s.givenScore(score0), s.givenScore(score1))
}

// normalizedRatio is logisticRatio for normalised scores: the expected score less
// 1/2, in standard deviations of the score.
func (s spectrum) normalizedRatio(t0, t1 float64) float64 {
	return s.ratio(s.givenNormalized(t0), s.givenNormalized(t1))
}

// ratio compares two distributions, each given by how many times less likely
// than observed it makes every score.
func (s spectrum) ratio(divisors0, divisors1 []float64) float64 {
	ratio := 0.0
	for i, count := range s.counts {
		ratio += count * math.Log(divisors0[i]/divisors1[i])
	}
	return ratio
}

// givenScore returns the divisors of the most likely distribution that has an
// expected score.
func (s spectrum) givenScore(score float64) []float64 {
	influence := make([]float64, len(s.scores))
	for i, a := range s.scores {
		influence[i] = a - score
	}
	return s.divisors(influence)
}

// mostRounds is more than the five or so that the iteration takes. After these
// only rounding is left.
const mostRounds = 30

// givenNormalized returns the divisors of the most likely distribution whose
// normalised score is t. What a score contributes to that depends on the mean and
// the deviation, which the distribution found changes in turn: so it iterates. It
// begins with the one distribution over 0 and 1 that has t, for which a solution
// exists however large t is.
func (s spectrum) givenNormalized(t float64) []float64 {
	influence := make([]float64, len(s.scores))
	offset := t / (2 * math.Sqrt(1+t*t))
	mean, deviation := 0.5+offset, math.Sqrt(0.25-offset*offset)
	for round := 1; ; round++ {
		for i, a := range s.scores {
			z := (a - mean) / deviation
			influence[i] = a - 0.5 - t*deviation*(1+z*z)/2
		}
		divisors := s.divisors(influence)
		newMean, newDeviation := s.moments(divisors)
		settled := math.Abs(newMean-mean)+math.Abs(newDeviation-deviation) < 1e-9
		if settled || round == mostRounds || newDeviation == 0 {
			return divisors
		}
		mean, deviation = newMean, newDeviation
	}
}

// moments returns the mean and the standard deviation of a distribution.
func (s spectrum) moments(divisors []float64) (mean, deviation float64) {
	variance := 0.0
	for i, a := range s.scores {
		mean += s.counts[i] / s.total / divisors[i] * a
	}
	for i, a := range s.scores {
		variance += s.counts[i] / s.total / divisors[i] * (a - mean) * (a - mean)
	}
	return mean, math.Sqrt(variance)
}

// divisors returns 1 + theta*influence[i], with the theta for which the observed
// distribution divided by it has the expected influence 0. That sum falls from
// +Inf to -Inf between the two ends of theta's range, so Newton's steps, halved
// where they leave it, find its only zero.
func (s spectrum) divisors(influence []float64) []float64 {
	divisors := make([]float64, len(influence))
	least, most := math.Inf(1), math.Inf(-1)
	for i, f := range influence {
		divisors[i] = 1
		least, most = min(least, f), max(most, f)
	}
	if least >= 0 || most <= 0 {
		return divisors // nothing fits better: rounding has left no other sign
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
