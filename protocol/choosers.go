package protocol

import (
	"math/rand/v2"
	"slices"

	"cathedral/engine"
)

// Players that choose moves at once, without a search. Matches and the page have them as the
// weakest opponents.

// playerStream separates the random numbers of the players from those of a match with the
// same seed.
const playerStream = 3

// Random returns a chooser that picks each legal move with equal probability. The seed
// determines its choices.
func Random(seed uint64) Chooser {
	random := rand.New(rand.NewPCG(seed, playerStream))
	var moves []engine.Move
	return func(p *engine.Position) engine.Move {
		moves = p.Moves(moves[:0])
		return moves[random.IntN(len(moves))]
	}
}

// Greedy returns a chooser that looks one ply ahead: it maximises the squares that
// the side to move has placed, claimed and captured, less the opponent's. The seed
// breaks ties.
func Greedy(seed uint64) Chooser {
	random := rand.New(rand.NewPCG(seed, playerStream))
	var moves []engine.Move
	var next engine.Position
	return func(p *engine.Position) engine.Move {
		moves = p.Moves(moves[:0])
		best, bestValue, ties := engine.NoMove, 0, 0
		for _, move := range moves {
			p.PlayInto(&next, move)
			value := squaresHeld(&next, p.Side()) - squaresHeld(&next, p.Side().Opponent())
			switch {
			case best == engine.NoMove || value > bestValue:
				best, bestValue, ties = move, value, 1
			case value == bestValue:
				// The n-th of n equal moves is picked with probability 1/n.
				if ties++; random.IntN(ties) == 0 {
					best = move
				}
			}
		}
		return best
	}
}

// Largest returns a chooser that picks each placement of the largest building that it
// can place with equal probability. The seed determines its choices.
func Largest(seed uint64) Chooser {
	random := rand.New(rand.NewPCG(seed, playerStream))
	var moves []engine.Move
	return func(p *engine.Position) engine.Move {
		moves = p.Moves(moves[:0])
		most := 0
		for _, move := range moves {
			most = max(most, move.Squares().Count())
		}
		moves = slices.DeleteFunc(moves, func(move engine.Move) bool { return move.Squares().Count() < most })
		return moves[random.IntN(len(moves))]
	}
}

// squaresHeld counts a side's built squares and territory. Captured squares become
// territory.
func squaresHeld(p *engine.Position, side engine.Side) int {
	return p.Buildings(side).Count() + p.Territory(side).Count()
}
