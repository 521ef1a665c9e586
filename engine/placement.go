package engine

// placement is what is known beforehand of a shape standing at a place. A zero
// placement (no squares) is a shape that would reach beyond the board.
type placement struct {
	squares Bitboard
	// rim, edge, lid and outerRuns answer whether the building can close
	// anything: see mayEnclose in enclosure.go.
	rim       Bitboard
	edge      Bitboard
	lid       Bitboard
	outerRuns int
	// keys is what the building adds to the hash key, by its owner.
	keys [2]uint64
}

// placements has every placement, by the shape and square bits of its Move.
var placements = makePlacements()

// noLid is a lid that no walls hold, because it is padding.
var noLid = Bitboard{1 << 63, 0}

func makePlacements() *[placementIndexes]placement {
	all := new([placementIndexes]placement)
	for s := Shape(1); s <= NumShapes; s++ {
		for anchor := range AllSquares().Squares() {
			squares, fits := squaresAt(shapes[s].squares, anchor)
			if !fits {
				continue
			}
			p := &all[newMove(s, anchor).index()]
			p.squares = squares
			p.setRim(s, anchor)
			for square := range squares.Squares() {
				for side := range p.keys {
					p.keys[side] ^= pieceKey(Side(side), shapes[s].building, square)
				}
			}
		}
	}
	return all
}

// squaresAt returns the squares that the offsets cover from an anchor, and
// whether all are on the board.
func squaresAt(offsets []offset, anchor Square) (Bitboard, bool) {
	var squares Bitboard
	for _, at := range offsets {
		row, column := anchor.Row()+at.row, anchor.Column()+at.column
		if row < 0 || row >= Rows || column < 0 || column >= Columns {
			return Bitboard{}, false
		}
		squares = squares.With(NewSquare(row, column))
	}
	return squares, true
}

// setRim works out the ring of squares around the building. The castle's notch
// is a dead end of that ring: the ring runs around the whole rectangle, and the
// three squares that shut the notch are the lid.
func (p *placement) setRim(s Shape, anchor Square) {
	within := map[offset]bool{} // the building, its notch filled
	for _, at := range shapes[s].squares {
		within[offset{anchor.Row() + at.row, anchor.Column() + at.column}] = true
	}
	p.lid = noLid
	if shapes[s].building == Castle {
		notch := castleNotch(within)
		square := NewSquare(notch.row, notch.column)
		p.lid = BoardOf(square).Grow().AndNot(p.squares).Without(square)
		within[notch] = true
	}
	rim := map[offset]bool{}
	for at := range within {
		for _, near := range around(at) {
			rim[near] = !within[near]
		}
	}
	outside := map[offset]bool{}
	for at, isRim := range rim {
		switch {
		case !isRim:
		case onBoard(at):
			square := NewSquare(at.row, at.column)
			p.rim = p.rim.With(square)
			for _, near := range beside(at) {
				if rim[near] && !onBoard(near) {
					p.edge = p.edge.With(square)
				}
			}
		default:
			outside[at] = true
		}
	}
	p.outerRuns = countRuns(outside)
}

// castleNotch returns the one square of a castle's rectangle that it leaves out.
func castleNotch(castle map[offset]bool) offset {
	for at := range castle {
		for _, near := range beside(at) {
			walls := 0
			for _, wall := range beside(near) {
				if castle[wall] {
					walls++
				}
			}
			if !castle[near] && walls == 3 {
				return near
			}
		}
	}
	return offset{}
}

// countRuns counts the groups of places that are connected through sides.
func countRuns(places map[offset]bool) int {
	runs := 0
	for len(places) > 0 {
		runs++
		for start := range places {
			open := []offset{start}
			for len(open) > 0 {
				at := open[len(open)-1]
				open = open[:len(open)-1]
				if places[at] {
					delete(places, at)
					near := beside(at)
					open = append(open, near[:]...)
				}
			}
			break
		}
	}
	return runs
}

func onBoard(at offset) bool {
	return at.row >= 0 && at.row < Rows && at.column >= 0 && at.column < Columns
}

func beside(at offset) [4]offset {
	return [4]offset{
		{at.row - 1, at.column}, {at.row, at.column - 1},
		{at.row, at.column + 1}, {at.row + 1, at.column},
	}
}

func around(at offset) [8]offset {
	return [8]offset{
		{at.row - 1, at.column - 1}, {at.row - 1, at.column}, {at.row - 1, at.column + 1},
		{at.row, at.column - 1}, {at.row, at.column + 1},
		{at.row + 1, at.column - 1}, {at.row + 1, at.column}, {at.row + 1, at.column + 1},
	}
}
