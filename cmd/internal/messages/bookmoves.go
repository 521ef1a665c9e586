package messages

// The moves of the opening book in a position.

import (
	"math"
	"slices"

	"cathedral/engine"
	"cathedral/search/book"
)

// bookMove is a move of the book in a message.
type bookMove struct {
	book.Move
	Text  string   `json:"move"`
	Alike []string `json:"alike"` // the same move in a position that is its own rotation
	Good  bool     `json:"good"`  // not worse than the best move, as far as the book knows
}

// book returns the moves of the book after a game, the best first, that its fair game allows.
// It returns an error if there is no book.
func (b Rulebook) book(r *gameRequest) ([]bookMove, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	opening, err := b.openBook()
	switch {
	case err != nil:
		return nil, err
	case opening == nil:
		return nil, NewCoded("noBook", "the opening book is not loaded")
	}
	positions := game.Positions()
	position := &positions[len(game.Moves)]
	fair := fairOf(game)
	moves := slices.DeleteFunc(opening.Moves(position), func(m book.Move) bool { return !fair.Allows(position, m.Move) })
	kept := book.Keeping(moves)
	list := make([]bookMove, len(moves))
	for i := range moves {
		move := &moves[i]
		list[i] = bookMove{*move, move.Move.String(), alike(position, move.Move), isGood(move, kept)}
	}
	return list, nil
}

// isGood reports whether a move may be as good as the best one. It must be among kept, the
// moves that keep what is proven. The results of both must be proven, or the difference of
// their values must be within its error.
func isGood(move *book.Move, kept []book.Move) bool {
	if !slices.Contains(kept, *move) {
		return false
	}
	best := &kept[0]
	return best.Proven && move.Proven || float64(best.Centi-move.Centi) <= math.Hypot(float64(best.Error), float64(move.Error))
}

// alike returns the rotations of a move that are equivalent to it in p, because p is its own
// rotation, as the empty board is.
func alike(p *engine.Position, move engine.Move) []string {
	texts := []string{}
	for quarters := 1; quarters < 4; quarters++ {
		turned := p.Rotate(quarters)
		if other := move.Rotate(quarters); turned.Key() == p.Key() && other != move {
			texts = append(texts, other.String())
		}
	}
	return texts
}
