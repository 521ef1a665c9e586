package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
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

// ParseModel returns the model whose name is text, in either case.
func ParseModel(text string) (Model, error) {
	for _, model := range []Model{Normalized, Logistic} {
		if strings.EqualFold(text, model.String()) {
			return model, nil
		}
	}
	return Normalized, fmt.Errorf("unknown model %q: want normalized or logistic", text)
}

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
			if test.Model, err = ParseModel(field); err != nil {
				return SPRT{}, err
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
	observed := newSpectrum(counts)
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
