package match

import (
	_ "embed"
	"strings"

	"cathedral/engine"
)

// openingsText is the output of `cathedral openings`: the Cathedral and a building
// of Dark on each line.
//
//go:embed defaultopenings.txt
var openingsText string

// DefaultOpenings returns the built-in openings under the given rules. Under woods
// Dark builds before the Cathedral is placed, so the first two moves are swapped.
func DefaultOpenings(rules engine.Rules) ([]Opening, error) {
	book, err := ReadOpenings(strings.NewReader(openingsText), engine.Rules{}, 0)
	if err != nil {
		return nil, err
	}
	list := book.Openings
	for i := range list {
		list[i].Start = engine.Start(rules)
		if moves := list[i].Moves; rules.Set == engine.Woods {
			moves[0], moves[1] = moves[1], moves[0]
		}
	}
	return list, nil
}
