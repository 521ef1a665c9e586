package engine

import (
	"fmt"
	"strings"
)

// Shape is a building in one of its distinct orientations. The mirror images that
// the sides own of the abbey and the academy are different shapes. Shapes run from
// 1 to NumShapes; 0 is not a shape.
type Shape uint8

// NumShapes is the number of shapes: 23 that both sides have, 6 of Dark's and 6
// of Light's abbey and academy, and 4 of the Cathedral.
const NumShapes = 39

// SideShapes is the number of shapes of each side, without the Cathedral's.
const SideShapes = 29

// orientations are the letters of a move. Each stands for a quarter turn clockwise
// from the one before.
const orientations = "nesw"

// offset is a place relative to a shape's anchor, the top left corner of the
// rectangle around it.
type offset struct{ row, column int }

// shapeForm is the form of a shape.
type shapeForm struct {
	building    Building
	owner       [2]bool // whether the side has this shape
	orientation byte    // the first of n, e, s, w that gives these squares
	squares     []offset
	reference   offset // the square that a move in this orientation names
	height      int    // rows
	turned      Shape  // the shape after a quarter turn clockwise
}

// shapes has the forms of all shapes, by Shape; the first is empty.
var shapes = makeShapes()

// sideShapes has each side's shapes in the order of the buildings.
var sideShapes = makeSideShapes()

// cathedralShape is the first of the Cathedral's four shapes.
const cathedralShape Shape = NumShapes - 3

// String returns the building's code and the orientation, such as "CSn", or "none"
// for 0. A shape of one side's abbey or academy reads like its mirror image.
func (s Shape) String() string {
	switch {
	case s == 0:
		return "none"
	case s > NumShapes:
		return fmt.Sprintf("shape(%d)", uint8(s))
	}
	return shapes[s].building.Code() + string(shapes[s].orientation)
}

// Building returns the building of the shape.
func (s Shape) Building() Building { return shapes[s].building }

// StartingAt returns the placement of the shape that has first as its first square
// in reading order, or NoMove if it would reach beyond the board.
func (s Shape) StartingAt(first Square) Move { return startingAt[s][first] }

// startingAt has the placements by shape and first square.
var startingAt = makeStartingAt()

func makeStartingAt() *[NumShapes + 1][SquareIndexes]Move {
	all := new([NumShapes + 1][SquareIndexes]Move)
	for index := range squaresOf {
		if m := Move(index); m.IsPlacement() {
			all[m.Shape()][m.Squares().First()] = m
		}
	}
	return all
}

func makeShapes() [NumShapes + 1]shapeForm {
	var all [NumShapes + 1]shapeForm
	next := 1
	for b := Tavern; b <= Cathedral; b++ {
		kind := buildings[b]
		owners := [][2]bool{{true, true}}
		drawings := []string{kind.north}
		if kind.light != "" {
			owners = [][2]bool{{Dark: true}, {Light: true}}
			drawings = append(drawings, kind.light)
		}
		for i, drawing := range drawings {
			first := next
			for turn := range orientations {
				form := turnedForm(drawing, turn)
				if !hasForm(all[first:next], form.squares) {
					form.building, form.owner = b, owners[i]
					all[next] = form
					next++
				}
			}
			for s := first; s < next; s++ { // the last turn leads back to the first
				all[s].turned = Shape(first + (s+1-first)%(next-first))
			}
		}
	}
	return all
}

func makeSideShapes() [2][SideShapes]Shape {
	var of [2][SideShapes]Shape
	for _, side := range []Side{Light, Dark} {
		next := 0
		for s := Shape(1); s < cathedralShape; s++ {
			if shapes[s].owner[side] {
				of[side][next] = s
				next++
			}
		}
	}
	return of
}

// turnedForm reads a drawing of the north position and turns it clockwise by the
// given number of quarter turns. The form's squares are in reading order.
func turnedForm(north string, quarters int) shapeForm {
	form := shapeForm{orientation: orientations[quarters]}
	drawing := strings.Split(north, "/")
	height, width := len(drawing), len(drawing[0])
	turn := func(at offset) offset {
		for q, height, width := 0, height, width; q < quarters; q, height, width = q+1, width, height {
			at = offset{at.column, height - 1 - at.row}
		}
		return at
	}
	form.reference = turn(offset{0, strings.IndexByte(drawing[0], 'X')})
	covered := map[offset]bool{}
	for row, line := range drawing {
		for column, mark := range line {
			if mark == 'X' {
				covered[turn(offset{row, column})] = true
			}
		}
	}
	for row := range max(height, width) {
		for column := range max(height, width) {
			if covered[offset{row, column}] {
				form.height = row + 1
				form.squares = append(form.squares, offset{row, column})
			}
		}
	}
	return form
}

// hasForm reports whether one of the forms has exactly these squares.
func hasForm(forms []shapeForm, squares []offset) bool {
	for _, form := range forms {
		same := len(form.squares) == len(squares)
		for i := 0; same && i < len(squares); i++ {
			same = form.squares[i] == squares[i]
		}
		if same {
			return true
		}
	}
	return false
}
