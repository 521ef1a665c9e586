package ordering

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
)

// TestFootprintsAreTheSquaresCoveredAndTouched checks every shape in every place,
// also at the edge of the board.
func TestFootprintsAreTheSquaresCoveredAndTouched(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	numbers := map[engine.Square]int32{}
	var m squareMap
	for square := range engine.AllSquares().Squares() {
		numbers[square] = 1 + random.Int32N(1<<20)
		m.add(engine.BoardOf(square), numbers[square])
	}
	sum := func(squares engine.Bitboard) int32 {
		sum := int32(0)
		for square := range squares.Squares() {
			sum += numbers[square]
		}
		return sum
	}
	placements := 0
	for shape := engine.Shape(1); shape <= engine.NumShapes; shape++ {
		foot := &footprints[shape]
		for anchor := range engine.AllSquares().Squares() {
			placement := engine.NewMove(shape, anchor)
			if placement.Squares().IsEmpty() {
				continue // off the board
			}
			placements++
			if got, want := m.sum(foot.covered, anchor), sum(placement.Squares()); got != want {
				t.Errorf("%s covers %d, want %d", placement, got, want)
			}
			if got, want := foot.edge.Has(anchor), placement.Squares().Intersects(edge); got != want {
				t.Errorf("%s at the edge: %t", placement, got)
			}
			if got, want := m.sum(foot.touched, anchor), sum(placement.Rim()); got != want {
				t.Errorf("%s touches %d, want %d", placement, got, want)
			}
		}
	}
	if placements < 2500 {
		t.Errorf("only %d placements", placements)
	}
}
