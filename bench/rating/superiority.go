package rating

import (
	"math"

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
	likelihood := func(a, b int) Number { return None() }
	if len(l.players) <= maxRated && l.Connected() {
		strengths, covariance := l.strengths()
		likelihood = func(a, b int) Number {
			variance := covariance.At(a, a) + covariance.At(b, b) - 2*covariance.At(a, b)
			if a == b || variance <= 1e-12 {
				return None()
			}
			return Number(distuv.UnitNormal.CDF((strengths[a] - strengths[b]) / math.Sqrt(variance)))
		}
	}
	for i := range s.LOS {
		for j := range s.LOS[i] {
			s.LOS[i][j] = likelihood(index[i], index[j])
		}
	}
	return s
}
