package check

import (
	"math/rand/v2"
	"strings"

	"cathedral/engine"
)

// game is a game from its start, as the command position describes it.
type game struct {
	moves    []engine.Move
	position engine.Position // after them
}

func newGame(rules engine.Rules) *game { return &game{position: engine.Start(rules)} }

// play adds a legal move.
func (g *game) play(move engine.Move) {
	g.moves = append(g.moves, move)
	g.position = g.position.Play(move)
}

// command returns the line that sets the position.
func (g *game) command() string {
	if len(g.moves) == 0 {
		return "position startpos"
	}
	var line strings.Builder
	line.WriteString("position startpos moves")
	for _, move := range g.moves {
		line.WriteString(" " + move.String())
	}
	return line.String()
}

// playRandomly plays random moves until the game is over or until returns true.
func (g *game) playRandomly(random *rand.Rand, until func(*engine.Position) bool) {
	var moves []engine.Move
	for !g.position.Over() && !until(&g.position) {
		moves = g.position.Moves(moves[:0])
		g.play(moves[random.IntN(len(moves))])
	}
}

// randomGame plays random games until one reaches a wanted position.
func randomGame(random *rand.Rand, rules engine.Rules, wanted func(*engine.Position) bool) *game {
	for {
		g := newGame(rules)
		g.playRandomly(random, wanted)
		if wanted(&g.position) {
			return g
		}
	}
}

// afterPlies returns a function that wants a position after at least that many plies.
func afterPlies(plies int) func(*engine.Position) bool {
	return func(p *engine.Position) bool { return p.Ply() >= plies }
}

// random returns a source of random numbers, seeded with the check's seed.
func (c *conversation) random() *rand.Rand { return rand.New(rand.NewPCG(c.seed, 1)) }
