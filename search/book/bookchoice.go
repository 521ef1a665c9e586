package book

import (
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/engine"
)

// Choose chooses a move of the book in p, one of among unless that is empty, and reports
// whether it found one. If the best move is unexplored, it finds none: a search does as well.
// At variety 0 the choice is the best move. Otherwise a move whose value is variety hundredths
// of a square below the best one's is e times less likely than that. Whatever the variety, a
// move that gives away a proven result is not chosen. line is the move with the best replies of
// the book, one after the other.
func (b *Book) Choose(p *engine.Position, among []engine.Move, variety int, random *rand.Rand) (choice Move, line []engine.Move, found bool) {
	moves := b.Moves(p)
	if len(among) > 0 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(among, m.Move) })
	}
	if len(moves) == 0 {
		return Move{}, nil, false
	}
	unexplored := func(m Move) bool { return m.Unexplored && !m.Proven }
	if unexplored(pick(moves, 0, nil)) {
		return Move{}, nil, false
	}
	choice = pick(slices.DeleteFunc(moves, unexplored), variety, random)
	next := *p
	for best := choice; ; best = pick(moves, 0, nil) {
		line = append(line, best.Move)
		next = next.Play(best.Move)
		if moves = b.Moves(&next); len(moves) == 0 {
			return choice, line, true
		}
	}
}

// pick picks one of the moves, one at least, by weighted reservoir sampling
// (Chao, A General Purpose Unequal Probability Sampling Plan, 1982). The first of those
// that keep what is proven is the best and has the weight 1.
func pick(moves []Move, variety int, random *rand.Rand) Move {
	kept := Keeping(moves)
	picked, sum := 0, 1.0
	for i := 1; variety > 0 && i < len(kept); i++ {
		weight := math.Exp(float64(min(0, kept[i].Centi-kept[0].Centi)) / float64(variety))
		if sum += weight; random.Float64()*sum < weight {
			picked = i
		}
	}
	return kept[picked]
}

// Keeping returns, in their order, those of the moves of a position that give away nothing
// that is proven. These are the proven wins, or the proven draws if the best move is one.
// Otherwise they are the moves that are not proven to lose, or all if all lose. The first of moves is the best.
// Keeping returns a slice of its own.
func Keeping(moves []Move) []Move {
	drawIsBest := len(moves) > 0 && moves[0].Proven && moves[0].Centi == 0
	var kept []Move
	most := -1
	for _, m := range moves {
		keeps := m.keeps(drawIsBest)
		if keeps > most {
			most, kept = keeps, nil
		}
		if keeps == most {
			kept = append(kept, m)
		}
	}
	return kept
}

// keeps returns what a move keeps of what is proven: 2 for a proven win; 1 for a proven
// draw if the best move is one; -1 for a proven loss; and otherwise 0. Moves that keep
// less than another give something away.
func (m *Move) keeps(drawIsBest bool) int {
	switch {
	case !m.Proven:
		return 0
	case m.Centi > 0:
		return 2
	case m.Centi < 0:
		return -1
	case drawIsBest:
		return 1
	}
	return 0
}
