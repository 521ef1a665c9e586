package search

import "cathedral/engine"

// A squareMap has a number for each square of the board and for the places next
// to it, so that what lies beyond the edge need not be asked about: 0.
type squareMap [(engine.Rows-1)*mapStride + engine.Columns + mapReach]int32

const (
	// mapStride is the distance between the rows of a squareMap, which is that of
	// the numbers of squares: see engine.Square.
	mapStride = 12
	// mapReach is more than the distance of any place of a footprint, a power of two
	// so that it need not be checked.
	mapReach = 64
	// mapMargin is the place of square A1: a row and a column from the beginning.
	mapMargin = mapStride + 1
)

// add adds a number to some squares.
func (m *squareMap) add(squares engine.Bitboard, number int32) {
	if number == 0 {
		return
	}
	for ; !squares.IsEmpty(); squares = squares.WithoutFirst() {
		m[int(squares.First())+mapMargin] += number
	}
}

// footprint has the places that a shape covers and those around it, as distances
// in a squareMap from the place before and above its anchor, and the anchors where
// it stands at the edge of the board.
type footprint struct {
	covered, touched []uint8
	edge             engine.Bitboard
}

// footprints has the footprints of all shapes.
var footprints = makeFootprints()

func makeFootprints() *[engine.NumShapes + 1]footprint {
	all := new([engine.NumShapes + 1]footprint)
	// In the middle of the board nothing is cut off.
	middle := engine.NewSquare(3, 3)
	from := int(middle) - mapMargin
	for shape := engine.Shape(1); shape <= engine.NumShapes; shape++ {
		m, f := engine.NewMove(shape, middle), &all[shape]
		for square := range m.Squares().Squares() {
			f.covered = append(f.covered, uint8(int(square)-from))
		}
		for square := range m.Rim().Squares() {
			f.touched = append(f.touched, uint8(int(square)-from))
		}
		for anchor := range engine.AllSquares().Squares() {
			if engine.NewMove(shape, anchor).Squares().Intersects(edge) {
				f.edge = f.edge.With(anchor)
			}
		}
	}
	return all
}

// sum returns the sum of the numbers at some of a footprint's places.
func (m *squareMap) sum(places []uint8, anchor engine.Square) int32 {
	sum := int32(0)
	part := (*[mapReach]int32)(m[anchor:])
	for _, place := range places {
		sum += part[place%mapReach]
	}
	return sum
}
