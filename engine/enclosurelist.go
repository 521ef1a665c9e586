package engine

import "math/bits"

// Enclosure is a placement that would win squares for its side.
type Enclosure struct {
	Move   Move     // in its plain form
	Gain   int      // squares won: see Gains.Of
	Region Bitboard // all squares of the regions that it would settle
}

// Enclosures appends to list every placement of a building in side's hand that wins
// squares with side's next building, in the order of the maps. If the other side is to move,
// it counts as passing. legal are the placement maps of side in p. There are none
// while the Cathedral has still to be placed.
func (p *Position) Enclosures(side Side, legal *Maps, list []Enclosure) []Enclosure {
	ply := int(p.ply)
	if p.side != side {
		if ply < OpeningPlies {
			return list
		}
		ply++
	}
	if p.CathedralPending() || !p.rules.settlesAt(ply) {
		return list
	}
	gains := p.gains(side)
	if gains.everywhere = p.Unsettled(side); gains.everywhere {
		return gains.listEverywhere(legal, list)
	}
	return gains.list(legal, list)
}

// listEverywhere appends the enclosures when any building wins squares that it does not touch.
func (g *Gains) listEverywhere(legal *Maps, list []Enclosure) []Enclosure {
	var runs wallRuns
	runs.find(g.position.buildings[g.side])
	hand := g.position.hands[g.side]
	least, region := g.of(NoMove)
	for i, shape := range sideShapes[g.side] {
		if !hand.Has(shape.Building()) {
			continue
		}
		two, _ := runs.of(shape)
		for anchors := legal.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			anchor := anchors.First()
			m := NewMove(shape, anchor)
			if two.Has(anchor) || m.Squares().Intersects(region) {
				list = g.add(list, m)
			} else {
				list = append(list, Enclosure{m, least, region})
			}
		}
	}
	return list
}

// add appends m if it wins squares.
func (g *Gains) add(list []Enclosure, m Move) []Enclosure {
	if gain, region := g.of(m); gain > 0 {
		list = append(list, Enclosure{m, gain, region})
	}
	return list
}

// list appends the enclosures when a building can win only what it touches.
func (g *Gains) list(legal *Maps, list []Enclosure) []Enclosure {
	p := g.position
	walls, hand := p.buildings[g.side], p.hands[g.side]
	var runs wallRuns
	runs.find(walls)
	home := p.closedTerritory(g.side)
	var homes Maps
	if !home.IsEmpty() {
		PlacementMaps(home, g.side, &homes)
	}
	var near windows
	near.find(g)
	var parted, united Maps
	var separate separateWalls
	separate.find(walls)
	if separate.count > 0 {
		open := p.Open(g.side)
		PlacementMaps(open.And(InnerSquares(1)).AndNot(separate.attached.GrowOrthogonally()), g.side, &parted)
		PlacementMaps(open.AndNot(separate.floating.GrowOrthogonally()), g.side, &united)
	}
	for i, shape := range sideShapes[g.side] {
		if !hand.Has(shape.Building()) {
			continue
		}
		anchors := legal.At(i).AndNot(homes.At(i))
		if anchors.IsEmpty() {
			continue
		}
		two, three := runs.of(shape)
		if separate.count > 0 {
			// A building that touches the two kinds in one place each joins them and closes nothing.
			two = two.And(three.Or(parted.At(i)).Or(united.At(i)))
		}
		body, ring := windowBody[shape], windowRing[shape]
		for anchors = anchors.And(two); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			anchor := anchors.First()
			row, column := anchor.Row(), anchor.Column()
			a := near.around(body<<column, ring<<column, row)
			if a.away > 1 {
				// Do they lead to one region? Parts of the ring less walls that the building joins are regions.
				m := NewMove(shape, anchor)
				if a.parts-separate.joined(m) != a.regions {
					if gain, region := g.beside(m); gain > 0 {
						list = append(list, Enclosure{m, gain, region})
					}
					continue
				}
			}
			// The parts that lead away are in one region, with two foreign pieces or more: it stays as it is.
			if gain := bits.OnesCount64(a.closed & near.claim[row]); gain > 0 {
				list = append(list, Enclosure{NewMove(shape, anchor), gain, fromWindow(a.closed, row)})
			}
		}
	}
	return list
}

// closedTerritory returns side's territory without any that a captured wall has left open.
func (p *Position) closedTerritory(side Side) Bitboard {
	territory := p.territory[side]
	if territory.IsEmpty() {
		return territory
	}
	passable := AllSquares().AndNot(p.buildings[side])
	leaks := passable.AndNot(territory).Grow().And(territory)
	if leaks.IsEmpty() {
		return territory
	}
	return territory.AndNot(leaks.FloodWithin(territory))
}

// EnclosuresAfter appends to list what Enclosures does, for the side that has just waited: p
// is the position after one move of the enemy from before, and old are the side's
// enclosures there. An enemy's building makes no new enclosure unless it captures something.
func (p *Position) EnclosuresAfter(before *Position, old []Enclosure, legal *Maps, list []Enclosure) []Enclosure {
	side := before.side.Opponent()
	if before.ply < OpeningPlies || p.buildings[side] != before.buildings[side] || p.cathedral != before.cathedral ||
		p.territory[side] != before.territory[side] || p.Unsettled(side) {
		return p.Enclosures(side, legal, list)
	}
	if len(old) == 0 {
		return list
	}
	open := p.Open(side)
	built := p.buildings[before.side].AndNot(before.buildings[before.side])
	var gains Gains
	for i := range old {
		e := &old[i]
		switch {
		case !open.Contains(e.Move.Squares()):
		case !built.Intersects(e.Region):
			list = append(list, *e)
		default:
			if gains.position == nil {
				gains = p.gains(side)
			}
			if gain, region := gains.beside(e.Move); gain > 0 {
				list = append(list, Enclosure{e.Move, gain, region})
			}
		}
	}
	return list
}
