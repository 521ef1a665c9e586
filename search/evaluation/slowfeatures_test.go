package evaluation

// The slow twins of the evaluation: the same results, computed square by square.

import (
	"math/bits"
	"math/rand/v2"
	"slices"
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

// slowRoom returns the number of places for each of side's buildings on the open squares.
func slowRoom(open engine.Bitboard, side engine.Side) (places [engine.NumBuildings]int) {
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

// slowGains is the slow twin of countGains: it plays every move.
func slowGains(p *engine.Position, side engine.Side) (best, many int, reach engine.Bitboard) {
	at := *p
	for at.Side() != side {
		if p.Ply() < engine.OpeningPlies {
			return 0, 0, reach // nobody can pass
		}
		at = at.Play(engine.Pass)
	}
	for _, m := range at.Moves(nil) {
		if m == engine.Pass || m.Building() == engine.Cathedral || m.Spares() {
			continue
		}
		next := at.Play(m)
		won := next.Territory(side).AndNot(at.Territory(side))
		gain := won.Count() + at.Buildings(side.Opponent()).AndNot(next.Buildings(side.Opponent())).Count()
		best = max(best, gain)
		if gain >= LargeGain {
			many++
			reach = reach.Or(won)
		}
	}
	return best, many, reach
}

// slowInputs is the slow twin of Inputs.
func slowInputs(p *engine.Position, side engine.Side) []uint16 {
	var inputs []uint16
	add := func(input int) { inputs = append(inputs, uint16(input)) }
	owners := [2]engine.Side{side, side.Opponent()}
	for square := range engine.AllSquares().Squares() {
		row, column := square.Row(), square.Column()
		if side == engine.Dark {
			column = 9 - column
		}
		for plane, squares := range [5]engine.Bitboard{
			p.Buildings(owners[0]), p.Buildings(owners[1]), p.CathedralSquares(), p.Territory(owners[0]), p.Territory(owners[1]),
		} {
			if squares.Has(square) {
				add(100*plane + 10*row + column)
			}
		}
	}
	level := func(places int) int {
		for i, last := range []int{0, 1, 2, 3, 5, 8, 13, 24} {
			if places <= last {
				return i
			}
		}
		return 8
	}
	for whose, owner := range owners {
		places, home := slowRoom(p.Open(owner), owner), slowRoom(p.Territory(owner), owner)
		for b := range engine.Cathedral {
			copies := p.Hand(owner).Count(b)
			for copy := range copies {
				add(500 + 22*whose + 2*int(b) + copy)
			}
			if copies > 0 {
				add(544 + 99*whose + 9*int(b) + level(places[b]))
				add(742 + 99*whose + 9*int(b) + level(home[b]))
			}
		}
		best, _, _ := slowGains(p, owner)
		exceeded := 0
		for _, limit := range []int{0, 2, 4, 6, 9, 13, 19} {
			if best > limit {
				exceeded++
			}
		}
		add(940 + 8*whose + exceeded)
	}
	return inputs
}

func TestInputsEqualTheirSlowTwin(t *testing.T) {
	enginetest.Walk(rand.New(rand.NewPCG(34, 1)), 12, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() {
			return // no building may be placed
		}
		var n Node
		n.Start(p, engine.NoMove)
		f := n.WithGains()
		for side := range engine.Dark + 1 {
			inputs, slow := Inputs(p, side), slowInputs(p, side)
			slices.Sort(inputs)
			slices.Sort(slow)
			if !slices.Equal(inputs, slow) {
				t.Fatalf("%s, seen by %s: %v, want %v", p.String(), side, inputs, slow)
			}
			best, many, reach := slowGains(p, side)
			if got := f.Counts[side]; int(got[bestGain]) != min(25, best) || int(got[manyGains]) != bits.Len(uint(many)) || int(got[reachSquares]) != reach.Count() {
				t.Fatalf("%s: gains of %s: %v, want %d, %d and %d squares", p.String(), side, got, best, many, reach.Count())
			}
		}
	})
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
			for b, places := range slowRoom(p.Open(side), side) {
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
