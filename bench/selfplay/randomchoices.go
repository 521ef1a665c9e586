package selfplay

import (
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// openingPicks is the number of moves of which the largest is played at each ply of a random opening.
const openingPicks = 5

// The numbers of moves that rank first, of which a random move after the opening and one beside
// the move that is played are picked.
const (
	likelyMoves  = 12
	likelyAsides = 60
)

// randomChoices makes the random choices of a game that depend on no search.
type randomChoices struct {
	random  *rand.Rand
	opening int // plies
	noise   int // see Recipe
	asides  int // see Recipe
}

// choices returns the random choices of game number.
func (r *Recipe) choices(number int) *randomChoices {
	c := &randomChoices{random: r.random(number), noise: r.Noise, asides: r.Asides}
	if r.RandomPlies > 0 {
		c.opening = 1 + c.random.IntN(r.RandomPlies)
	}
	return c
}

// next returns the random move of a position, or false if the engine chooses its move. It
// has to be called once for each position of the game in which it is not known how the game
// ends, in their order.
func (c *randomChoices) next(position *engine.Position) (move engine.Move, isRandom bool) {
	switch {
	case position.Ply() < c.opening:
		return Largest(position.Moves(nil), openingPicks, c.random), true
	case c.noise > 0 && c.random.IntN(c.noise) == 0:
		if moves := likely(position, likelyMoves); len(moves) > 1 {
			return moves[c.random.IntN(len(moves))], true
		}
	}
	return engine.NoMove, false
}

// aside returns the move that is tried beside the one that the engine plays, or NoMove if none
// is. It has to be called once for each move that the engine plays and comments, in their order.
func (c *randomChoices) aside(position *engine.Position, played engine.Move) engine.Move {
	if c.asides == 0 || c.random.IntN(100) >= c.asides {
		return engine.NoMove
	}
	moves := likely(position, likelyAsides)
	move := moves[c.random.IntN(len(moves))]
	if after := position.Play(move); move == played || after.Over() {
		return engine.NoMove
	}
	return move
}

// likely returns the count moves of a position that rank first, or all if there are fewer.
func likely(position *engine.Position, count int) []engine.Move {
	var node evaluation.Node
	node.Start(position, engine.NoMove)
	moves := ordering.NewRanker(ordering.NewHistory(), func(int) {}).Sorted(&node)
	return moves[:min(count, len(moves))]
}

// Largest picks moves at random, as many as picks, and returns the first of those with the largest
// building: strong players begin with large buildings.
func Largest(moves []engine.Move, picks int, random *rand.Rand) engine.Move {
	best := moves[random.IntN(len(moves))]
	for range picks - 1 {
		if move := moves[random.IntN(len(moves))]; move.Squares().Count() > best.Squares().Count() {
			best = move
		}
	}
	return best
}
