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
// through others. If all points between two groups went one way, only the games of the two
// players count. Without any, or without a chain of games, a likelihood is none.
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
		groups := l.groups()
		strengths, covariance := l.strengths(groups)
		likelihood = func(a, b int) Number {
			if groups.of[a] != groups.of[b] {
				met := l.between(a, b)
				return met.LikelihoodOfSuperiority()
			}
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

// between returns the games of player a against player b.
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
