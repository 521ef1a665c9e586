package rating

// The strengths of many players, from all their games at once.

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"cathedral/bench/outcomes"
)

// Standing holds a player's results against all others.
type Standing struct {
	Player string
	// Elo is relative to the mean of all players, or to the anchor. If some players have won
	// or lost all their games against the others, it is relative to the largest group in which
	// all have scored against each other, directly or through others, and only one end is known
	// for players above or below that group.
	Elo     Estimate
	Results outcomes.Count
	Sample  Sample // of all games except those against itself
}

// maxRated is the largest number of players for which Elo is computed, to limit time
// and memory.
const maxRated = 500

// Standings returns all players, the strongest first. Players whom no chain of games
// connects cannot be compared: see Connected.
//
// The strengths are those of greatest posterior probability in the model of Bradley and
// Terry, in which a player who is d Elo stronger scores 1/(1+10^(-d/400)). A draw is
// half a win and half a loss. Two extra draws of each player against a player of
// strength 0 keep every strength finite, as in BayesElo. The intervals come from the
// scatter of the observations, pairs included, about the strengths (the sandwich
// estimator of Huber and White), not from the model.
func (l *Ledger) Standings() []Standing {
	standings := make([]Standing, len(l.players))
	for i, player := range l.players {
		standings[i] = Standing{Player: player, Elo: noEstimate()}
	}
	games := 0
	l.eachPairing(func(i, j int, tally *Tally) {
		games += tally.Games()
		standings[i].count(tally)
		reverse := tally.Reverse()
		standings[j].count(&reverse)
	})
	if games > 0 && len(l.players) <= maxRated {
		groups := l.groups()
		strengths := l.strengths(groups)
		deviations := l.deviations(groups, strengths)
		least, most := l.bounds(groups, strengths)
		offset := 0.0
		if l.anchor != nil {
			offset = l.anchor.elo - strengths[l.anchor.index]*eloPerUnit
		}
		for i := range standings {
			group := groups.of[i]
			elo := Estimate{None(), Number((strengths[i]+least[group])*eloPerUnit + offset), Number((strengths[i]+most[group])*eloPerUnit + offset)}
			if group == groups.reference {
				width := Number(confidence * deviations[i] * eloPerUnit)
				elo = Estimate{elo.Low, elo.Low - width, elo.Low + width}
			}
			standings[i].Elo = elo
		}
	}
	slices.SortStableFunc(standings, byElo)
	return standings
}

func (s *Standing) count(tally *Tally) {
	s.Results = s.Results.Plus(tally.Results())
	s.Sample = s.Sample.Plus(&tally.Sample)
}

const (
	// eloPerUnit converts the unit of the strengths, in which a player who is stronger
	// by 1 scores 1/(1+e^-1), to Elo.
	eloPerUnit = 400 / math.Ln10
	// priorDraws is the number of extra draws of each player against one of strength 0.
	priorDraws = 2
	// maxSteps is far more than the ten or so steps that Newton's method takes.
	maxSteps = 200
)

// expected returns the expected score of a player who is stronger by difference.
func expected(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// strengths returns the strengths of greatest posterior probability in the games within
// each of groups, with mean 0 in each.
// Newton's method finds them, because the logarithm of the probability is concave and
// the steps are bounded.
func (l *Ledger) strengths(groups comparableGroups) []float64 {
	n := len(l.players)
	strengths := mat.NewVecDense(n, nil)
	for range maxSteps {
		gradient := mat.NewVecDense(n, nil)
		for i := range n {
			gradient.SetVec(i, priorDraws*(0.5-expected(strengths.AtVec(i))))
		}
		l.eachPairingWithin(groups, func(i, j int, tally *Tally) {
			score := expected(strengths.AtVec(i) - strengths.AtVec(j))
			surplus := tally.Points() - float64(tally.Games())*score
			gradient.SetVec(i, gradient.AtVec(i)+surplus)
			gradient.SetVec(j, gradient.AtVec(j)-surplus)
		})
		var step mat.VecDense
		if err := l.curvature(groups, strengths).SolveVecTo(&step, gradient); err != nil {
			break // cannot happen: the matrix is positive definite
		}
		longest := mat.Norm(&step, math.Inf(1))
		strengths.AddScaledVec(strengths, 1/max(1, longest), &step)
		if longest < 1e-10 {
			break
		}
	}
	centred := make([]float64, n)
	for _, members := range groups.members {
		mean := 0.0
		for _, i := range members {
			mean += strengths.AtVec(i) / float64(len(members))
		}
		for _, i := range members {
			centred[i] = strengths.AtVec(i) - mean
		}
	}
	return centred
}

// curvature returns the negative second derivatives, at strengths, of the logarithm of the
// probability of the games within groups, as a Cholesky factorisation.
func (l *Ledger) curvature(groups comparableGroups, strengths mat.Vector) *mat.Cholesky {
	n := len(l.players)
	matrix := mat.NewSymDense(n, nil)
	for i := range n {
		score := expected(strengths.AtVec(i))
		matrix.SetSym(i, i, priorDraws*score*(1-score))
	}
	l.eachPairingWithin(groups, func(i, j int, tally *Tally) {
		score := expected(strengths.AtVec(i) - strengths.AtVec(j))
		addBetween(matrix, i, j, float64(tally.Games())*score*(1-score))
	})
	var factors mat.Cholesky
	factors.Factorize(matrix)
	return &factors
}

// deviations returns the standard deviations of the differences between the strengths
// and the mean of their group, or the anchor's.
func (l *Ledger) deviations(groups comparableGroups, strengths []float64) []float64 {
	n := len(strengths)
	deviations := make([]float64, n)
	covariance := l.covariance(groups, strengths)
	for i := range n {
		contrast := mat.NewVecDense(n, nil)
		members := groups.members[groups.of[i]]
		for _, j := range members {
			if l.anchor == nil {
				contrast.SetVec(j, -1/float64(len(members)))
			} else if j == l.anchor.index {
				contrast.SetVec(j, -1)
			}
		}
		contrast.SetVec(i, contrast.AtVec(i)+1)
		deviations[i] = math.Sqrt(max(0, mat.Inner(contrast, covariance, contrast)))
	}
	return deviations
}

// addBetween adds weight times the squared difference of two strengths to a quadratic
// form.
func addBetween(form *mat.SymDense, i, j int, weight float64) {
	form.SetSym(i, i, form.At(i, i)+weight)
	form.SetSym(j, j, form.At(j, j)+weight)
	form.SetSym(i, j, form.At(i, j)-weight)
}

// eachPairing visits the pairings of different players that have finished games.
func (l *Ledger) eachPairing(visit func(i, j int, tally *Tally)) {
	for _, key := range l.pairings {
		if tally := l.tallies[key]; key.first != key.second && tally.Games() > 0 {
			visit(key.first, key.second, tally)
		}
	}
}

// eachPairingWithin visits the pairings of players of the same group.
func (l *Ledger) eachPairingWithin(groups comparableGroups, visit func(i, j int, tally *Tally)) {
	l.eachPairing(func(i, j int, tally *Tally) {
		if groups.of[i] == groups.of[j] {
			visit(i, j, tally)
		}
	})
}

// Connected reports whether finished games connect all players, directly or through
// others. If not, strengths of players in different groups cannot be compared.
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
