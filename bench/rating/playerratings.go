package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The strengths of many players, from all their games at once.

// Standing holds a player's results against all others.
type Standing struct {
	Player string
	// Elo is relative to the mean of all players, or to the anchor. If some players have won
	// or lost all their games against the others, it is relative to the largest group in which
	// all have scored against each other, directly or through others. Only one end is then known
	// for players above or below that group.
	Elo     Estimate
	Results Count
	Sample  Sample // of all games except those against itself
}

// maxRated is the largest number of players for which Elo is computed, to limit time
// and memory.
const maxRated = 500

// Standings returns all players, the strongest first. Players whom no chain of games
// connects cannot be compared: see Connected.
//
// The strengths are those of greatest likelihood in the model of Bradley and Terry, in which
// a player who is d Elo stronger scores 1/(1+10^(-d/400)). A draw is half a win and half a
// loss. They are finite within a group (Ford), so there are no extra draws, which would pull a
// ladder of players together. The intervals come from the scatter of the observations, pairs
// included, about the strengths (the sandwich estimator of Huber and White), not from the model.
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
		strengths, covariance := l.strengths(groups)
		deviations := l.deviations(groups, covariance)
		least, most := l.bounds(groups, strengths)
		offset := 0.0
		if l.anchor != nil {
			offset = l.anchor.elo - strengths[l.anchor.index]*eloPerUnit
		}
		for i := range standings {
			switch group := groups.of[i]; {
			case group != groups.reference:
				standings[i].Elo.Low = Number((strengths[i]+least[group])*eloPerUnit + offset)
				standings[i].Elo.High = Number((strengths[i]+most[group])*eloPerUnit + offset)
			case len(groups.members[group]) == 1 && l.anchor == nil:
				standings[i].Elo.Value = 0
			default:
				standings[i].Elo = around(strengths[i]*eloPerUnit+offset, confidence*deviations[i]*eloPerUnit)
			}
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
	// maxSteps is far more than the ten or so steps that Newton's method takes.
	maxSteps = 200
)

