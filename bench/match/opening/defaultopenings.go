package opening

import (
	"cathedral/bench/evenopenings"
	"cathedral/engine"
)

// Default returns the built-in openings under the given rules.
func Default(rules engine.Rules) ([]Opening, error) {
	lines, err := evenopenings.Lines(rules)
	if err != nil {
		return nil, err
	}
	list := make([]Opening, len(lines))
	for i, moves := range lines {
		list[i] = Opening{Start: engine.Start(rules), Moves: moves}
	}
	return list, nil
}
