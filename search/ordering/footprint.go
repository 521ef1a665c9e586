package ordering

import "cathedral/engine"

// A squareMap has a number for each square of the board and for the places next
// to it, so that what lies beyond the edge need not be asked about: 0.
type squareMap [engine.SquareIndexes + mapReach]int32

// mapReach is more than the distance of any place of a footprint, a power of two so
// that it need not be checked.
const mapReach = 64

// mapPlace returns the place of a square, a row and a column behind its index.
func mapPlace(square engine.Square) int { return int(square) + int(engine.NewSquare(1, 1)) }

// add adds a number to some squares.
func (m *squareMap) add(squares engine.Bitboard, number int32) {
	if number == 0 {
		return
	}
	for ; !squares.IsEmpty(); squares = squares.WithoutFirst() {
		m[mapPlace(squares.First())] += number
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
	for shape := engine.Shape(1); shape <= engine.NumShapes; shape++ {
		m, f := engine.NewMove(shape, middle), &all[shape]
		for square := range m.Squares().Squares() {
			f.covered = append(f.covered, uint8(mapPlace(square)-int(middle)))
		}
		for square := range m.Rim().Squares() {
			f.touched = append(f.touched, uint8(mapPlace(square)-int(middle)))
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
