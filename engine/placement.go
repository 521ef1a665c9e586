package engine

// What is known beforehand of a shape standing at a place is kept in several
// tables, by the shape and square bits of its Move, so that what is asked for
// together lies together. A shape that would reach beyond the board has no squares.
var (
	squaresOf  = makeSquaresOf()
	placements = makePlacements()
	keysOf     = makeKeysOf() // what the building adds to the hash key, by its owner
)

// placement answers whether the building can close anything: see mayEnclose in
// enclosure.go. It fills a cache line.
type placement struct {
	rim       Bitboard
	edge      Bitboard
	lid       Bitboard
	outerRuns int
	_         uint64
}

func makeSquaresOf() *[placementIndexes]Bitboard {
	all := new([placementIndexes]Bitboard)
	for s := Shape(1); s <= NumShapes; s++ {
		for anchor := range AllSquares().Squares() {
			if squares, fits := squaresAt(shapes[s].squares, anchor); fits {
				all[NewMove(s, anchor).index()] = squares
			}
		}
	}
	return all
}

func makeKeysOf() *[placementIndexes][2]uint64 {
	all := new([placementIndexes][2]uint64)
	for i, squares := range squaresOf {
		for square := range squares.Squares() {
			for side := range all[i] {
				all[i][side] ^= pieceKey(Side(side), Move(i).Building(), square)
			}
		}
	}
	return all
}

// noLid is a lid that no walls hold, because it is padding.
var noLid = Bitboard{1 << 63, 0}

func makePlacements() *[placementIndexes]placement {
	all := new([placementIndexes]placement)
	for i, squares := range squaresOf {
		if !squares.IsEmpty() {
			all[i] = newPlacement(squares, Move(i).Building())
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

// newPlacement works out the ring of squares around a building. The castle's notch
// is a dead end of that ring: the ring runs around the whole rectangle, and the
// three squares that shut the notch are the lid.
func newPlacement(squares Bitboard, building Building) placement {
	p := placement{lid: noLid}
	within := squares // its notch filled
	if building == Castle {
		notch := castleNotch(squares)
		p.lid = notch.Grow().AndNot(squares).AndNot(notch)
		within = within.Or(notch)
	}
	p.rim = within.Grow().AndNot(within)
	var outside beyond
	for square := range within.Squares() {
		for _, near := range around(offset{square.Row(), square.Column()}) {
			outside.add(near)
		}
	}
	for square := range p.rim.Squares() {
		for _, near := range beside(offset{square.Row(), square.Column()}) {
			if outside.has(near) {
				p.edge = p.edge.With(square)
			}
		}
	}
	p.outerRuns = outside.runs()
	return p
}

// castleNotch returns the one square of a castle's rectangle that it leaves out:
// the only one beside three of its squares.
func castleNotch(castle Bitboard) Bitboard {
	for square := range castle.GrowOrthogonally().AndNot(castle).Squares() {
		if BoardOf(square).GrowOrthogonally().And(castle).Count() == 3 {
			return BoardOf(square)
		}
	}
	return Bitboard{}
}

// beyond is a set of places in the frame of one square's width around the board.
type beyond [Rows + 2][Columns + 2]bool

// add adds a place, unless it is on the board.
func (b *beyond) add(at offset) {
	if !onBoard(at) {
		b[at.row+1][at.column+1] = true
	}
}

func (b *beyond) has(at offset) bool { return !onBoard(at) && b[at.row+1][at.column+1] }

// runs counts the groups of places that are connected through sides, and empties
// the set.
func (b *beyond) runs() int {
	runs := 0
	for row := range b {
		for column := range b[row] {
			if b[row][column] {
				runs++
				b.erase(row, column)
			}
		}
	}
	return runs
}

// erase takes away a place and all that are connected with it.
func (b *beyond) erase(row, column int) {
	if row < 0 || row >= len(b) || column < 0 || column >= len(b[row]) || !b[row][column] {
		return
	}
	b[row][column] = false
	b.erase(row-1, column)
	b.erase(row+1, column)
	b.erase(row, column-1)
	b.erase(row, column+1)
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
