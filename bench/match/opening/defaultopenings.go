package opening

import (
	_ "embed"
	"fmt"
	"strings"

	"cathedral/bench/match/opening/evenopenings"
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

// The openings of fair games: the Cathedral on each of its 56 places, and a good first building
// of Dark. bench/study/FAIRGAME.md says which games they come from.
var (
	//go:embed fair-any.txt
	fairAny string
	//go:embed fair-inn-or-bridge.txt
	fairInnOrBridge string
	//go:embed fair-stable.txt
	fairStable string
)

// Fair returns the built-in openings of a fair game. They are for the rules in which the
// Cathedral comes first.
func Fair(fair engine.FairGame, rules engine.Rules) ([]Opening, error) {
	text := [...]string{engine.AnyBuilding: fairAny, engine.InnOrBridge: fairInnOrBridge, engine.OnlyStable: fairStable}[fair.First]
	if rules.CathedralPly() != 0 {
		return nil, fmt.Errorf("of %s games are not built in for %s", fair, rules)
	}
	book, err := Read(strings.NewReader(text), rules, 0)
	if err != nil {
		return nil, err
	}
	return book.Openings, nil
}

// CheckFair returns an error unless Dark's first building is among the moves of each opening and
// is one that a fair game allows. So players need not know of a fair game to play it.
func CheckFair(fair engine.FairGame, openings []Opening) error {
	if fair.First == engine.AnyBuilding {
		return nil
	}
	for i, opening := range openings {
		position, hasBegun := opening.Start, false
		for _, move := range opening.Moves {
			if fair.Restricts(&position) {
				hasBegun = fair.Allows(&position, move)
			}
			position = position.Play(move)
		}
		if !hasBegun {
			return fmt.Errorf("opening %d, %s, does not show such a beginning: %s", i+1, &opening, fair.Rule())
		}
	}
	return nil
}
