package selfplay

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// Game is a game that is being played.
type Game struct {
	Record   *record.Game
	Position engine.Position // after the moves of the record
}

// Play plays a legal move without a comment.
func (g *Game) Play(move engine.Move) { g.add(record.Move{Move: move}) }

// PlayScored plays a legal move with the score, in hundredths of a square, and the depth of
// the search that chose it. The comment has no time, so that all records of the same game
// are equal.
func (g *Game) PlayScored(move engine.Move, centi, depth int) {
	g.add(record.Move{Move: move, Comment: record.MoveComment{Centi: centi, Depth: depth}.String()})
}

func (g *Game) add(move record.Move) {
	g.Record.Moves = append(g.Record.Moves, move)
	g.Position = g.Position.Play(move.Move)
}

// End returns the record of the game, which is over on the board.
func (g *Game) End() *record.Game {
	g.Record.Result = g.Record.ResultAt(&g.Position)
	return g.Record
}
