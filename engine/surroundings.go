package engine

// The tables of placements. They are indexed by the shape and the square of a Move,
// and hold nothing for a shape that would reach beyond the board. What is asked for
// together lies together.
var (
	squaresOf      = makeSquaresOf()
	surroundingsOf = makeSurroundingsOf()
	keysOf         = makeKeysOf() // the placement's part of the hash key, by side
)

// surroundings are the squares and the edge around a building where it stands, from
// which mayEnclose (enclosure.go) decides whether the building can close anything.
// They fill a cache line.
type surroundings struct {
	rim       Bitboard // the squares that touch the building, but for a castle's notch
	edge      Bitboard // the squares of the rim beside a place of the ring off the board
	lid       Bitboard // the three squares that shut a castle's notch, or noLid
	outerRuns int      // connected parts of the ring that lie off the board
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

// noLid is a lid that no walls contain: it is padding.
var noLid = Bitboard{1 << 63, 0}

func makeSurroundingsOf() *[placementIndexes]surroundings {
	all := new([placementIndexes]surroundings)
	for i, squares := range squaresOf {
		if !squares.IsEmpty() {
			all[i] = newSurroundings(squares, Move(i).Building())
		}
	}
	return all
}

// squaresAt returns the squares at the offsets from anchor, and reports whether all
// of them are on the board.
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

// newSurroundings finds the ring around a building on the given squares. A castle's
// notch is a dead end, so the ring runs around the castle's whole rectangle, and the
// three squares that shut the notch are the lid.
func newSurroundings(squares Bitboard, building Building) surroundings {
	s := surroundings{lid: noLid}
	within := squares // with the notch filled
	if building == Castle {
		notch := castleNotch(squares)
		s.lid = notch.Grow().AndNot(squares).AndNot(notch)
		within = within.Or(notch)
	}
	s.rim = within.Grow().AndNot(within)
	var outside beyond
	for square := range within.Squares() {
		for _, near := range around(offset{square.Row(), square.Column()}) {
			outside.add(near)
		}
	}
	for square := range s.rim.Squares() {
		for _, near := range beside(offset{square.Row(), square.Column()}) {
			if outside.has(near) {
				s.edge = s.edge.With(square)
			}
		}
	}
	s.outerRuns = outside.runs()
	return s
}

// castleNotch returns the square of a castle's rectangle that the castle leaves
// free. No other square lies beside three squares of the castle.
func castleNotch(castle Bitboard) Bitboard {
	for square := range castle.GrowOrthogonally().AndNot(castle).Squares() {
		if BoardOf(square).GrowOrthogonally().And(castle).Count() == 3 {
			return BoardOf(square)
		}
	}
	return Bitboard{}
}

// beyond is a set of places in a frame around the board that is one square wide.
type beyond [Rows + 2][Columns + 2]bool

// add adds a place. It ignores a place on the board.
func (b *beyond) add(at offset) {
	if !onBoard(at) {
		b[at.row+1][at.column+1] = true
	}
}

func (b *beyond) has(at offset) bool { return !onBoard(at) && b[at.row+1][at.column+1] }

// runs returns the number of parts of the set that are connected through sides. It
// empties the set.
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

// erase removes a place and everything connected with it.
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
