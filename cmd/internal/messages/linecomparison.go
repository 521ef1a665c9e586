package messages

// The advantages of a better line over the one that was played. They are facts that anybody can
// recount on the board, and need only the rules. The page puts them into words.

import (
	"errors"
	"fmt"
	"slices"

	"cathedral/engine"
)

// compareRequest asks for the comparison of two lines that begin after a game.
type compareRequest struct {
	gameRequest
	Better []string `json:"better"`
	Played []string `json:"played"`
}

// lineComparison lists the differences between two lines that begin in the same position.
type lineComparison struct {
	Plies  int       `json:"plies"` // compared, of each line
	Better lineGains `json:"better"`
	Played lineGains `json:"played"`
	// Reasons are facts besides the gains and ends of the lines that speak for the better one, the
	// weightiest first. There is at least one if neither the gains nor the ends speak for it and
	// such a fact is known.
	Reasons []lineReason `json:"reasons"`
}

// lineGains describes the plies of a line that are compared.
type lineGains struct {
	Gains  []lineGain `json:"gains"`  // in the order of the moves
	Margin *int       `json:"margin"` // for Light; nil if the line, to its last move, does not end the game
}

// lineGain is the claims or captures of a move of a line. Nothing is captured if the move spares it.
type lineGain struct {
	Ply  int    `json:"ply"` // in the line, from 0
	Side string `json:"side"`
	settlement
}

// squares returns how many squares the gain is worth: those claimed, which include those of the
// buildings captured, and those that the other side has to place again.
func (g *lineGain) squares() int {
	squares := len(g.Claimed)
	for _, captured := range g.Captured {
		if captured.Side != "" { // nobody places the Cathedral again
			squares += len(captured.Squares)
		}
	}
	return squares
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
// enough. More are compared only if the gains of these do not speak for the better line.
const usualPlies = 6

// compareLines compares a better line with the one that was played, for the side to move in the
// position before. Both lines begin there, have at least one move, and are legal to their ends.
func compareLines(before *engine.Position, better, played []engine.Move) lineComparison {
	c := comparison{side: before.Side(), better: newReplay(before, better), played: newReplay(before, played)}
	longest := min(len(better), len(played))
	c.plies = min(usualPlies, longest)
	for at := c.plies; at <= longest; at++ {
		if c.gained(at) > 0 {
			c.plies = at
			break
		}
	}
	return lineComparison{c.plies, c.better.compared(c.plies), c.played.compared(c.plies), c.reasons()}
}

// comparison is a lineComparison in progress.
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
	gains     []lineGain
}

func newReplay(before *engine.Position, moves []engine.Move) replay {
	r := replay{moves: moves, positions: []engine.Position{*before}, gains: []lineGain{}}
	for ply, m := range moves {
		p := &r.positions[ply]
		gain := lineGain{ply, SideName(p.Side()), newSettlement(p, m)}
		if m.Spares() {
			gain.Captured = []piece{}
		}
		if len(gain.Claimed)+len(gain.Captured) > 0 {
			r.gains = append(r.gains, gain)
		}
		r.positions = append(r.positions, p.Play(m))
	}
	return r
}

// lead returns how many more squares a side gains than the other in the first plies.
func (r *replay) lead(side engine.Side, plies int) int {
	lead, name := 0, SideName(side)
	for _, gain := range r.gains[:r.gainsIn(plies)] {
		if gain.Side == name {
			lead += gain.squares()
		} else {
			lead -= gain.squares()
		}
	}
	return lead
}

// gainsIn returns how many of the first plies gain something.
func (r *replay) gainsIn(plies int) int {
	later := slices.IndexFunc(r.gains, func(g lineGain) bool { return g.Ply >= plies })
	if later < 0 {
		return len(r.gains)
	}
	return later
}

// last returns the position after the whole line.
func (r *replay) last() *engine.Position { return &r.positions[len(r.moves)] }

// compared returns the gains of the first plies, and the end of the whole line.
func (r *replay) compared(plies int) lineGains {
	compared := lineGains{Gains: r.gains[:r.gainsIn(plies)]}
	if last := r.last(); last.Over() {
		margin := last.Margin(engine.Light)
		compared.Margin = &margin
	}
	return compared
}
