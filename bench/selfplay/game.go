package selfplay

import (
	"fmt"

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

// playScored plays a legal move with the score, in hundredths of a square, and the depth of
// the search that chose it. The comment has no time, so that all records of the same game
// are equal.
func (g *game) playScored(move engine.Move, centi, depth int) {
	g.add(record.Move{Move: move, Comment: record.MoveComment{Centi: centi, Depth: depth}.String()})
}

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

// scoreTag is the tag with the unplaced squares of Light and of Dark at the end.
const scoreTag = "Score"

// adjudicate returns the record of the game, whose final score is proven. light and dark are
// the numbers of unplaced squares.
func (g *game) adjudicate(light, dark int) *record.Game {
	g.record.Result = record.Result(engine.FairGame{}.OutcomeOf(dark - light))
	g.record.SetTag(scoreTag, fmt.Sprintf("%d-%d", light, dark))
	g.record.SetTag(record.TerminationTag, string(record.Adjudication))
	g.record.SetTag(record.AdjudicationTag, string(record.ProvenScore))
	g.record.SetTag(record.CauseTag, "the final score is proven")
	return g.record
}
