package messages

// The difference between a better line and the one that was played. It is a fact that anybody can
// recount on the board, and needs only the rules. The page puts it into words.

import (
	"errors"
	"fmt"

	"cathedral/engine"
)

// compareRequest asks for the comparison of two lines that begin after a game.
type compareRequest struct {
	gameRequest
	Better []string `json:"better"`
	Played []string `json:"played"`
}

// lineComparison is the difference between two lines that begin in the same position.
type lineComparison struct {
	Reason lineReason `json:"reason"` // that speaks for the better line
	Better lineTotals `json:"better"`
	Played lineTotals `json:"played"`
}

// lineTotals adds up the plies of a line that are compared.
type lineTotals struct {
	Plies int `json:"plies"`
	Sides[sideTotals]
	Margin *int `json:"margin"` // for Light; nil if the line, to its last move, does not end the game
}

// sideTotals is what a side has got in a line, and what it has left to place.
type sideTotals struct {
	Claimed  int      `json:"claimed"`  // squares
	Captured []string `json:"captured"` // codes of buildings
	Left     int      `json:"left"`     // squares
}

func (Rulebook) compare(r *compareRequest) (*lineComparison, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	before := game.Positions()[len(game.Moves)]
	better, err := legalLine(before, r.Better)
	if err != nil {
		return nil, fmt.Errorf("better: %w", err)
	}
	played, err := legalLine(before, r.Played)
	if err != nil {
		return nil, fmt.Errorf("played: %w", err)
	}
	compared := compareLines(&before, better, played)
	return &compared, nil
}

// legalLine returns the moves of a line that begins at a position. It returns an error if the
// line has no moves or an illegal one.
func legalLine(position engine.Position, texts []string) ([]engine.Move, error) {
	if len(texts) == 0 {
		return nil, errors.New("want at least one move")
	}
	line := lineOfPlay{Moves: texts}
	recorded, err := line.record(position, 0)
	moves := make([]engine.Move, len(recorded))
	for i, move := range recorded {
		moves[i] = move.Move
	}
	return moves, err
}

// usualPlies is the number of plies of each line that are compared, if the lines are long
// enough. More are compared only if the gains of these do not speak for the better line, and
// all if both lines end the game.
const usualPlies = 6

// compareLines compares a better line with the one that was played, for the side to move in the
// position before. Both lines begin there, have at least one move, and are legal to their ends.
func compareLines(before *engine.Position, better, played []engine.Move) lineComparison {
	c := comparison{side: before.Side(), better: newReplay(before, better), played: newReplay(before, played)}
	if !c.better.last().Over() || !c.played.last().Over() {
		longest := min(len(better), len(played))
		usual := min(usualPlies, longest)
		c.cut(usual)
		for at := usual; c.gained() <= 0 && at < longest; at++ {
			c.cut(at + 1)
		}
		if c.gained() <= 0 {
			c.cut(usual)
		}
	}
	return lineComparison{c.reason(), c.better.totals(), c.played.totals()}
}

// comparison is a lineComparison in progress.
type comparison struct {
	side           engine.Side // that moves first
	better, played replay
}

// cut sets the number of plies of each line that are compared.
func (c *comparison) cut(plies int) { c.better.plies, c.played.plies = plies, plies }

// gained returns how many more squares the better line gains for the side.
func (c *comparison) gained() int {
	lead := func(r *replay) int { return r.gains(c.side).squares() - r.gains(c.side.Opponent()).squares() }
	return lead(&c.better) - lead(&c.played)
}

// replay is a line with its positions, which are one more than its moves.
type replay struct {
	moves     []engine.Move
	positions []engine.Position
	settled   []settlement // by each move
	plies     int          // that are compared
}

func newReplay(before *engine.Position, moves []engine.Move) replay {
	r := replay{moves: moves, positions: []engine.Position{*before}, plies: len(moves)}
	for ply, m := range moves {
		p := &r.positions[ply]
		settled := newSettlement(p, m)
		if m.Spares() {
			settled.Captured = nil
		}
		r.settled = append(r.settled, settled)
		r.positions = append(r.positions, p.Play(m))
	}
	return r
}

// last returns the position after the whole line, and end the one after the plies compared.
func (r *replay) last() *engine.Position { return &r.positions[len(r.moves)] }
func (r *replay) end() *engine.Position  { return &r.positions[r.plies] }

// gains is what a side claims and captures in the plies compared.
type gains struct {
	settlement
	plies int // to the last gain
}

func (r *replay) gains(side engine.Side) (g gains) {
	for ply, settled := range r.settled[:r.plies] {
		if r.positions[ply].Side() == side && len(settled.Claimed)+len(settled.Captured) > 0 {
			g.Claimed, g.Captured = append(g.Claimed, settled.Claimed...), append(g.Captured, settled.Captured...)
			g.plies = ply + 1
		}
	}
	return g
}

// squares returns how many squares the gains are worth: those claimed, which include those of the
// buildings captured, and those that the other side has to place again.
func (g gains) squares() int {
	squares := len(g.Claimed)
	for _, captured := range g.Captured {
		if captured.Side != "" { // nobody places the Cathedral again
			squares += len(captured.Squares)
		}
	}
	return squares
}

// totals adds up the plies compared, and reports the end of the whole line.
func (r *replay) totals() lineTotals {
	totals := lineTotals{Plies: r.plies, Sides: BySide(func(side engine.Side) sideTotals {
		g := r.gains(side)
		total := sideTotals{len(g.Claimed), []string{}, r.end().Unplaced(side)}
		for _, captured := range g.Captured {
			total.Captured = append(total.Captured, captured.Building)
		}
		return total
	})}
	if last := r.last(); last.Over() {
		margin := last.Margin(engine.Light)
		totals.Margin = &margin
	}
	return totals
}
