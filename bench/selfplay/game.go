package selfplay

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// game is a game that is being played.
type game struct {
	record   *record.Game
	position engine.Position // after the moves of the record
}

// play plays a legal move without a comment.
func (g *game) play(move engine.Move) { g.add(record.Move{Move: move}) }

func (g *game) add(move record.Move) {
	g.record.Moves = append(g.record.Moves, move)
	g.position = g.position.Play(move.Move)
}

// moves returns the moves so far.
func (g *game) moves() []engine.Move {
	moves := make([]engine.Move, len(g.record.Moves))
	for i := range moves {
		moves[i] = g.record.Moves[i].Move
	}
	return moves
}

// The players of a game with a swap.
const (
	chooser  = "Chooser"
	proposer = "Proposer"
)

// seat names the players of a game with a swap.
func (g *game) seat(chooserIsLight bool) {
	light, dark := proposer, chooser
	if chooserIsLight {
		light, dark = chooser, proposer
	}
	g.record.SetTag("White", light)
	g.record.SetTag("Black", dark)
}

// end returns the record of the game, which is over on the board.
func (g *game) end() *record.Game {
	g.record.Result = g.record.ResultAt(&g.position)
	return g.record
}
