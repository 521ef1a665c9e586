package engine

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
	gains := p.gains(side, AllSquares())
	if gains.everywhere = p.Unsettled(side); gains.everywhere {
		return gains.listAll(legal, list)
	}
	return gains.list(legal, list)
}

// listAll appends the enclosures when any building may win squares that it does not touch.
func (g *Gains) listAll(legal *Maps, list []Enclosure) []Enclosure {
	hand := g.position.hands[g.side]
	for i, shape := range sideShapes[g.side] {
		if !hand.Has(shape.Building()) {
			continue
		}
		for anchors := legal.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			list = g.add(list, NewMove(shape, anchors.First()))
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
	var depth depths
	depth.find(g)
	for i, shape := range sideShapes[g.side] {
		if !hand.Has(shape.Building()) {
			continue
		}
		anchors := legal.At(i).AndNot(homes.At(i))
		if anchors.IsEmpty() {
			continue
		}
		two, three := runs.of(shape)
		for anchors = anchors.And(two); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
			anchor := anchors.First()
			m := NewMove(shape, anchor)
			if gain, region := g.around(m, &depth, three.Has(anchor)); gain > 0 {
				list = append(list, Enclosure{m, gain, region})
			}
		}
	}
	return list
}

// depths has the squares that are one, two and more squares away from outside: each set contains
// the next.
type depths struct {
	count int
	sets  [maxDepth]Bitboard
}

const maxDepth = 12

func (d *depths) find(g *Gains) {
	from := g.shut
	if from.IsEmpty() {
		from = g.foreign
	}
	for d.count = 0; d.count < maxDepth; d.count++ {
		left := g.passable.AndNot(from)
		if left.IsEmpty() {
			return
		}
		d.sets[d.count] = left
		from = from.Grow().And(g.passable)
	}
}

// around returns what of does for a building that touches walls in two places, or in more.
// It floods from the squares around the building, the deepest first.
func (g *Gains) around(m Move, depth *depths, more bool) (gain int, won Bitboard) {
	squares := m.Squares()
	passable := g.passable.AndNot(squares)
	ring := squares.Grow().And(passable)
	open, wide := g.shut.AndNot(squares), g.shut.IsEmpty()
	rest := ring.AndNot(open)
	level := depth.count - 1
	for !rest.IsEmpty() {
		for level >= 0 && !rest.Intersects(depth.sets[level]) {
			level--
		}
		seed := rest
		if level >= 0 {
			seed = rest.And(depth.sets[level])
		}
		region := BoardOf(seed.First())
		for {
			grown := region.Grow().And(passable)
			if grown == region {
				if worth := g.worth(region); worth > 0 {
					gain += worth
					won = won.Or(region)
				}
				if !more && !region.Intersects(g.foreign) {
					return gain, won
				}
				break
			}
			region = grown
			if region.Contains(ring) {
				return 0, Bitboard{}
			}
			if region.Intersects(open) || wide && region.And(g.foreign).Count() > Cathedral.Size() {
				open = open.Or(region)
				break
			}
		}
		rest = rest.AndNot(region)
	}
	return gain, won
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
	if p.buildings[side] != before.buildings[side] || p.cathedral != before.cathedral ||
		p.territory[side] != before.territory[side] || p.unsettled[side] {
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
				gains = p.gains(side, AllSquares())
			}
			list = gains.add(list, e.Move)
		}
	}
	return list
}
