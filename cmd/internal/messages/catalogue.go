package messages

// The catalogue of the buildings, which is part of the greeting.

import "cathedral/engine"

// kind is a kind of building with all its turns.
type kind struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	Size   int    `json:"size"`
	Copies int    `json:"copies"`
	Sides[[]turn]
}

// turn is one orientation of a building.
type turn struct {
	Turn    string   `json:"turn"`
	Offsets [][2]int `json:"offsets"` // row and column of each square, relative to the square that a move names
}

// catalogue returns all kinds of buildings, with the Cathedral last.
func catalogue() []kind {
	var kinds []kind
	for b := engine.Tavern; b <= engine.Cathedral; b++ {
		kinds = append(kinds, kind{b.Code(), b.String(), b.Size(), b.Copies(),
			BySide(func(side engine.Side) []turn { return turns(b, side) })})
	}
	return kinds
}

// turns returns the distinct turns of a side's building. It derives them from
// moves to a square in the middle, around which every building fits.
func turns(b engine.Building, side engine.Side) []turn {
	const middle = "E5"
	var list []turn
	for _, letter := range []string{"n", "e", "s", "w"} {
		text := b.Code() + letter + middle
		move, err := engine.ParseMove(text, side)
		if err != nil || move.String() != text { // the turn equals an earlier one
			continue
		}
		reference, err := engine.ParseSquare(middle)
		if err != nil {
			continue
		}
		t := turn{Turn: letter}
		for square := range move.Squares().Squares() {
			t.Offsets = append(t.Offsets, [2]int{square.Row() - reference.Row(), square.Column() - reference.Column()})
		}
		list = append(list, t)
	}
	return list
}
