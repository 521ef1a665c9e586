package match

import (
	_ "embed"
	"strings"

	"cathedral/engine"
)

// openingsText is the output of `cathedral openings`: the Cathedral and a
// building of Dark on each line.
//
//go:embed defaultopenings.txt
var openingsText string

// DefaultOpenings returns the built-in openings under some rules. In woods, where
// Dark builds before the Cathedral comes, the first two moves change places.
func DefaultOpenings(rules engine.Rules) ([]Opening, error) {
	list, err := ReadOpenings(strings.NewReader(openingsText), engine.Rules{})
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Start = engine.Start(rules)
		if moves := list[i].Moves; rules.Set == engine.Woods {
			moves[0], moves[1] = moves[1], moves[0]
		}
	}
	return list, nil
}
