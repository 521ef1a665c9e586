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
	gains := p.gains(side, AllSquares())
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
	var depth depths
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
					if gain, region := g.around(m, &depth, a.parts > 2); gain > 0 {
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

// windows has the board as seen from a placement in each row: five rows of it, from the one
// above the anchor, in one word. A column more on the left is not passable.
type windows struct {
	passable, claim, stop [Rows]uint64
}

const (
	windowRow  = 0x7fe
	windowBits = windowRow | windowRow<<stride | windowRow<<(2*stride) | windowRow<<(3*stride) | windowRow<<(4*stride)
)

// window returns the five rows from the one above row.
func (b Bitboard) window(row int) uint64 {
	switch from := (row - 1) * stride; {
	case row == 0:
		return b.lo << (stride + 1) & windowBits
	case from < wordBits:
		return (b.lo>>from | b.hi<<(wordBits-from)) << 1 & windowBits
	default:
		return b.hi >> (from - wordBits) << 1
	}
}

// fromWindow returns the squares of a window.
func fromWindow(w uint64, row int) Bitboard {
	w >>= 1
	switch from := (row - 1) * stride; {
	case row == 0:
		return Bitboard{lo: w >> stride}
	case from < wordBits:
		return Bitboard{w << from & wordSquares, w >> (wordBits - from)}
	default:
		return Bitboard{hi: w << (from - wordBits)}
	}
}

func (w *windows) find(g *Gains) {
	claim := g.passable.AndNot(g.position.territory[g.side])
	stop := g.foreign.Or(g.shut)
	wide := Bitboard{g.passable.lo | g.passable.lo<<1 | g.passable.lo>>1, g.passable.hi | g.passable.hi<<1 | g.passable.hi>>1}
	above, below := wide.above(), wide.below()
	for row := range w.passable {
		w.passable[row] = g.passable.window(row)
		w.claim[row] = claim.window(row)
		w.stop[row] = stop.window(row) | above.window(row)&windowRow | below.window(row)&(windowRow<<(4*stride))
	}
}

var (
	windowBody = makeWindowBodies()
	windowRing = makeWindowRings()
)

func makeWindowBodies() (all [NumShapes + 1]uint64) {
	for s := range all {
		for _, at := range shapes[s].squares {
			all[s] |= 1 << ((at.row+1)*stride + at.column + 1)
		}
	}
	return all
}

func makeWindowRings() (all [NumShapes + 1]uint64) {
	for s, body := range windowBody {
		all[s] = growWindow(body) &^ body
	}
	return all
}

func growWindow(x uint64) uint64 {
	x |= x<<1 | x>>1
	return x | x<<stride | x>>stride
}

// floodWindow returns the squares of mask that are connected with x.
func floodWindow(x, mask uint64) uint64 {
	for {
		grown := growWindow(growWindow(x)&mask) & mask
		if grown == x {
			return x
		}
		x = grown
	}
}

// outlook is what the squares around a building have been found to lead to.
type outlook struct {
	parts   int    // of the ring around it, divided by walls
	away    int    // of these, parts that lead out of the window or to a foreign piece
	regions int    // that end within the window and hold no piece
	closed  uint64 // their squares
}

// around looks around a building that touches walls in two places or more.
func (w *windows) around(body, ring uint64, row int) (a outlook) {
	passable, stop := w.passable[row]&^body, w.stop[row]
	ring &= passable
	// Squares less their neighbors by a side: there is no way around in a circle.
	a.parts = bits.OnesCount64(ring) - bits.OnesCount64(ring&(ring>>1)) - bits.OnesCount64(ring&(ring>>stride))
	if a.parts != 2 {
		return w.aroundMore(ring, passable, stop)
	}
	part := ring &^ stop // first what may end soon
	if part == 0 {
		a.away = 2
		return a
	}
	part &= -part
	for {
		grown := growWindow(part) & passable
		if grown&stop != 0 {
			break
		}
		if grown == part {
			a.closed = part
			return a
		}
		part = grown
	}
	part &= ring
	part = ring &^ floodWindow(part, ring)
	for part&stop == 0 {
		grown := growWindow(part) & passable
		if grown == part {
			a.closed = part
			return a
		}
		part = grown
	}
	a.away = 2
	return a
}

// aroundMore looks at a ring that is not in two parts.
func (w *windows) aroundMore(ring, passable, stop uint64) (a outlook) {
	for ring != 0 {
		part := floodWindow(ring&-ring, ring)
		ring &^= part
		a.parts++
		if part&a.closed != 0 {
			continue
		}
		for part&stop == 0 {
			grown := growWindow(part) & passable
			if grown == part {
				break
			}
			part = grown
		}
		if part&stop != 0 {
			a.away++
			continue
		}
		a.regions++
		a.closed |= part
	}
	return a
}

// separateWalls has the walls of a side that are connected through sides, and those that are
// connected with the edge of the board.
type separateWalls struct {
	all, attached, floating Bitboard
	count                   int
	walls                   [pieceSlots]Bitboard // the floating ones
}

func (s *separateWalls) find(walls Bitboard) {
	s.all = walls
	s.attached = walls.AndNot(InnerSquares(1)).floodOrthogonally(walls)
	s.floating = walls.AndNot(s.attached)
	for rest := s.floating; !rest.IsEmpty(); s.count++ {
		wall := BoardOf(rest.First()).floodOrthogonally(rest)
		rest = rest.AndNot(wall)
		s.walls[s.count] = wall
	}
}

// joined returns the number of separate walls that a building touches by a side, the edge of
// the board with the attached walls included. A tavern in the building's elbow does not count,
// because it does not divide the ring.
func (s *separateWalls) joined(m Move) int {
	squares := m.Squares()
	contact := squares.GrowOrthogonally().And(s.all)
	count := 0
	if contact.Intersects(s.attached) || !InnerSquares(1).Contains(squares) {
		count++
	}
	for _, wall := range s.walls[:s.count] {
		if contact.Intersects(wall) && (wall.Count() > 1 || wall.GrowOrthogonally().And(squares).Count() == 1) {
			count++
		}
	}
	return count
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
	if depth.count == 0 {
		depth.find(g)
	}
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
	var depth depths
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
			if gain, region := gains.around(e.Move, &depth, true); gain > 0 {
				list = append(list, Enclosure{e.Move, gain, region})
			}
		}
	}
	return list
}
