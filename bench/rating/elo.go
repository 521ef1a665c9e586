package rating

import (
	"math"

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
