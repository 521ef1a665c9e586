package review

import (
	"slices"

	"cathedral/engine"
)

// usualPlies is the number of plies of each line that are compared, if the lines are long
// enough. More are compared only if the gains of these do not speak for the better line.
const usualPlies = 6

// Comparison lists the differences between two lines that begin in the same position.
type Comparison struct {
	Plies          int // compared, of each line
	Better, Played Line
	// Reasons are facts besides the gains and ends of the lines that speak for the better one, the
	// weightiest first. There is at least one if neither the gains nor the ends speak for it and
	// such a fact is known.
	Reasons []Reason
}

// Line describes the plies of a line that are compared.
type Line struct {
	Gains []Gain // in the order of the moves
	// Ends reports whether the line, to its last move, ends the game. Margin is then the final
	// margin for Light, in squares.
	Ends   bool
	Margin int
}

// Gain is the claims or captures of a move of a line.
type Gain struct {
	Ply      int // in the line, from 0
	Side     engine.Side
	Claimed  engine.Bitboard // with the squares of the buildings captured
	Captured []engine.Move   // of the other side, or the Cathedral; none if the move spares them
}

// Squares returns how many squares the gain is worth: those claimed, and those that the
// other side has to place again.
func (g *Gain) Squares() int {
	squares := g.Claimed.Count()
	for _, piece := range g.Captured {
		if piece.Building() != engine.Cathedral {
			squares += piece.Building().Size()
		}
	}
	return squares
}

// Compare compares a better line with the one that was played, for the side to move in the
// position before. Both lines begin there, have at least one move, and are legal to their ends.
func Compare(before *engine.Position, better, played []engine.Move) Comparison {
	c := comparison{side: before.Side(), better: newReplay(before, better), played: newReplay(before, played)}
	longest := min(len(better), len(played))
	c.plies = min(usualPlies, longest)
	for at := c.plies; at <= longest; at++ {
		if c.gained(at) > 0 {
			c.plies = at
			break
		}
	}
	return Comparison{Plies: c.plies, Better: c.better.line(c.plies), Played: c.played.line(c.plies), Reasons: c.reasons()}
}

// comparison is a Comparison in progress.
type comparison struct {
	side           engine.Side // that moves first
	better, played replay
	plies          int
}

// gained returns how many more squares the better line gains for the side in the first plies.
func (c *comparison) gained(plies int) int {
	return c.better.lead(c.side, plies) - c.played.lead(c.side, plies)
}

// endsSpeak reports whether both lines end the game, and the better one with a better margin.
func (c *comparison) endsSpeak() bool {
	better, played := c.better.last(), c.played.last()
	return better.Over() && played.Over() && better.Margin(c.side) > played.Margin(c.side)
}

// replay is a line with its positions, which are one more than its moves.
type replay struct {
	moves     []engine.Move
	positions []engine.Position
	gains     []Gain
}

func newReplay(before *engine.Position, moves []engine.Move) replay {
	r := replay{moves: moves, positions: []engine.Position{*before}}
	for ply, m := range moves {
		p := &r.positions[ply]
		settled := p.Settlement(m)
		gain := Gain{Ply: ply, Side: p.Side(), Claimed: settled.Claimed, Captured: settled.Captured}
		if m.Spares() {
			gain.Captured = nil
		}
		if !gain.Claimed.IsEmpty() || len(gain.Captured) > 0 {
			r.gains = append(r.gains, gain)
		}
		r.positions = append(r.positions, p.Play(m))
	}
	return r
}

// lead returns how many more squares a side gains than the other in the first plies.
func (r *replay) lead(side engine.Side, plies int) int {
	lead := 0
	for _, gain := range r.gains[:r.gainsIn(plies)] {
		if gain.Side == side {
			lead += gain.Squares()
		} else {
			lead -= gain.Squares()
		}
	}
	return lead
}

// gainsIn returns how many of the first plies gain something.
func (r *replay) gainsIn(plies int) int {
	later := slices.IndexFunc(r.gains, func(g Gain) bool { return g.Ply >= plies })
	if later < 0 {
		return len(r.gains)
	}
	return later
}

// last returns the position after the whole line.
func (r *replay) last() *engine.Position { return &r.positions[len(r.moves)] }

func (r *replay) line(plies int) Line {
	last := r.last()
	return Line{Gains: r.gains[:r.gainsIn(plies)], Ends: last.Over(), Margin: last.Margin(engine.Light)}
}
