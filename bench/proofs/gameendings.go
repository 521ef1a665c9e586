package proofs

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// Game holds the endings of the positions of a game.
type Game struct {
	Number  int // in the input, from 1
	Record  *record.Game
	Endings []Ending // of each position; those that were not examined leave everything open
}

// newGame returns the game with nothing known.
func newGame(number int, gameRecord *record.Game) *Game {
	g := &Game{Number: number, Record: gameRecord}
	positions := gameRecord.Positions()
	for i := range positions {
		g.Endings = append(g.Endings, newEnding(&positions[i]))
	}
	return g
}

// Player returns the name of a side's player: that of the record, or else the side's.
func (g *Game) Player(side engine.Side) string {
	tag := "White"
	if side == engine.Dark {
		tag = "Black"
	}
	if name := g.Record.Tag(tag); name != "" && name != "?" {
		return name
	}
	return side.String()
}

// ProvenFrom returns the index of the first position from which on it is known who wins,
// which is len(g.Endings) if it is not known of the last one.
func (g *Game) ProvenFrom() int {
	i := len(g.Endings)
	for i > 0 {
		if _, known := g.Endings[i-1].Verdict(); !known {
			break
		}
		i--
	}
	return i
}

// Judgement compares the proven results before and after a move. All of it is from the view
// of the side that moved.
type Judgement struct {
	Index         int // of the move in the game, from 0
	Ply           int
	Side          engine.Side
	Move, Better  engine.Move // Better is NoMove if Move is as good as any
	Before, After Verdict     // under best play, before and after the move
	// Margins are the final margins before and after the move, if both are known.
	Margins      [2]int
	MarginsKnown bool
}

// Lost returns the number of squares that the move lost, if both margins are known.
func (j *Judgement) Lost() int { return j.Margins[0] - j.Margins[1] }

// Judgements returns a judgement of each move that was a choice, and of which it is known
// who won before and after it.
func (g *Game) Judgements() []Judgement {
	var judged []Judgement
	for i, move := range g.Record.Moves {
		before, after := &g.Endings[i], g.Endings[i+1].before(&g.Endings[i].Position, true)
		was, knownBefore := before.Verdict()
		is, knownAfter := after.Verdict()
		if !knownBefore || !knownAfter || len(before.Position.Moves(nil)) < 2 {
			continue
		}
		j := Judgement{
			Index: i, Ply: before.Position.Ply(), Side: before.Position.Side(),
			Move: move.Move, Better: engine.NoMove, Before: was, After: is,
		}
		best, bestKnown := before.Margin()
		played, playedKnown := after.Margin()
		j.Margins, j.MarginsKnown = [2]int{best, played}, bestKnown && playedKnown
		if (is < was || j.MarginsKnown && j.Lost() > 0) && len(before.Line) > 0 {
			j.Better = before.Line[0]
		}
		judged = append(judged, j)
	}
	return judged
}
