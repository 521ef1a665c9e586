package rating

// The strengths of many players from all their games at once.

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Standing is how a player did against all others.
type Standing struct {
	Player string
	// Elo is relative to the mean of all players.
	Elo     Estimate
	Results Results
	Sample  Sample // of all games but those against itself
}

// mostRated bounds the number of players whose strengths are worked out, for the
// sake of time and memory. Of more there is no Elo.
const mostRated = 500

// Standings returns all players, the strongest first. Players whose games do not
// connect them, through others either, cannot be compared: see Connected.
//
// The strengths are those of greatest likelihood (more precisely, of greatest
// posterior probability) in the model of Bradley and Terry, where a player scores
// 1/(1+10^(-d/400)) when it is d Elo stronger. A draw is half a win and half a
// loss. Two more draws of each player against one of strength 0 keep every
// strength finite; BayesElo has as many. The intervals take the pairs for what
// they are: they come from how much the observations scatter about the strengths
// found (the sandwich estimator of Huber and White), not from the model.
func (l *Ledger) Standings() []Standing {
	standings := make([]Standing, len(l.players))
	for i, player := range l.players {
		standings[i] = Standing{Player: player, Elo: noEstimate()}
	}
	l.eachPairing(func(i, j int, tally *Tally) {
		standings[i].count(tally)
		reverse := tally.Reverse()
		standings[j].count(&reverse)
	})
	if n := len(l.players); n > 0 && n <= mostRated {
		strengths := l.strengths()
		deviations := l.deviations(strengths)
		for i := range standings {
			value := strengths[i] * eloPerUnit
			width := confidence * deviations[i] * eloPerUnit
			standings[i].Elo = Estimate{Number(value), Number(value - width), Number(value + width)}
		}
	}
	slices.SortStableFunc(standings, func(a, b Standing) int {
		if !a.Elo.Value.Known() || a.Elo.Value == b.Elo.Value {
			return 0
		}
		if a.Elo.Value > b.Elo.Value {
			return -1
		}
		return 1
	})
	return standings
}

func (s *Standing) count(tally *Tally) {
	s.Results = s.Results.Plus(tally.Results())
	s.Sample = s.Sample.Plus(&tally.Sample)
}

const (
	// eloPerUnit is the Elo of the strengths' unit, in which a player who is 1
	// stronger scores 1/(1+e^-1).
	eloPerUnit = 400 / math.Ln10
	// priorDraws are the draws of each player against one of strength 0.
	priorDraws = 2
	// mostSteps is far more than the ten or so steps that Newton's method takes.
	mostSteps = 200
)

// expected returns the expected score of a player who is stronger by a difference.
func expected(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// strengths returns the strengths of greatest posterior probability, whose mean
// is 0. The logarithm of the probability is concave, and its steps are bounded,
// so that Newton's method finds them.
func (l *Ledger) strengths() []float64 {
	n := len(l.players)
	strengths := mat.NewVecDense(n, nil)
	for range mostSteps {
		gradient := mat.NewVecDense(n, nil)
		for i := range n {
			gradient.SetVec(i, priorDraws*(0.5-expected(strengths.AtVec(i))))
		}
		l.eachPairing(func(i, j int, tally *Tally) {
			score := expected(strengths.AtVec(i) - strengths.AtVec(j))
			surplus := tally.Points() - float64(tally.Games())*score
			gradient.SetVec(i, gradient.AtVec(i)+surplus)
			gradient.SetVec(j, gradient.AtVec(j)-surplus)
		})
		var step mat.VecDense
		if err := l.curvature(strengths).SolveVecTo(&step, gradient); err != nil {
			break // not for this matrix, which is positive definite
		}
		longest := mat.Norm(&step, math.Inf(1))
		strengths.AddScaledVec(strengths, 1/max(1, longest), &step)
		if longest < 1e-10 {
			break
		}
	}
	mean := mat.Sum(strengths) / float64(n)
	centred := make([]float64, n)
	for i := range centred {
		centred[i] = strengths.AtVec(i) - mean
	}
	return centred
}

// curvature returns the negative second derivatives of the logarithm of the
// probability, factorised.
func (l *Ledger) curvature(strengths mat.Vector) *mat.Cholesky {
	n := len(l.players)
	matrix := mat.NewSymDense(n, nil)
	for i := range n {
		score := expected(strengths.AtVec(i))
		matrix.SetSym(i, i, priorDraws*score*(1-score))
	}
	l.eachPairing(func(i, j int, tally *Tally) {
		score := expected(strengths.AtVec(i) - strengths.AtVec(j))
		addBetween(matrix, i, j, float64(tally.Games())*score*(1-score))
	})
	var factors mat.Cholesky
	factors.Factorize(matrix)
	return &factors
}

// deviations returns the standard deviations of strengths whose mean is 0.
func (l *Ledger) deviations(strengths []float64) []float64 {
	n := len(strengths)
	scatter := mat.NewSymDense(n, nil)
	l.eachPairing(func(i, j int, tally *Tally) {
		addBetween(scatter, i, j, tally.scatter(expected(strengths[i]-strengths[j])))
	})
	deviations := make([]float64, n)
	factors := l.curvature(mat.NewVecDense(n, strengths))
	for i := range n {
		contrast := mat.NewVecDense(n, nil) // of a strength and the mean
		for j := range n {
			contrast.SetVec(j, -1/float64(n))
		}
		contrast.SetVec(i, 1-1/float64(n))
		var influence mat.VecDense
		if err := factors.SolveVecTo(&influence, contrast); err != nil {
			deviations[i] = math.NaN()
			continue
		}
		deviations[i] = math.Sqrt(max(0, mat.Inner(&influence, scatter, &influence)))
	}
	return deviations
}

// addBetween adds a multiple of the square of the difference of two strengths to
// a quadratic form.
func addBetween(form *mat.SymDense, i, j int, weight float64) {
	form.SetSym(i, i, form.At(i, i)+weight)
	form.SetSym(j, j, form.At(j, j)+weight)
	form.SetSym(i, j, form.At(i, j)-weight)
}

// eachPairing visits the pairings of different players with a finished game.
func (l *Ledger) eachPairing(visit func(i, j int, tally *Tally)) {
	for _, key := range l.pairings {
		if tally := l.tallies[key]; key.first != key.second && tally.Games() > 0 {
			visit(key.first, key.second, tally)
		}
	}
}

// Connected reports whether finished games connect all players, directly or
// through others. Where they do not, the strengths of players in different groups
// cannot be compared.
func (l *Ledger) Connected() bool {
	group := make([]int, len(l.players))
	for i := range group {
		group[i] = i
	}
	l.eachPairing(func(i, j int, _ *Tally) {
		from, to := group[j], group[i]
		for k := range group {
			if group[k] == from {
				group[k] = to
			}
		}
	})
	return len(group) == 0 || slices.Max(group) == slices.Min(group)
}