// expected returns the expected score of a player who is stronger by difference.
func expected(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// mostProbable returns a number of parameters of greatest probability. slopes returns the
// first and the negative second derivatives of its logarithm.
// Newton's method finds the parameters, because that logarithm is concave and the steps are
// bounded.
func mostProbable(number int, slopes func(*mat.VecDense) (*mat.VecDense, *mat.SymDense)) *mat.VecDense {
	parameters := mat.NewVecDense(number, nil)
	for range maxSteps {
		gradient, curvature := slopes(parameters)
		var factors mat.Cholesky
		var step mat.VecDense
		if !factors.Factorize(curvature) || factors.SolveVecTo(&step, gradient) != nil {
			break // cannot happen: the matrix is positive definite
		}
		longest := mat.Norm(&step, math.Inf(1))
		parameters.AddScaledVec(parameters, 1/max(1, longest), &step)
		if longest < 1e-10 {
			break
		}
	}
	return parameters
}

// inverted returns the inverse of a curvature: the covariances of the parameters in the
// model.
func inverted(curvature *mat.SymDense) *mat.SymDense {
	inverse := mat.NewSymDense(curvature.SymmetricDim(), nil)
	var factors mat.Cholesky
	if factors.Factorize(curvature) {
		_ = factors.InverseTo(inverse) // cannot fail: the matrix is positive definite
	}
	return inverse
}

// strengths returns the strengths of greatest likelihood in the games within each of groups,
// with mean 0 in each, and their covariances: the sandwich of the inverse curvature and the
// scatter of the observations. Few observations may lie close together by chance. So each
// pairing scatters as if it had three more, whose games go one way; fewer, if other pairings
// compare the two players too.
func (l *Ledger) strengths(groups comparableGroups) (strengths []float64, covariance *mat.Dense) {
	slopes := func(at *mat.VecDense) (*mat.VecDense, *mat.SymDense) { return l.strengthSlopes(groups, at) }
	found := mostProbable(len(l.players), slopes)
	_, curvature := slopes(found)
	strengths = found.RawVector().Data
	inverse := inverted(curvature)
	scatter := mat.NewSymDense(len(strengths), nil)
	l.eachPairingWithin(groups, func(i, j int, tally *Tally) {
		score := expected(strengths[i] - strengths[j])
		variance := score * (1 - score)
		leverage := float64(tally.Games()) * variance * (inverse.At(i, i) + inverse.At(j, j) - 2*inverse.At(i, j))
		addBetween(scatter, i, j, tally.scatter(score)+3*leverage*square(tally.gamesEach())*variance)
	})
	covariance = new(mat.Dense)
	covariance.Product(inverse, scatter, inverse)
	return strengths, covariance
}

// strengthSlopes returns the first and the negative second derivatives of the logarithm of
// the probability of the games within groups by the strengths. The games say nothing of the
// mean of a group; a curvature of 1 keeps it at 0.
func (l *Ledger) strengthSlopes(groups comparableGroups, strengths *mat.VecDense) (gradient *mat.VecDense, curvature *mat.SymDense) {
	n := len(l.players)
	gradient, curvature = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for i, group := range groups.of {
		for _, j := range groups.members[group] {
			curvature.SetSym(i, j, 1)
		}
	}
	l.eachPairingWithin(groups, func(i, j int, tally *Tally) {
		games, score := float64(tally.Games()), expected(strengths.AtVec(i)-strengths.AtVec(j))
		surplus := tally.Points() - games*score
		gradient.SetVec(i, gradient.AtVec(i)+surplus)
		gradient.SetVec(j, gradient.AtVec(j)-surplus)
		addBetween(curvature, i, j, games*score*(1-score))
	})
	return gradient, curvature
}

// deviations returns the standard deviations of the differences between the strengths, which
// have the covariances given, and the mean of their group, or the anchor's.
func (l *Ledger) deviations(groups comparableGroups, covariance *mat.Dense) []float64 {
	n := len(l.players)
	deviations := make([]float64, n)
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
func (l *Ledger) Connected() bool { return len(l.withDraws().groups().members) <= 1 }

// withDraws returns a ledger in which each two that met have drawn one more pair, so that all
// that a chain of games connects are in one group.
func (l *Ledger) withDraws() *Ledger {
	drawn := *l
	drawn.tallies = map[pairing]*Tally{}
	for key, tally := range l.tallies {
		more := *tally
		if tally.Games() > 0 {
			more.Pairs[2]++
		}
		drawn.tallies[key] = &more
	}
	return &drawn
}

// Superiority is a matrix of likelihoods of superiority: the probability that the
// player of the row is stronger than the player of the column.
type Superiority struct {
	Players []string   `json:"players"`
	LOS     [][]Number `json:"los"` // none on the diagonal
}

// Superiority returns the matrix of the players of standings, in their order. It uses
// the strengths and the scatter of Standings, so players who never met are compared
// through others. If all points between two groups went one way, only the games of the two
// players count or, if they never met, the strengths after one more drawn pair of each pairing.
// Without a chain of games a likelihood is none.
func (l *Ledger) Superiority(standings []Ranking) *Superiority {
	s := &Superiority{}
	index := make([]int, len(standings)) // in the ledger
	for i, ranking := range standings {
		s.Players = append(s.Players, ranking.Player)
		index[i] = l.index[ranking.Player]
		s.LOS = append(s.LOS, make([]Number, len(standings)))
	}
	likelihood := func(a, b int) Number { return None() }
	if len(l.players) <= maxRated {
		within, across := l.comparison(), l.withDraws().comparison()
		likelihood = func(a, b int) Number {
			if los := within(a, b); los.Known() {
				return los
			}
			if met := l.Tally(l.players[a], l.players[b]); met.Games() > 0 {
				return met.LikelihoodOfSuperiority()
			}
			return across(a, b)
		}
	}
	for i := range s.LOS {
		for j := range s.LOS[i] {
			s.LOS[i][j] = likelihood(index[i], index[j])
		}
	}
	return s
}

// comparison returns the likelihood that one player is stronger than another, by their indexes,
// which is none if they are not in the same group.
func (l *Ledger) comparison() func(a, b int) Number {
	groups := l.groups()
	strengths, covariance := l.strengths(groups)
	return func(a, b int) Number {
		variance := covariance.At(a, a) + covariance.At(b, b) - 2*covariance.At(a, b)
		if groups.of[a] != groups.of[b] || variance <= 1e-12 {
			return None()
		}
		return Number(distuv.UnitNormal.CDF((strengths[a] - strengths[b]) / math.Sqrt(variance)))
	}
}
