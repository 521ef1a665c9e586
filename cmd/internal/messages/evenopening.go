package messages

// Even openings: beginnings of games in which neither side is ahead.

import (
	"math/rand/v2"

	"cathedral/bench/match/opening/evenopenings"
	"cathedral/engine"
	"cathedral/search/book"
)

// A position is even if the book's value and its error, both in hundredths of a square, are
// not above these.
const (
	mostCenti = 50
	mostError = 150
)

// bookWalks is how often a random way through the book is tried.
const bookWalks = 40

// opening returns moves that lead from the usual start of the rules to a position that is
// about even. The choice is random: half of the time from the opening book if it has such
// positions, otherwise from the openings of matches.
func (b Rulebook) opening(r *openingRequest) ([]string, error) {
	rules, err := r.RulesOfPlay()
	if err != nil {
		return nil, err
	}
	opening, err := b.openBook()
	if err != nil {
		return nil, err
	}
	var chosen []engine.Move
	if opening != nil && rand.IntN(2) == 0 {
		chosen = evenBookLine(rules, opening)
	}
	if chosen == nil {
		openings, err := evenopenings.Lines(rules)
		if err != nil {
			return nil, err
		}
		chosen = openings[rand.IntN(len(openings))]
	}
	moves := make([]string, len(chosen))
	for i, move := range chosen {
		moves[i] = move.String()
	}
	return moves, nil
}

// evenBookLine returns the moves of a random way through the book to the first even position
// on it with the Cathedral on the board, or nil if none was found.
func evenBookLine(rules engine.Rules, b *book.Book) []engine.Move {
	for range bookWalks {
		var line []engine.Move
		position := engine.Start(rules)
		quarters := rand.IntN(4) // the empty board has no directions
		for {
			moves := b.Moves(&position)
			if len(moves) == 0 {
				break
			}
			next := moves[rand.IntN(len(moves))]
			line = append(line, next.Move.Rotate(quarters))
			position = position.Play(next.Move)
			even := max(next.Centi, -next.Centi) <= mostCenti && next.Error <= mostError && !next.Proven
			if even && position.CathedralPiece() != engine.NoMove {
				return line
			}
		}
	}
	return nil
}
