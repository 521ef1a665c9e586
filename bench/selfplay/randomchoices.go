package selfplay

import (
	"math/rand/v2"

	"cathedral/engine"
)

// openingPicks is the number of moves picked for each ply of a random opening. The first one
// with the largest building is played, because strong players begin with large buildings.
const openingPicks = 5

// randomChoices makes the random choices of a game that depend on no search.
type randomChoices struct {
	random  *rand.Rand
	opening int // plies
	noise   int // see Recipe
}

// choices returns the random choices of the game of a number.
func (r *Recipe) choices(number int) *randomChoices {
	c := &randomChoices{random: r.random(number), noise: r.Noise}
	if r.RandomPlies > 0 {
		c.opening = 1 + c.random.IntN(r.RandomPlies)
	}
	return c
}

// next returns the random move of a position, or false if the engine chooses its move. It
// has to be called once for each position of the game in which it is not known how the game
// ends, in their order.
func (c *randomChoices) next(position *engine.Position) (move engine.Move, isRandom bool) {
	moves := position.Moves(nil)
	switch {
	case position.Ply() < c.opening:
		return c.openingMove(moves), true
	case len(moves) > 1 && c.noise > 0 && c.random.IntN(c.noise) == 0:
		return moves[c.random.IntN(len(moves))], true
	}
	return engine.NoMove, false
}

// openingMove picks a move of the opening.
func (c *randomChoices) openingMove(moves []engine.Move) engine.Move {
	best := moves[c.random.IntN(len(moves))]
	for range openingPicks - 1 {
		if move := moves[c.random.IntN(len(moves))]; move.Squares().Count() > best.Squares().Count() {
			best = move
		}
	}
	return best
}
