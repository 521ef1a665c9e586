package messages

// Even openings: beginnings of games in which neither side is ahead.

import (
	"math/rand/v2"

	"cathedral/bench/book"
	"cathedral/engine"
)

// evenOpening returns the moves of one of the openings of matches, chosen at random. They
// lead from the usual start of the rules to a position that is about even.
func evenOpening(rules engine.Rules) ([]string, error) {
	lines, err := book.Lines(rules)
	if err != nil {
		return nil, err
	}
	chosen := lines[rand.IntN(len(lines))]
	moves := make([]string, len(chosen))
	for i, move := range chosen {
		moves[i] = move.String()
	}
	return moves, nil
}
