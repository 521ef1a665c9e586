package messages

// The fact that speaks most for a better line.

import (
	"cmp"
	"slices"

	"cathedral/engine"
)

// reasonKind is the subject of a lineReason.
type reasonKind string

// The kinds of reasons. "Now" is after the move that was played, "instead" after the better one.
const (
	// kindLet: Side, the opponent, claims Played squares in Plies plies of the line played, and captures
	// Captured. In the better line it claims Better squares, and does not capture those buildings.
	kindLet reasonKind = "let"
	// kindMissed: Side, which moved, claims Better squares in Plies plies of the better line, and captures
	// Captured. In the line played it claims Played squares, and does not capture those buildings.
	kindMissed reasonKind = "missed"
	// kindNoRoom: after Plies plies, Buildings of Side, which moved, cannot be placed anywhere any more.
	// In the better line each can, or has been. Claimed is where they could be placed last.
	kindNoRoom reasonKind = "noRoom"
	// kindShut: after Plies plies of the better line, Buildings of Side, the opponent, cannot be placed
	// anywhere any more. In the line played each can, or has been. Claimed is as above.
	kindShut reasonKind = "shut"
	// kindThreat: Side, the opponent, can gain Played squares now by Move, and at most Better instead.
	kindThreat reasonKind = "threat"
	// kindLeft: after Plies plies, Side has Played squares to place, and Better in the better line.
	kindLeft reasonKind = "left"
	// kindPlaces: the one of Buildings, of Side, has Played placements now and Better instead.
	kindPlaces reasonKind = "places"
	// kindWall: the better move belongs to a wall of Better squares, the move that was played to one
	// of Played squares. A wall consists of buildings of Side that touch along edges.
	kindWall reasonKind = "wall"
	// kindNone: none of these facts speaks for the better line.
	kindNone reasonKind = "none"
)

// lineReason is a fact that speaks for the better line. Its Kind determines which fields count.
type lineReason struct {
	Kind      reasonKind `json:"kind"`
	Side      string     `json:"side"`
	Buildings []string   `json:"buildings"` // codes, the largest first
	Move      string     `json:"move"`      // "" if the reason is about none
	Better    int        `json:"better"`    // like Played, a number of squares or of placements
	Played    int        `json:"played"`
	Plies     int        `json:"plies"`
	// Against is the number of squares that the other side claims in the line in which Side gains more, if
	// it gains at least half as much there; otherwise 0.
	Against int `json:"against"`
	// settlement holds the squares claimed in the line in which they are more and the buildings captured
	// in it alone, or what the Move of a threat gains.
	settlement

	cost float64 // in squares
}

// The costs of facts, in squares for each square, by how surely it is lost.
const (
	threatCost = 0.5
	wallCost   = 0.2
)

// reason returns the fact that speaks for the better line and costs most squares. Others than gains,
// room and threats are given only if none of these costs anything.
func (c *comparison) reason() lineReason {
	opponent := c.side.Opponent()
	for _, facts := range [][]lineReason{
		{
			c.gain(kindLet, opponent), c.gain(kindMissed, c.side),
			noRoom(kindNoRoom, c.side, &c.played, &c.better), noRoom(kindShut, opponent, &c.better, &c.played),
			c.threat(),
		},
		{c.left(c.side), c.left(opponent), c.places(c.side), c.places(opponent), c.wall()},
	} {
		if most := slices.MaxFunc(facts, func(a, b lineReason) int { return cmp.Compare(a.cost, b.cost) }); most.cost > 0 {
			return most
		}
	}
	return lineReason{Kind: kindNone, Plies: c.played.plies}
}

// gain compares what a side gains in both lines, if all gains together speak for the better one.
func (c *comparison) gain(kind reasonKind, side engine.Side) lineReason {
	better, played := c.better.gains(side), c.played.gains(side)
	more, less, other := better, played, c.better.gains(side.Opponent())
	if kind == kindLet {
		more, less, other = played, better, c.played.gains(side.Opponent())
	}
	if c.gained() <= 0 {
		return lineReason{}
	}
	r := lineReason{
		Kind: kind, Side: SideName(side), Better: len(better.Claimed), Played: len(played.Claimed), Plies: more.plies,
		cost: float64(more.squares() - less.squares()),
	}
	if 2*other.squares() >= more.squares() {
		r.Against = len(other.Claimed)
	}
	if len(more.Claimed) > len(less.Claimed) {
		r.Claimed = more.Claimed
	}
	r.Captured = slices.DeleteFunc(more.Captured, func(one piece) bool {
		at := slices.IndexFunc(less.Captured, func(other piece) bool { return other.Building == one.Building })
		if at >= 0 {
			less.Captured = slices.Delete(less.Captured, at, at+1)
		}
		return at >= 0
	})
	return r
}

