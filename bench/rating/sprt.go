package rating

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// SPRT is a sequential probability ratio test of two hypotheses: that the first
// player's strength is Elo0 (H0) or Elo1 (H1). A match continues until one of them is
// accepted.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // the probability of accepting H1 if H0 is true
	Beta  float64 `json:"beta"`  // the probability of accepting H0 if H1 is true
	Model Model   `json:"model"`
}

// Model is the scale of the hypotheses.
type Model uint8

const (
	Normalized Model = iota // normalised Elo, the default
	Logistic                // Elo
)

// String returns "normalized" or "logistic".
func (m Model) String() string {
	if m == Logistic {
		return "logistic"
	}
	return "normalized"
}

// MarshalText returns the model's String.
func (m Model) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// ParseSPRT reads a test from text, "elo0,elo1[,alpha,beta[,model]]", as in "0,5" or
// "0,5,0.05,0.05,logistic". The default of alpha and beta is 0.05.
func ParseSPRT(text string) (SPRT, error) {
	test := SPRT{Alpha: 0.05, Beta: 0.05}
	fields := strings.Split(text, ",")
	if n := len(fields); n != 2 && n != 4 && n != 5 {
		return SPRT{}, fmt.Errorf("%q: want elo0,elo1[,alpha,beta[,model]]", text)
	}
	numbers := []struct {
		name string
		into *float64
	}{{"elo0", &test.Elo0}, {"elo1", &test.Elo1}, {"alpha", &test.Alpha}, {"beta", &test.Beta}}
	for i, field := range fields {
		field = strings.TrimSpace(field)
		var err error
		if i == len(numbers) {
			if test.Model = Normalized; strings.EqualFold(field, Logistic.String()) {
				test.Model = Logistic
			} else if !strings.EqualFold(field, Normalized.String()) {
				return SPRT{}, fmt.Errorf("unknown model %q: want normalized or logistic", field)
			}
			break
		}
		if *numbers[i].into, err = strconv.ParseFloat(field, 64); err != nil {
			return SPRT{}, fmt.Errorf("%s: %q is not a number", numbers[i].name, field)
		}
	}
	return test, test.Check()
}

// greatestElo bounds the hypotheses: a larger difference needs no test.
const greatestElo = 1000

// Check returns an error if the test is invalid.
func (t SPRT) Check() error {
	switch {
	case !(math.Abs(t.Elo0) <= greatestElo && math.Abs(t.Elo1) <= greatestElo):
		return fmt.Errorf("elo0 and elo1 must be between -%d and %d", greatestElo, greatestElo)
	case t.Elo0 >= t.Elo1:
		return errors.New("elo0 must be less than elo1")
	case !(t.Alpha > 0 && t.Alpha < 1 && t.Beta > 0 && t.Beta < 1):
		return errors.New("alpha and beta must be between 0 and 1")
	case t.Alpha+t.Beta >= 1:
		return errors.New("alpha and beta together must be less than 1")
	}
	return nil
}

// Bounds returns Wald's bounds: H0 is accepted at log-likelihood ratios up to lower, H1
// at ratios from upper on.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LogLikelihoodRatio returns the natural logarithm of the likelihood ratio of H1 and H0
// (LLR) for the sample s. It uses the pairs, or the games without a partner if there are no
// pairs. It is 0 without any games. The test must be one that Check accepts.
func (t SPRT) LogLikelihoodRatio(s *Sample) float64 {
	// A pair's score is the mean of two games and deviates less.
	counts, gamesEach := s.Pairs[:], 2.0
	if s.Pairs.Pairs() == 0 {
		counts, gamesEach = s.Singles.HalfPoints(), 1
	}
	if s.observations() == 0 {
		return 0
	}
	observed := spectrum{}.with(counts, 1, unseen)
	if t.Model == Logistic {
		return observed.ratio(observed.givenScore(scoreOf(t.Elo0)), observed.givenScore(scoreOf(t.Elo1)))
	}
	unit := math.Sqrt(gamesEach) / normalizedUnit
	return observed.ratio(observed.givenNormalized(t.Elo0*unit), observed.givenNormalized(t.Elo1*unit))
}

// Decision is the decision of a sequential test.
type Decision uint8

const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

// String returns "continue", "H0" or "H1".
func (d Decision) String() string { return [...]string{"continue", "H0", "H1"}[d] }

// MarshalText returns the decision's String.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Decide returns the decision at a log-likelihood ratio.
func (t SPRT) Decide(ratio float64) Decision {
	lower, upper := t.Bounds()
	switch {
	case ratio >= upper:
		return AcceptH1
	case ratio <= lower:
		return AcceptH0
	}
	return Continue
}

// Test is the state of a sequential test.
type Test struct {
	SPRT
	Ratio    Number   `json:"llr"`
	Lower    Number   `json:"lower"`
	Upper    Number   `json:"upper"`
	Decision Decision `json:"decision"`
}

// State returns the state of the test after the sample s of the first player.
func (t SPRT) State(s *Sample) *Test {
	lower, upper := t.Bounds()
	ratio := t.LogLikelihoodRatio(s)
	return &Test{t, Number(ratio), Number(lower), Number(upper), t.Decide(ratio)}
}

// The generalised likelihood ratio of the sequential test: it compares the likelihoods
// of the counts under the most likely distributions that the two hypotheses allow.
// Source: Michel Van den Bergh, "Comments on Normalized Elo",
// cantate.be/Fishtest/normalized_elo_practical.pdf: proposition 1.1 for a given
// expected score, section 4.1 for a given normalised score.

// spectrum counts the observations of each score per game: 0, 1/4, 1/2, 3/4 and 1 for a pair
// of games, or 0, 1/2 and 1 for a game. An observation is of a number of games.
type spectrum struct{ scores, counts, games []float64 }

// unseen is the count of a score that was never observed, so that every hypothesis
// allows for it. The value is fastchess's.
const unseen = 1e-3

// spectrum returns the counts of all observations, pairs and games without a partner.
func (s *Sample) spectrum() (observed spectrum) {
	if s.Pairs.Pairs() > 0 {
		observed = observed.with(s.Pairs[:], 2, unseen)
	}
	if s.Singles.Games() > 0 {
		observed = observed.with(s.Singles.HalfPoints(), 1, unseen)
	}
	return observed
}

// with returns s with more counts, of scores that are evenly spaced from 0 to 1, each of a number
// of games. Counts of 0 become none, or are left out if none is 0.
func (s spectrum) with(counts []int, games, none float64) spectrum {
	for i, count := range counts {
		if count := max(float64(count), none); count > 0 {
			s.scores = append(s.scores, float64(i)/float64(len(counts)-1))
			s.counts = append(s.counts, count)
			s.games = append(s.games, games)
		}
	}
	return s
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
		observed := slices.Repeat([]float64{1}, len(s.counts))
		mean, _ := seen.moments(observed)
		// There may be two solutions, near the extremes and near the counts.
		for _, divisors := range [][]float64{seen.givenNormalized(t), seen.normalizedFrom(t, mean, (mean-0.5)/t)} {
			if mean, deviation := seen.moments(divisors); 2*seen.ratio(divisors, observed) <= confidence*confidence && math.Abs(mean-0.5-t*deviation) < 1e-4 {
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
