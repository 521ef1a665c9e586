package book

import (
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/engine"
)

// Choose chooses a move of the book in a position among the given moves, all if there are
// none, and reports whether the book has one. At variety 0 it is the best; otherwise a
// move becomes e times less likely with each variety, in hundredths of a square, by which
// its value is below the best one's. Whatever the variety, a move that gives away a proven
// result is not chosen. line is the move with the best replies of the book, one after the
// other.
func (b *Book) Choose(p *engine.Position, among []engine.Move, variety int, random *rand.Rand) (choice Move, line []engine.Move, found bool) {
	moves := b.Moves(p)
	if len(among) > 0 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(among, m.Move) })
	}
	if len(moves) == 0 {
		return Move{}, nil, false
	}
	choice = draw(keepingProof(moves), variety, random)
	line = append(line, choice.Move)
	next := p.Play(choice.Move)
	for replies := b.Moves(&next); len(replies) > 0; replies = b.Moves(&next) {
		reply := keepingProof(replies)[0].Move
		line = append(line, reply)
		next = next.Play(reply)
	}
	return choice, line, true
}

// draw draws one of the moves.
func draw(moves []Move, variety int, random *rand.Rand) Move {
	if variety <= 0 {
		return moves[0]
	}
	weights := make([]float64, len(moves))
	sum := 0.0
	for i := range moves {
		loss := max(0, moves[0].Centi-moves[i].Centi)
		weights[i] = math.Exp(-float64(loss) / float64(variety))
		sum += weights[i]
	}
	at := random.Float64() * sum
	for i, weight := range weights {
		if at -= weight; at < 0 {
			return moves[i]
		}
	}
	return moves[0]
}

// keepingProof returns the moves, of which there must be one, that do not give away a
// proven result, in their order: the proven wins if there are any; if the first is a
// proven draw, those proven not to lose; and otherwise those that are not proven to lose,
// if there are any.
func keepingProof(moves []Move) []Move {
	if wins := matching(moves, func(m *Move) bool { return m.Proven && m.Centi > 0 }); len(wins) > 0 {
		return wins
	}
	if moves[0].Proven && moves[0].Centi == 0 {
		return matching(moves, func(m *Move) bool { return m.Proven && m.Centi >= 0 })
	}
	if rest := matching(moves, func(m *Move) bool { return !m.Proven || m.Centi >= 0 }); len(rest) > 0 {
		return rest
	}
	return moves
}

// matching returns the moves that match.
func matching(moves []Move, match func(*Move) bool) []Move {
	var matches []Move
	for i := range moves {
		if match(&moves[i]) {
			matches = append(matches, moves[i])
		}
	}
	return matches
}
