package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// normalizedUnit is the normalised Elo of a mean score that exceeds 1/2 by one
// standard deviation of the score of a game. Source: Van den Bergh, "Normalized
// Elo", cantate.be/Fishtest/normalized_elo.pdf.
const normalizedUnit = 800 / math.Ln10

// Score returns the points per game, from 0 to 1, with the interval of the normal
// distribution. If all observations are equal, their variance says nothing: the
// interval then ends at the scores for which that many equal observations in a row
// have probability 1/40 (Clopper and Pearson).
func (s *Sample) Score() Estimate {
	if s.Games() == 0 {
		return noEstimate()
	}
	score := s.Points() / float64(s.Games())
	if s.scatter(score) == 0 {
		limit := math.Pow(0.025, 1/float64(s.observations()))
		return Estimate{Number(score), Number(score * limit), Number(1 - (1-score)*limit)}
	}
	width := confidence * s.deviation(score)
	return Estimate{Number(score), Number(max(0, score-width)), Number(min(1, score+width))}
}

// deviation returns the standard deviation of the mean score per game.
func (s *Sample) deviation(score float64) float64 {
	return math.Sqrt(s.scatter(score)) / float64(s.Games())
}

// Elo returns the difference in strength, positive if the party is stronger. The Elo
// of a score, or of an end of its interval, of 0 or 1 would be infinite and is none.
func (s *Sample) Elo() Estimate {
	score := s.Score()
	return Estimate{eloOf(score.Value), eloOf(score.Low), eloOf(score.High)}
}

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
// needed to measure the difference, for any share of draws. It is none if all
// observations are equal.
func (s *Sample) NormalizedElo() Estimate {
	if s.Games() == 0 {
		return noEstimate()
	}
	games := float64(s.Games())
	score := s.Points() / games
	scatter := s.scatter(score)
	if scatter == 0 {
		return noEstimate()
	}
	value := (score - 0.5) / math.Sqrt(scatter/games) * normalizedUnit
	return around(value, confidence/math.Sqrt(games)*normalizedUnit)
}

// LikelihoodOfSuperiority returns the probability that the party is stronger (LOS). If
// all observations are equal, it is the posterior probability after that many wins or
// losses in a row, with a uniform prior on the strength.
func (s *Sample) LikelihoodOfSuperiority() Number {
	if s.Games() == 0 {
		return None()
	}
	score := s.Points() / float64(s.Games())
	deviation := s.deviation(score)
	switch luck := math.Pow(0.5, float64(s.observations()+1)); {
	case deviation > 0:
		return Number(distuv.UnitNormal.CDF((score - 0.5) / deviation))
	case score > 0.5:
		return Number(1 - luck)
	case score < 0.5:
		return Number(luck)
	}
	return 0.5
}

// Margin returns the mean final margin, in squares, of the games that have one, with
// Student's interval. The interval is none with fewer than two observations.
func (s *Sample) Margin() Estimate {
	games := s.Margins.Games()
	if games == 0 {
		return noEstimate()
	}
	pairs, singles := s.Margins.Pairs, s.Margins.Singles
	mean := float64(pairs.Sum+singles.Sum) / float64(games)
	observations := float64(pairs.Count + singles.Count)
	if observations < 2 {
		return Estimate{Number(mean), None(), None()}
	}
	scatter := max(0, pairs.scatter(2*mean)+singles.scatter(mean)) * observations / (observations - 1)
	student := distuv.StudentsT{Sigma: 1, Nu: observations - 1}
	return around(mean, student.Quantile(0.975)*math.Sqrt(scatter)/float64(games))
}
