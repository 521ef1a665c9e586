package messages

// Even openings: beginnings of games in which neither side is ahead.

import (
	"math/rand/v2"

	"cathedral/bench/match"
	"cathedral/engine"
)

// evenOpening returns the moves of one of the openings of matches, chosen at random. They
// lead from the usual start of the rules to a position that is about even.
func evenOpening(rules engine.Rules) ([]string, error) {
	openings, err := match.DefaultOpenings(rules)
	if err != nil {
		return nil, err
	}
	chosen := openings[rand.IntN(len(openings))]
	moves := make([]string, len(chosen.Moves))
	for i, move := range chosen.Moves {
		moves[i] = move.String()
	}
	return moves, nil
}
