package book

import (
	"math"
	"math/rand/v2"
)

// Choose draws one of the moves of a position, which must not be empty. At variety 0 it
// is the first; otherwise a move becomes e times less likely with each variety, in
// hundredths of a square, by which its value is below the first one's. Whatever the
// variety, a move that gives away a proven result is not drawn.
func Choose(moves []Move, variety int, random *rand.Rand) Move {
	kept := keepingProof(moves)
	if variety <= 0 {
		return kept[0]
	}
	weights := make([]float64, len(kept))
	sum := 0.0
	for i := range kept {
		loss := max(0, kept[0].Centi-kept[i].Centi)
		weights[i] = math.Exp(-float64(loss) / float64(variety))
		sum += weights[i]
	}
	at := random.Float64() * sum
	for i, weight := range weights {
		if at -= weight; at < 0 {
			return kept[i]
		}
	}
	return kept[0]
}

// keepingProof returns the moves that do not give away a proven result, in their order:
// the proven wins if there are any, moves that are proven not to lose if the first is,
// and otherwise those that are not proven to lose, if there are any.
func keepingProof(moves []Move) []Move {
	if wins := only(moves, func(m *Move) bool { return m.Proven && m.Centi > 0 }); len(wins) > 0 {
		return wins
	}
	if moves[0].Proven && moves[0].Centi == 0 {
		return only(moves, func(m *Move) bool { return m.Proven && m.Centi >= 0 })
	}
	if rest := only(moves, func(m *Move) bool { return !m.Proven || m.Centi >= 0 }); len(rest) > 0 {
		return rest
	}
	return moves
}

// only returns the moves that match.
func only(moves []Move, match func(*Move) bool) []Move {
	var kept []Move
	for i := range moves {
		if match(&moves[i]) {
			kept = append(kept, moves[i])
		}
	}
	return kept
}
