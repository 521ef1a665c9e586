package engine

// A wallRuns finds, for all anchors of a shape at once, in how many separate places a
// building would touch walls. It walks around the shape clockwise, from each side of a
// square to the next one, and counts where a wall begins. There a side that touches a
// wall follows one that touches none, or one whose wall is not joined with its own. The
// board's edge is wall. Two walls join around a corner if the square at the corner
// is a wall too.
//
// The maps of the beginnings are moved so that each is seen from the anchor.
type wallRuns [beginnings*moves + 1]Bitboard

const (
	beginnings = 8     // kinds of a beginning: around the four corners, and along the four sides
	moves      = 3 * 3 // places of a square in a shape's rectangle
)

// beginningsOf has the beginnings around each shape, as indexes of wallRuns.
var beginningsOf = makeBeginningsOf()

func makeBeginningsOf() [NumShapes + 1][]uint8 {
	clockwise := [4]offset{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	var all [NumShapes + 1][]uint8
	for s := range all {
		covered := map[offset]bool{}
		for _, at := range shapes[s].squares {
			covered[at] = true
		}
		for _, at := range shapes[s].squares {
			for i, out := range clockwise {
				along := clockwise[(i+1)%4]
				next := offset{at.row + along.row, at.column + along.column}
				switch {
				case covered[offset{at.row + out.row, at.column + out.column}]:
				case !covered[next]:
					all[s] = append(all[s], uint8(i*moves+3*at.row+at.column))
				case !covered[offset{next.row + out.row, next.column + out.column}]:
					first := offset{min(at.row, next.row), min(at.column, next.column)}
					all[s] = append(all[s], uint8((4+i)*moves+3*first.row+first.column))
				}
			}
		}
		if len(all[s])%2 == 1 {
			all[s] = append(all[s], beginnings*moves)
		}
	}
	return all
}

// find prepares r for walls.
func (r *wallRuns) find(walls Bitboard) {
	const (
		columnA = 1 | 1<<stride | 1<<(2*stride) | 1<<(3*stride) | 1<<(4*stride)
		columnJ = columnA << (Columns - 1)
		row     = 0x3ff
		lastRow = row << (4 * stride)
	)
	// Walls beside each square, by direction.
	west := Bitboard{walls.lo<<1 | columnA, walls.hi<<1 | columnA}
	east := Bitboard{walls.lo>>1 | columnJ, walls.hi>>1 | columnJ}
	north, northWest, northEast := walls.above(), west.above(), east.above()
	south, southWest, southEast := walls.below(), west.below(), east.below()
	north.lo, northWest.lo, northEast.lo = north.lo|row, northWest.lo|row, northEast.lo|row
	south.hi, southWest.hi, southEast.hi = south.hi|lastRow, southWest.hi|lastRow, southEast.hi|lastRow
	r.set(0, east.AndNot(north.And(northEast)))
	r.set(1, south.AndNot(east.And(southEast)))
	r.set(2, west.AndNot(south.And(southWest)))
	r.set(3, north.AndNot(west.And(northWest)))
	r.set(4, Bitboard{north.lo >> 1 &^ north.lo, north.hi >> 1 &^ north.hi})
	r.set(5, east.below().AndNot(east))
	r.set(6, Bitboard{south.lo &^ (south.lo >> 1), south.hi &^ (south.hi >> 1)})
	r.set(7, west.AndNot(west.below()))
}

// set writes a map of beginnings at all its moves.
func (r *wallRuns) set(kind int, b Bitboard) {
	to := (*[moves]Bitboard)(r[kind*moves:])
	for row := 0; row < moves; row += 3 {
		to[row] = b
		to[row+1] = Bitboard{b.lo >> 1, b.hi >> 1}
		to[row+2] = Bitboard{b.lo >> 2, b.hi >> 2}
		b = b.below()
	}
}

// of returns the anchors at which the shape touches walls in two places or more, and those with
// three or more.
func (r *wallRuns) of(s Shape) (two, three Bitboard) {
	var one Bitboard
	for terms := beginningsOf[s]; len(terms) >= 2; terms = terms[2:] {
		a, b := r[terms[0]], r[terms[1]]
		either := Bitboard{a.lo | b.lo, a.hi | b.hi}
		both := Bitboard{a.lo & b.lo, a.hi & b.hi}
		three.lo |= two.lo&either.lo | one.lo&both.lo
		three.hi |= two.hi&either.hi | one.hi&both.hi
		two.lo |= one.lo&either.lo | both.lo
		two.hi |= one.hi&either.hi | both.hi
		one.lo |= either.lo
		one.hi |= either.hi
	}
	return two, three
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
