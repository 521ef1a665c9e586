package book

import "cathedral/engine"

// Move is a move of the book with its figures. Values are in hundredths of a
// square and for the side that plays the move.
type Move struct {
	Move   engine.Move `json:"-"`
	Centi  int         `json:"centi"`  // the expected final margin
	Error  int         `json:"error"`  // half the width of the value's 95 % interval
	Proven bool        `json:"proven"` // who wins is proven, and Centi has the sign of the result
	// Unexplored says that the value comes from a search of the position before the move
	// alone, so an engine that searches that position knows as much.
	Unexplored bool `json:"unexplored"`
	// Wins, Draws and Losses count the games of the study in which the move was played.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games in which the move was played.
func (m *Move) Games() int { return m.Wins + m.Draws + m.Losses }

// Entry is a position of the book with its moves, the best first.
type Entry struct {
	Position engine.Position
	Moves    []Move
}

// rotate returns the entry turned clockwise by quarters quarter turns. It shares no
// memory with e.
func (e *Entry) rotate(quarters int) Entry {
	turned := Entry{e.Position, make([]Move, len(e.Moves))}
	if quarters&3 != 0 {
		turned.Position = e.Position.Rotate(quarters)
	}
	for i, move := range e.Moves {
		move.Move = move.Move.Rotate(quarters)
		turned.Moves[i] = move
	}
	return turned
}

// Canonical returns the rotation of p that stands for all four of them in a
// book, and the clockwise quarter turns that lead to it. Its key, and not ==, shows
// whether it is the same as another, since equal buildings may have been placed in
// another order. Another version of the engine may choose another rotation.
func Canonical(p *engine.Position) (canonical engine.Position, quarters int) {
	canonical = *p
	for turns := 1; turns < 4; turns++ {
		if turned := p.Rotate(turns); turned.Key() < canonical.Key() {
			canonical, quarters = turned, turns
		}
	}
	return canonical, quarters
}
