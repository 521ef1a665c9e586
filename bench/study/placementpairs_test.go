package study

import (
	"testing"

	"cathedral/engine"
)

// The mirror images of all buildings but the abbey and the academy are among those of the same
// side; those of these two are the other side's. So only rotations are symmetries of the rules.
func TestMirrorImagesExchangeAbbeysAndAcademies(t *testing.T) {
	shapes := map[engine.Side]map[engine.Bitboard]bool{}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		shapes[side] = map[engine.Bitboard]bool{}
		for i := range engine.SideShapes {
			for square := range engine.AllSquares().Squares() {
				if squares := engine.NewMove(engine.SideShape(side, i), square).Squares(); !squares.IsEmpty() {
					shapes[side][squares] = true
				}
			}
		}
	}
	for side, other := range map[engine.Side]engine.Side{engine.Light: engine.Dark, engine.Dark: engine.Light} {
		for i := range engine.SideShapes {
			shape := engine.SideShape(side, i)
			chiral := shape.Building() == engine.Abbey || shape.Building() == engine.Academy
			for square := range engine.AllSquares().Squares() {
				squares := engine.NewMove(shape, square).Squares()
				if squares.IsEmpty() {
					continue
				}
				if image := mirror(squares); shapes[side][image] == chiral || !shapes[other][image] {
					t.Fatalf("the mirror image of %v's %v at %v is its own: %v, and the other side's: %v", side, shape.Building(), square, shapes[side][image], shapes[other][image])
				}
			}
		}
	}
	images := mirrorImages()
	for number, image := range images {
		if image < 0 || image == number || images[image] != number {
			t.Errorf("the mirror image of placement %d is %d", number, image)
		}
	}
}
