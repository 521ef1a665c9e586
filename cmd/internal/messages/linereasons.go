package messages

// The facts that speak for a better line.

import (
	"cmp"
	"slices"

	"cathedral/engine"
)

// reasonKind is the subject of a lineReason.
type reasonKind string

// The kinds of reasons. "Now" is after the move that was played, "instead" after the better one.
const (
	// kindNoRoom: after Plies plies, Building of Side, which moved, cannot be placed anywhere. In the better
	// line it can, or has been.
	kindNoRoom reasonKind = "noRoom"
	// kindShut: after Plies plies of the better line, Building of Side, the opponent, cannot be placed
	// anywhere. After the move that was played it can, or has been.
	kindShut reasonKind = "shut"
	// kindThreat: Side, the opponent, can gain Played squares now by Move, and at most Better instead.
	kindThreat reasonKind = "threat"
	// kindPlan: if the opponent passed, Side, which moved, could gain Better squares by Move instead,
	// and at most Played now.
	kindPlan reasonKind = "plan"
	// kindPlaces: Building of Side has Played placements now and Better instead.
	kindPlaces reasonKind = "places"
	// kindWall: the better move belongs to a wall of Better squares, the move that was played to one
	// of Played squares. A wall consists of buildings of Side that touch along edges.
	kindWall reasonKind = "wall"
	// kindLeft: after Plies plies, Side has Played squares to place, and Better in the better line.
	kindLeft reasonKind = "left"
)

// lineReason is a fact that speaks for the better line. Its Kind determines which fields count.
type lineReason struct {
	Kind     reasonKind `json:"kind"`
	Side     string     `json:"side"`
	Building string     `json:"building"` // its code, "" if the reason is about none
	Move     string     `json:"move"`     // "" if the reason is about none
	Better   int        `json:"better"`   // like Played, a number of squares or of placements
	Played   int        `json:"played"`
	Plies    int        `json:"plies"`

	weight float64 // roughly the squares at stake
}

// The weights of facts, in squares for each square, by how surely it is lost.
const (
	noRoomWeight = 1.5
	planWeight   = 0.5
	wallWeight   = 0.2
)

// mostReasons is the maximum number of reasons given: one less beside gains, and one less if the
// ends of the lines speak for the better one.
const mostReasons = 2

