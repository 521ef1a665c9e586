package book

import (
	"math"
	"math/rand/v2"
	"slices"

	"cathedral/engine"
)

// Choose chooses a move of the book in a position among the given moves, all if there are
// none, and reports whether it found one. If the best move is unexplored, it finds none: a
// search does as well. At variety 0 the choice is the best move; otherwise a move becomes e
// times less likely with each variety, in hundredths of a square, by which its value is
// below the best one's. Whatever the variety, a move that gives away a proven result is not
// chosen. line is the move with the best replies of the book, one after the other.
func (b *Book) Choose(p *engine.Position, among []engine.Move, variety int, random *rand.Rand) (choice Move, line []engine.Move, found bool) {
	moves := b.Moves(p)
	if len(among) > 0 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(among, m.Move) })
	}
	if len(moves) == 0 {
		return Move{}, nil, false
	}
	unexplored := func(m Move) bool { return m.Unexplored && !m.Proven }
	if unexplored(draw(moves, 0, nil)) {
		return Move{}, nil, false
	}
	choice = draw(slices.DeleteFunc(moves, unexplored), variety, random)
	next := *p
	for best := choice; ; best = draw(moves, 0, nil) {
		line = append(line, best.Move)
		next = next.Play(best.Move)
		if moves = b.Moves(&next); len(moves) == 0 {
			return choice, line, true
		}
	}
}

// draw draws one of the moves, of which there must be one, by weighted reservoir sampling
// (Chao, A General Purpose Unequal Probability Sampling Plan, 1982). Of those that keep
// what is proven, the first is the best and has the weight 1.
func draw(moves []Move, variety int, random *rand.Rand) Move {
	drawIsBest := moves[0].Proven && moves[0].Centi == 0
	most := -1
	for i := range moves {
		most = max(most, moves[i].keeps(drawIsBest))
	}
	var best, drawn *Move
	sum := 1.0
	for i := range moves {
		m := &moves[i]
		switch {
		case m.keeps(drawIsBest) < most:
		case best == nil:
			best, drawn = m, m
		case variety > 0:
			weight := math.Exp(float64(min(0, m.Centi-best.Centi)) / float64(variety))
			if sum += weight; random.Float64()*sum < weight {
				drawn = m
			}
		}
	}
	return *drawn
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
