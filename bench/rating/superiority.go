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
// through others. Without a scatter, or a chain of games, a likelihood is none.
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
	strengths := l.strengths()
	covariance := l.covariance(strengths)
	for i := range s.LOS {
		for j := range s.LOS[i] {
			a, b := index[i], index[j]
			variance := covariance.At(a, a) + covariance.At(b, b) - 2*covariance.At(a, b)
			if s.LOS[i][j] = None(); a != b && variance > 1e-12 {
				s.LOS[i][j] = Number(distuv.UnitNormal.CDF((strengths[a] - strengths[b]) / math.Sqrt(variance)))
			}
		}
	}
	return s
}

// covariance returns the covariances of the strengths: the sandwich of the inverse
// curvature and the scatter of the observations.
func (l *Ledger) covariance(strengths []float64) *mat.Dense {
	n := len(strengths)
	factors := l.curvature(mat.NewVecDense(n, strengths))
	var half, covariance mat.Dense
	if err := factors.SolveTo(&half, l.scatter(strengths)); err != nil {
		return mat.NewDense(n, n, nil) // cannot happen: the matrix is positive definite
	}
	if err := factors.SolveTo(&covariance, half.T()); err != nil {
		return mat.NewDense(n, n, nil)
	}
	return &covariance
}

// scatter returns the scatter of the observations as a quadratic form of the
// strengths.
func (l *Ledger) scatter(strengths []float64) *mat.SymDense {
	scatter := mat.NewSymDense(len(strengths), nil)
	l.eachPairing(func(i, j int, tally *Tally) {
		addBetween(scatter, i, j, tally.scatter(expected(strengths[i]-strengths[j])))
	})
	return scatter
}
