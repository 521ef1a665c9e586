package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Superiority is a matrix of likelihoods of superiority: the probability that the
// player of the row is stronger than the player of the column.
type Superiority struct {
	Players []string   `json:"players"`
	LOS     [][]Number `json:"los"` // none on the diagonal
}

// Superiority returns the matrix of the players of standings, in their order. It uses
// the strengths and the scatter of Standings, so players who never met are compared
// through others. If one has won all games against the other, and against all through whom
// they could be compared, only the games between the two count. Without any, a likelihood is
// none.
func (l *Ledger) Superiority(standings []Ranking) *Superiority {
	s := &Superiority{}
	index := make([]int, len(standings)) // in the ledger
	for i, ranking := range standings {
		s.Players = append(s.Players, ranking.Player)
		index[i] = l.index[ranking.Player]
		s.LOS = append(s.LOS, make([]Number, len(standings)))
	}
	n := len(l.players)
	if n > maxRated || !l.Connected() {
		for i := range s.LOS {
			for j := range s.LOS[i] {
				s.LOS[i][j] = None()
			}
		}
		return s
	}
	groups := l.groups()
	strengths := l.strengths(groups)
	covariance := l.covariance(groups, strengths)
	for i := range s.LOS {
		for j := range s.LOS[i] {
			a, b := index[i], index[j]
			variance := covariance.At(a, a) + covariance.At(b, b) - 2*covariance.At(a, b)
			switch s.LOS[i][j] = None(); {
			case groups.of[a] != groups.of[b]:
				if met := l.between(a, b); met.Games() > 0 {
					s.LOS[i][j] = met.LikelihoodOfSuperiority()
				}
			case a != b && variance > 1e-12:
				s.LOS[i][j] = Number(distuv.UnitNormal.CDF((strengths[a] - strengths[b]) / math.Sqrt(variance)))
			}
		}
	}
	return s
}

// between returns the games of player a against b.
func (l *Ledger) between(a, b int) (s Sample) {
	l.eachPairing(func(i, j int, tally *Tally) {
		switch {
		case i == a && j == b:
			s = tally.Sample
		case i == b && j == a:
			s = tally.Sample.Reverse()
		}
	})
	return s
}

// covariance returns the covariances of the strengths: the sandwich of the inverse
// curvature and the scatter of the observations.
func (l *Ledger) covariance(groups comparableGroups, strengths []float64) *mat.Dense {
	n := len(strengths)
	factors := l.curvature(groups, mat.NewVecDense(n, strengths))
	var half, covariance mat.Dense
	if err := factors.SolveTo(&half, l.scatter(groups, strengths)); err != nil {
		return mat.NewDense(n, n, nil) // cannot happen: the matrix is positive definite
	}
	if err := factors.SolveTo(&covariance, half.T()); err != nil {
		return mat.NewDense(n, n, nil)
	}
	return &covariance
}

// scatter returns the scatter of the observations within groups as a quadratic form of the
// strengths. To each pairing it adds that of one pair whose games both go one way, as the
// strengths have it: few observations may lie close together by chance.
func (l *Ledger) scatter(groups comparableGroups, strengths []float64) *mat.SymDense {
	scatter := mat.NewSymDense(len(strengths), nil)
	l.eachPairingWithin(groups, func(i, j int, tally *Tally) {
		score := expected(strengths[i] - strengths[j])
		addBetween(scatter, i, j, tally.scatter(score)+4*score*(1-score))
	})
	return scatter
}
