package evaluation

// The slow twins of the evaluation: the same results, computed square by square.

import (
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// slowBoard is a set of squares.
type slowBoard [engine.Rows][engine.Columns]bool

func newSlowBoard(squares engine.Bitboard) *slowBoard {
	var b slowBoard
	for square := range squares.Squares() {
		b[square.Row()][square.Column()] = true
	}
	return &b
}

func (b *slowBoard) bitboard() engine.Bitboard {
	var squares engine.Bitboard
	for row := range b {
		for column, set := range b[row] {
			if set {
				squares = squares.With(engine.NewSquare(row, column))
			}
		}
	}
	return squares
}

// near reports whether b has a square at most away squares from row and column.
func (b *slowBoard) near(row, column, away int) bool {
	for r := max(0, row-away); r <= min(engine.Rows-1, row+away); r++ {
		for c := max(0, column-away); c <= min(engine.Columns-1, column+away); c++ {
			if b[r][c] {
				return true
			}
		}
	}
	return false
}

// where returns the squares for which test holds.
func where(test func(row, column int) bool) *slowBoard {
	var b slowBoard
	for row := range b {
		for column := range b[row] {
			b[row][column] = test(row, column)
		}
	}
	return &b
}

// slowRoom returns the number of places for each of side's buildings.
func slowRoom(p *engine.Position, side engine.Side) (places [engine.NumBuildings]int) {
	open := p.Open(side)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		for anchor := range engine.AllSquares().Squares() {
			if m := engine.NewMove(shape, anchor); m.IsPlacement() && open.Contains(m.Squares()) {
				places[shape.Building()]++
			}
		}
	}
	return places
}

// slowInfluence is the slow twin of influence.
func slowInfluence(buildings [2]engine.Bitboard, contested engine.Bitboard) [2]engine.Bitboard {
	open := newSlowBoard(contested)
	held := [2]*slowBoard{newSlowBoard(buildings[0]), newSlowBoard(buildings[1])}
	for range influenceRounds {
		light := where(func(r, c int) bool { return open[r][c] && held[0].near(r, c, 1) })
		dark := where(func(r, c int) bool { return open[r][c] && held[1].near(r, c, 1) })
		for r := range open {
			for c := range open[r] {
				held[0][r][c] = held[0][r][c] || light[r][c] && !dark[r][c]
				held[1][r][c] = held[1][r][c] || dark[r][c] && !light[r][c]
				open[r][c] = open[r][c] && !light[r][c] && !dark[r][c]
			}
		}
	}
	return [2]engine.Bitboard{held[0].bitboard().And(contested), held[1].bitboard().And(contested)}
}

// slowPockets returns one result of pockets: near for a margin of 1, wide for 2.
func slowPockets(walls, holding engine.Bitboard, margin int) engine.Bitboard {
	wall, held := newSlowBoard(walls), newSlowBoard(holding)
	pass := where(func(r, c int) bool {
		inside := r >= margin && r < engine.Rows-margin && c >= margin && c < engine.Columns-margin
		return inside && !wall.near(r, c, margin)
	})
	reached := where(func(r, c int) bool { return pass[r][c] && held.near(r, c, 1+margin) })
	for grown := true; grown; {
		grown = false
		for r := range pass {
			for c := range pass[r] {
				if pass[r][c] && !reached[r][c] && reached.near(r, c, 1) {
					reached[r][c], grown = true, true
				}
			}
		}
	}
	return where(func(r, c int) bool { return !wall[r][c] && !reached.near(r, c, margin) }).bitboard()
}

func TestTheFeaturesEqualTheirSlowTwins(t *testing.T) {
	for _, p := range enginetest.GamePositions(t, gamesFolder, 2, engine.MaxPly) {
		buildings := [2]engine.Bitboard{p.Buildings(engine.Light), p.Buildings(engine.Dark)}
		light, dark := influence(buildings[engine.Light], buildings[engine.Dark], p.Empty())
		if [2]engine.Bitboard{light, dark} != slowInfluence(buildings, p.Empty()) {
			t.Errorf("%s: the influence differs", p.String())
		}
		for side := range engine.Dark + 1 {
			walls, holding := buildings[side], buildings[side.Opponent()]
			near, wide := pockets(walls, walls.Grow(), holding)
			if near != slowPockets(walls, holding, 1) || wide != slowPockets(walls, holding, 2) {
				t.Errorf("%s: the pockets of %s differ", p.String(), side)
			}
			var maps engine.Maps
			engine.PlacementMaps(p.Open(side), side, &maps)
			for b, places := range slowRoom(&p, side) {
				for i := range engine.ShapesOf(engine.Building(b)) {
					places -= maps.At(i).Count()
				}
				if places != 0 {
					t.Errorf("%s: the room for the %s of %s differs", p.String(), engine.Building(b), side)
				}
			}
		}
	}
}
