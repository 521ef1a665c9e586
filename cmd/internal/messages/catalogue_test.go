package messages

import (
	"slices"
	"testing"

	"cathedral/engine"
)

// A page makes a move of a kind, a turn and a square, and the squares of the move from
// the offsets. Every placement that there is has to come out so, and no other.
func TestTheCatalogueMakesEveryMove(t *testing.T) {
	kinds := catalogue()
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		made := map[string]engine.Bitboard{}
		for _, kind := range kinds {
			turns := kind.Light
			if side == engine.Dark {
				turns = kind.Dark
			}
			for _, turn := range turns {
				for at := range engine.AllSquares().Squares() {
					if squares, inside := covered(at, turn.Offsets); inside {
						made[kind.Code+turn.Turn+at.String()] = squares
					}
				}
			}
		}
		placements := allPlacements(side)
		for text, squares := range placements {
			if made[text] != squares {
				t.Errorf("%s's %s covers %v, want %v", side, text, slices.Collect(made[text].Squares()), slices.Collect(squares.Squares()))
			}
		}
		if len(made) != len(placements) {
			t.Errorf("%s has %d placements, and the catalogue makes %d", side, len(placements), len(made))
		}
	}
	for i, kind := range kinds {
		b := engine.Building(i)
		if kind.Code != b.Code() || kind.Size != b.Size() || kind.Copies != b.Copies() || len(kind.Light[0].Offsets) != b.Size() {
			t.Errorf("kind %d: %+v", i, kind)
		}
	}
}

// covered returns the squares at offsets from one, and whether they are on the board.
func covered(at engine.Square, offsets [][2]int) (engine.Bitboard, bool) {
	var squares engine.Bitboard
	for _, offset := range offsets {
		row, column := at.Row()+offset[0], at.Column()+offset[1]
		if row < 0 || row >= engine.Rows || column < 0 || column >= engine.Columns {
			return engine.Bitboard{}, false
		}
		squares = squares.With(engine.NewSquare(row, column))
	}
	return squares, true
}

// allPlacements returns the squares of all placements of a side on an empty board, the
// Cathedral's too, by their texts.
func allPlacements(side engine.Side) map[string]engine.Bitboard {
	placements := map[string]engine.Bitboard{}
	start := engine.Start(engine.Rules{})
	for _, move := range start.Moves(nil) {
		placements[move.String()] = move.Squares()
	}
	var maps engine.Maps
	engine.PlacementMaps(engine.AllSquares(), side, &maps)
	for i := range engine.SideShapes {
		for anchor := range maps.At(i).Squares() {
			move := engine.NewMove(engine.SideShape(side, i), anchor)
			placements[move.String()] = move.Squares()
		}
	}
	return placements
}
