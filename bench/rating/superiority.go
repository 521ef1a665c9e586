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