// reasons returns the weightiest facts that speak for the better line: those that weigh at least
// half as much as the weightiest or the gains.
func (c *comparison) reasons() []lineReason {
	found := []lineReason{}
	for _, facts := range [][]lineReason{c.noRoom(), c.threat(), c.plan(), c.places(), c.wall(), c.left()} {
		for _, fact := range facts {
			if fact.weight > 0 {
				found = append(found, fact)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b lineReason) int { return cmp.Compare(b.weight, a.weight) })
	least := float64(c.gained(c.plies))
	if len(found) > 0 {
		least = max(least, found[0].weight) / 2
	}
	light := slices.IndexFunc(found, func(r lineReason) bool { return r.weight < least })
	if light < 0 {
		light = len(found)
	}
	most := mostReasons
	if c.better.gainsIn(c.plies)+c.played.gainsIn(c.plies) > 0 {
		most--
	}
	if c.endsSpeak() {
		most--
	}
	return found[:min(light, most)]
}

// noRoom finds the largest building of each side that only one line leaves without room: after
// the first move, or else after all plies compared.
func (c *comparison) noRoom() []lineReason {
	find := func(kind reasonKind, side engine.Side, without, with *replay) lineReason {
		for _, plies := range []int{1, c.plies} {
			shut, open := &without.positions[plies], &with.positions[plies]
			for b := range shut.Hand(side).LargestFirst() {
				if placements(shut, side, b) == 0 && (!open.Hand(side).Has(b) || placements(open, side, b) > 0) {
					return lineReason{Kind: kind, Side: SideName(side), Building: b.Code(), Plies: plies, weight: noRoomWeight * float64(b.Size())}
				}
			}
		}
		return lineReason{}
	}
	return []lineReason{
		find(kindNoRoom, c.side, &c.played, &c.better),
		find(kindShut, c.side.Opponent(), &c.better, &c.played),
	}
}

// placements returns how many placements the building would have if it were the side's turn.
func placements(p *engine.Position, side engine.Side, b engine.Building) int {
	var maps engine.Maps
	engine.PlacementMaps(p.Open(side), side, &maps)
	count := 0
	for i := range engine.ShapesOf(b) {
		count += maps.At(i).Count()
	}
	return count
}

// replies returns the positions after the first moves, now and instead, and whether it is the
// opponent's turn to place a building in both.
func (c *comparison) replies() (now, instead *engine.Position, ok bool) {
	now, instead = &c.played.positions[1], &c.better.positions[1]
	turn := func(p *engine.Position) bool { return p.Side() != c.side && !p.PlacesCathedral() }
	return now, instead, turn(now) && turn(instead)
}

// threat finds what the opponent can gain now and not instead, unless it does so in the line.
func (c *comparison) threat() []lineReason {
	now, instead, ok := c.replies()
	carriedOut := slices.ContainsFunc(c.played.gains, func(g lineGain) bool { return g.Ply == 1 && g.Ply < c.plies })
	if !ok || carriedOut {
		return nil
	}
	move, gain := largestGain(now)
	_, less := largestGain(instead)
	return []lineReason{{Kind: kindThreat, Side: SideName(c.side.Opponent()), Move: move.String(), Better: less, Played: gain, weight: float64(gain - less)}}
}

// plan finds what the side could gain instead with its next building and not now, unless it does
// so in the line.
func (c *comparison) plan() []lineReason {
	now, instead, ok := c.replies()
	carriedOut := slices.ContainsFunc(c.better.gains, func(g lineGain) bool { return g.Ply == 2 && g.Ply < c.plies })
	if !ok || carriedOut {
		return nil
	}
	passedNow, passedInstead := now.Play(engine.Pass), instead.Play(engine.Pass)
	_, less := largestGain(&passedNow)
	move, gain := largestGain(&passedInstead)
	return []lineReason{{Kind: kindPlan, Side: SideName(c.side), Move: move.String(), Better: gain, Played: less, weight: planWeight * float64(gain-less)}}
}

// largestGain returns a placement that gains the most squares for the side to move, and their
// number; engine.NoMove and 0 if none gains any.
func largestGain(p *engine.Position) (engine.Move, int) {
	best, most := engine.NoMove, 0
	gains := p.Gains(engine.AllSquares())
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

// places finds for each side the building in hand whose placements differ most in favour of the
// better move, by the share of them and the building's size.
func (c *comparison) places() []lineReason {
	now, instead := &c.played.positions[1], &c.better.positions[1]
	find := func(side engine.Side) lineReason {
		var best lineReason
		for b := range now.Hand(side).LargestFirst() {
			if !instead.Hand(side).Has(b) {
				continue
			}
			less, more := placements(now, side, b), placements(instead, side, b)
			reason := lineReason{Kind: kindPlaces, Side: SideName(side), Building: b.Code(), Better: more, Played: less}
			if side != c.side {
				less, more = more, less
			}
			if less == 0 || less >= more {
				continue // noRoom finds a building without room
			}
			reason.weight = float64(b.Size()) * float64(more-less) / float64(more)
			if reason.weight > best.weight {
				best = reason
			}
		}
		return best
	}
	return []lineReason{find(c.side), find(c.side.Opponent())}
}

// wall compares the walls to which the first moves belong, if the better one continues a wall.
func (c *comparison) wall() []lineReason {
	instead, now := c.better.firstWall(), c.played.firstWall()
	if instead == c.better.moves[0].Squares().Count() {
		return nil
	}
	return []lineReason{{Kind: kindWall, Side: SideName(c.side), Better: instead, Played: now, weight: wallWeight * float64(instead-now)}}
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

// left compares the squares that each side has to place after the plies compared.
func (c *comparison) left() []lineReason {
	find := func(side engine.Side) lineReason {
		now, instead := c.played.positions[c.plies].Unplaced(side), c.better.positions[c.plies].Unplaced(side)
		weight := now - instead
		if side != c.side {
			weight = -weight
		}
		return lineReason{Kind: kindLeft, Side: SideName(side), Better: instead, Played: now, Plies: c.plies, weight: float64(weight)}
	}
	return []lineReason{find(c.side), find(c.side.Opponent())}
}
