package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The buildings of the naive game, drawn as in the rules, turned by hand, and
// put everywhere on the board.

// naiveBuilding is a line of the table in the rules. The drawings show the
// north position, top row first.
type naiveBuilding struct {
	code        string
	letter      byte // in a position text, for Dark; Light's is its capital
	copies      int
	dark, light string // rows separated by a slash
}

// naiveBuildings returns the table of the rules. The Cathedral, which belongs
// to nobody, is the last line.
func naiveBuildings() []naiveBuilding {
	return []naiveBuilding{
		{"TA", 't', 2, "X", "X"},
		{"ST", 's', 2, "X/X", "X/X"},
		{"IN", 'i', 2, "X./XX", "X./XX"},
		{"BR", 'b', 1, "X/X/X", "X/X/X"},
		{"SQ", 'q', 1, "XX/XX", "XX/XX"},
		{"MA", 'm', 1, ".X./XXX", ".X./XXX"},
		{"AB", 'a', 1, "XX./.XX", ".XX/XX."},
		{"TO", 'o', 1, "XX./.XX/..X", "XX./.XX/..X"},
		{"IF", 'f', 1, ".X./XXX/.X.", ".X./XXX/.X."},
		{"CS", 'c', 1, "X.X/XXX", "X.X/XXX"},
		{"AC", 'y', 1, ".XX/XX./.X.", "XX./.XX/.X."},
		{"CA", '+', 1, ".X./XXX/.X./.X.", ".X./XXX/.X./.X."},
	}
}

const naiveCathedral = 11 // its line in naiveBuildings

// naivePlacement is one way to put a building on the board: a set of squares.
// Orientations that give the same squares are the same placement.
type naivePlacement struct {
	building int           // line of naiveBuildings
	squares  []naiveSquare // in reading order
	text     string        // code, first of n, e, s, w that gives the squares, reference square
}

// naiveCatalogue holds every placement on an empty board.
type naiveCatalogue struct {
	buildings  []naiveBuilding
	placements [3][]([]*naivePlacement)      // by owner, then building; nobody owns the Cathedral alone
	byText     [3]map[string]*naivePlacement // by owner, under every orientation letter that gives the squares
}

// naiveCatalog returns the catalogue, which is made once and only read.
var naiveCatalog = sync.OnceValue(func() *naiveCatalogue {
	c := &naiveCatalogue{buildings: naiveBuildings()}
	for _, owner := range []naiveOwner{naiveNobody, naiveLight, naiveDark} {
		c.placements[owner] = make([][]*naivePlacement, len(c.buildings))
		c.byText[owner] = map[string]*naivePlacement{}
		for building := range c.buildings {
			if (building == naiveCathedral) == (owner == naiveNobody) {
				c.addBuilding(owner, building)
			}
		}
	}
	return c
})

// addBuilding turns a drawing about its reference square, which is the
// leftmost square of the top row in the north position, and puts it everywhere.
func (c *naiveCatalogue) addBuilding(owner naiveOwner, building int) {
	drawing := c.buildings[building].dark
	if owner == naiveLight {
		drawing = c.buildings[building].light
	}
	var shape []naiveSquare // relative to the reference square
	for row, line := range strings.Split(drawing, "/") {
		for column, char := range line {
			if char == 'X' {
				shape = append(shape, naiveSquare{row, column - strings.IndexByte(drawing, 'X')})
			}
		}
	}
	known := map[string]*naivePlacement{}
	for _, letter := range "nesw" {
		for row := range 10 {
			for column := range 10 {
				squares, fits := naiveShifted(shape, row, column)
				if !fits {
					continue
				}
				text := fmt.Sprintf("%s%c%v", c.buildings[building].code, letter, naiveSquare{row, column})
				placement := known[fmt.Sprint(squares)]
				if placement == nil {
					placement = &naivePlacement{building, squares, text}
					known[fmt.Sprint(squares)] = placement
					c.placements[owner][building] = append(c.placements[owner][building], placement)
				}
				c.byText[owner][text] = placement
			}
		}
		shape = naiveTurned(shape)
	}
}

// naiveShifted moves a shape's squares and says whether all are on the board.
func naiveShifted(shape []naiveSquare, rows, columns int) (squares []naiveSquare, fits bool) {
	for _, square := range shape {
		square = naiveSquare{square.row + rows, square.column + columns}
		if !square.onBoard() {
			return nil, false
		}
		squares = append(squares, square)
	}
	slices.SortFunc(squares, naiveInReadingOrder)
	return squares, true
}

// naiveTurned turns a shape clockwise about the square (0, 0): what lay above
// it lies to its right.
func naiveTurned(shape []naiveSquare) (turned []naiveSquare) {
	for _, square := range shape {
		turned = append(turned, naiveSquare{square.column, -square.row})
	}
	return turned
}

// find returns the placement of a building on exactly these squares, or nil.
func (c *naiveCatalogue) find(owner naiveOwner, building int, squares []naiveSquare) *naivePlacement {
	for _, placement := range c.placements[owner][building] {
		if slices.Equal(placement.squares, squares) {
			return placement
		}
	}
	return nil
}
