package naive

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The buildings, drawn as in the rules, turned by hand, and put everywhere on the
// board.

// Building is a line of the table in the rules. The drawings show the
// north position, top row first.
type Building struct {
	Code        string
	letter      byte // in a position text, for Dark; Light's is its capital
	Copies      int
	Dark, Light string // rows separated by a slash
}

// buildings returns the table of the rules. The Cathedral, which belongs
// to nobody, is the last line.
func buildings() []Building {
	return []Building{
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

// Cathedral is the index of the Cathedral in the table of buildings.
const Cathedral = 11

// Placement is one way to put a building on the board: a set of squares.
// Orientations that give the same squares are the same placement.
type Placement struct {
	Building int      // index in the table of buildings
	Squares  []Square // in reading order
	Text     string   // code, first of n, e, s, w that gives the squares, reference square
}

// Catalogue holds every placement on an empty board.
type Catalogue struct {
	Buildings  []Building
	Placements [3][][]*Placement        // by owner and building; only Nobody has the Cathedral
	ByText     [3]map[string]*Placement // by owner, under every orientation letter that gives the squares
}

// EmptyBoard returns the catalogue. It is made once and must only be read.
func EmptyBoard() *Catalogue { return emptyBoard() }

var emptyBoard = sync.OnceValue(func() *Catalogue {
	c := &Catalogue{Buildings: buildings()}
	for _, owner := range []Owner{Nobody, Light, Dark} {
		c.Placements[owner] = make([][]*Placement, len(c.Buildings))
		c.ByText[owner] = map[string]*Placement{}
		for building := range c.Buildings {
			if (building == Cathedral) == (owner == Nobody) {
				c.addBuilding(owner, building)
			}
		}
	}
	return c
})

// addBuilding turns a drawing about its reference square, which is the
// leftmost square of the top row in the north position, and puts it everywhere.
func (c *Catalogue) addBuilding(owner Owner, building int) {
	drawing := c.Buildings[building].Dark
	if owner == Light {
		drawing = c.Buildings[building].Light
	}
	var shape []Square // relative to the reference square
	for row, line := range strings.Split(drawing, "/") {
		for column, char := range line {
			if char == 'X' {
				shape = append(shape, Square{row, column - strings.IndexByte(drawing, 'X')})
			}
		}
	}
	known := map[string]*Placement{}
	for _, letter := range "nesw" {
		for row := range 10 {
			for column := range 10 {
				squares, fits := shifted(shape, row, column)
				if !fits {
					continue
				}
				text := fmt.Sprintf("%s%c%v", c.Buildings[building].Code, letter, Square{row, column})
				placement := known[fmt.Sprint(squares)]
				if placement == nil {
					placement = &Placement{building, squares, text}
					known[fmt.Sprint(squares)] = placement
					c.Placements[owner][building] = append(c.Placements[owner][building], placement)
				}
				c.ByText[owner][text] = placement
			}
		}
		shape = turned(shape)
	}
}

// shifted moves a shape's squares and reports whether all are on the board.
func shifted(shape []Square, rows, columns int) (squares []Square, fits bool) {
	for _, square := range shape {
		square = Square{square.Row + rows, square.Column + columns}
		if !square.OnBoard() {
			return nil, false
		}
		squares = append(squares, square)
	}
	slices.SortFunc(squares, inReadingOrder)
	return squares, true
}

// turned turns a shape clockwise about the square (0, 0): what lay above
// it lies to its right.
func turned(shape []Square) (turned []Square) {
	for _, square := range shape {
		turned = append(turned, Square{square.Column, -square.Row})
	}
	return turned
}

// find returns the placement of a building on exactly these squares, or nil.
func (c *Catalogue) find(owner Owner, building int, squares []Square) *Placement {
	for _, placement := range c.Placements[owner][building] {
		if slices.Equal(placement.Squares, squares) {
			return placement
		}
	}
	return nil
}