// noRoom finds the buildings of a side that only one line leaves without room, and from when on.
func noRoom(kind reasonKind, side engine.Side, without, with *replay) lineReason {
	r := lineReason{Kind: kind, Side: SideName(side), Plies: 1}
	shut, open := without.end(), with.end()
	var last engine.Bitboard
	for b := range shut.Hand(side).LargestFirst() {
		if placements(shut, side, b) == 0 && (!open.Hand(side).Has(b) || placements(open, side, b) > 0) {
			r.Buildings = append(r.Buildings, b.Code())
			r.cost += float64(b.Size() * shut.Hand(side).Count(b))
			ply, room := without.plies, engine.Bitboard{}
			for ; ply > 0 && room.IsEmpty(); ply-- {
				room = engine.Coverage(without.positions[ply-1].Open(side), side, engine.Hand(0).With(b))
			}
			r.Plies, last = max(r.Plies, ply+1), last.Or(room)
		}
	}
	r.Claimed = squares(last)
	return r
}

// placements returns how many placements the building would have if it were the side's turn.
func placements(p *engine.Position, side engine.Side, b engine.Building) int {
	var maps engine.Maps
	engine.PlacementMaps(p.Open(side), side, &maps)
	return maps.Places(b)
}

// threat finds what the opponent can gain after the move that was played and not after the better one,
// if it is its turn to place a building after both, unless it does so in the line.
func (c *comparison) threat() lineReason {
	now, instead := &c.played.positions[1], &c.better.positions[1]
	turn := func(p *engine.Position) bool { return p.Side() != c.side && !p.PlacesCathedral() }
	if !turn(now) || !turn(instead) || c.played.gainsAt(1) {
		return lineReason{}
	}
	move, gain := largestGain(now)
	_, less := largestGain(instead)
	if gain <= less {
		return lineReason{}
	}
	return lineReason{
		Kind: kindThreat, Side: SideName(c.side.Opponent()), Move: move.String(), Better: less, Played: gain,
		settlement: newSettlement(now, move), cost: threatCost * float64(gain-less),
	}
}

// gainsAt reports whether a ply is among those compared, and gains something.
func (r *replay) gainsAt(ply int) bool {
	return ply < r.plies && len(r.settled[ply].Claimed)+len(r.settled[ply].Captured) > 0
}

// largestGain returns a placement that gains the most squares for the side to move, and their number;
// engine.NoMove and 0 if none gains any.
func largestGain(p *engine.Position) (engine.Move, int) {
	best, most := engine.NoMove, 0
	gains := p.Gains()
	for _, m := range p.Moves(nil) {
		if !m.IsPlacement() || m.Spares() {
			continue
		}
		if gain := gains.Of(m); gain > most {
			best, most = m, gain
		}
	}
	return best, most
}

// places finds the building in a side's hand whose placements differ most in favour of the better
// move, by the share of them and the building's size.
func (c *comparison) places(side engine.Side) (best lineReason) {
	now, instead := &c.played.positions[1], &c.better.positions[1]
	for b := range now.Hand(side).LargestFirst() {
		if !instead.Hand(side).Has(b) {
			continue
		}
		less, more := placements(now, side, b), placements(instead, side, b)
		reason := lineReason{Kind: kindPlaces, Side: SideName(side), Buildings: []string{b.Code()}, Better: more, Played: less}
		if side != c.side {
			less, more = more, less
		}
		if more > 0 {
			reason.cost = float64(b.Size()) * float64(more-less) / float64(more)
		}
		if reason.cost > best.cost {
			best = reason
		}
	}
	return best
}

// wall compares the walls to which the first moves belong, if the better one continues a wall.
func (c *comparison) wall() lineReason {
	instead, now := c.better.firstWall(), c.played.firstWall()
	if instead == c.better.moves[0].Squares().Count() {
		return lineReason{}
	}
	return lineReason{Kind: kindWall, Side: SideName(c.side), Better: instead, Played: now, cost: wallCost * float64(instead-now)}
}

// firstWall returns the number of squares of the wall to which the first move belongs, 0 for a
// pass and for the Cathedral.
func (r *replay) firstWall() int {
	m := r.moves[0]
	buildings := r.positions[1].Buildings(r.positions[0].Side())
	wall := m.Squares().And(buildings)
	for {
		grown := wall.GrowOrthogonally().And(buildings)
		if grown == wall {
			return wall.Count()
		}
		wall = grown
	}
}

// left compares the squares that a side has to place after the plies compared.
func (c *comparison) left(side engine.Side) lineReason {
	now, instead := c.played.end().Unplaced(side), c.better.end().Unplaced(side)
	cost := now - instead
	if side != c.side {
		cost = -cost
	}
	return lineReason{Kind: kindLeft, Side: SideName(side), Better: instead, Played: now, Plies: c.played.plies, cost: float64(cost)}
}
