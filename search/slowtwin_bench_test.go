package search

// The slow twins of the search's hot paths: the same results, worked out square by
// square.

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
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

// near reports whether a square of the board lies at most so many squares away.
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

// where returns the squares for which a test holds.
func where(test func(row, column int) bool) *slowBoard {
	var b slowBoard
	for row := range b {
		for column := range b[row] {
			b[row][column] = test(row, column)
		}
	}
	return &b
}

// slowRoom returns how many places each building of a side has.
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

// slowInfluence is influence.
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

// slowPockets returns one of the results of pockets: with a margin of 1 the near
// ones, with 2 the wide ones.
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

// slowPack returns the most squares of a region that a side can cover.
func slowPack(region engine.Bitboard, side engine.Side, hand engine.Hand) int {
	if region.IsEmpty() {
		return 0
	}
	best := slowPack(region.WithoutFirst(), side, hand)
	for i := range engine.SideShapes {
		shape := engine.SideShape(side, i)
		if !hand.Has(shape.Building()) {
			continue
		}
		if m := shape.StartingAt(region.First()); m != engine.NoMove && region.Contains(m.Squares()) {
			b := shape.Building()
			best = max(best, b.Size()+slowPack(region.AndNot(m.Squares()), side, hand.Without(b)))
		}
	}
	return best
}

func TestSlowTwinsOfTheEvaluationFindTheSame(t *testing.T) {
	for _, p := range hotPositions(t, 2, engine.MaxPly) {
		buildings := [2]engine.Bitboard{p.Buildings(engine.Light), p.Buildings(engine.Dark)}
		light, dark := influence(buildings[engine.Light], buildings[engine.Dark], p.Empty())
		if [2]engine.Bitboard{light, dark} != slowInfluence(buildings, p.Empty()) {
			t.Errorf("%s: other influence", p.String())
		}
		for side := range engine.Dark + 1 {
			walls, holding := buildings[side], buildings[side.Opponent()]
			near, wide := pockets(walls, walls.Grow(), holding)
			if near != slowPockets(walls, holding, 1) || wide != slowPockets(walls, holding, 2) {
				t.Errorf("%s: other pockets of %s", p.String(), side)
			}
			var maps engine.Maps
			p.Maps(side, &maps)
			for b, places := range slowRoom(&p, side) {
				for i, end := engine.ShapeRange(engine.Building(b)); i < end; i++ {
					places -= maps.At(i).Count()
				}
				if places != 0 {
					t.Errorf("%s: other room for the %s of %s", p.String(), engine.Building(b), side)
				}
			}
		}
	}
}

func TestSlowTwinPacksTheSame(t *testing.T) {
	packer := newPacker()
	asked := 0
	for _, p := range hotPositions(t, 14, engine.MaxPly) {
		for side := range engine.Dark + 1 {
			region := engine.Coverage(p.Open(side), side, p.Hand(side))
			if region.Count() > packedSquares {
				continue
			}
			asked++
			low, high := packer.most(region, side, p.Hand(side), proofEffort())
			if slow := slowPack(region, side, p.Hand(side)); low != slow || high != slow {
				t.Errorf("%s: %s packs from %d to %d squares, the twin %d", p.String(), side, low, high, slow)
			}
		}
	}
	if asked < 50 {
		t.Errorf("only %d regions", asked)
	}
	// Hands that leave room to spare are packed in another way.
	random := rand.New(rand.NewPCG(43, 1))
	for range 2000 {
		var region engine.Bitboard
		for range 8 + random.IntN(12) {
			region = region.With(engine.NewSquare(random.IntN(5), random.IntN(5)))
		}
		side, hand := engine.Side(random.IntN(2)), engine.Hand(0)
		for range 1 + random.IntN(4) {
			if b := engine.Tavern + engine.Building(random.IntN(int(engine.Cathedral-engine.Tavern))); hand.Count(b) < b.Copies() {
				hand = hand.With(b)
			}
		}
		want := slowPack(region, side, hand)
		for _, effort := range []effort{{steps: 1 + random.IntN(6), squares: 100}, proofEffort()} {
			low, high := packer.most(region, side, hand, effort)
			if low > want || high < want || low != high && effort.retry {
				t.Errorf("%v of %s, %v: packs from %d to %d squares, the twin %d", region, side, hand, low, high, want)
			}
		}
	}
}
