// Package evenopenings has the built-in openings, in which neither side is ahead. It is not part
// of package opening, because the page's WebAssembly would link all that makes openings.
package evenopenings

import (
	_ "embed"
	"strings"

	"cathedral/engine"
)

// openingsText is the output of `cathedral openings`: the Cathedral and a building
// of Dark on each line.
//
//go:embed evenopenings.txt
var openingsText string

// Lines returns the moves of each opening from the start under the given rules. Under woods
// Dark builds before the Cathedral is placed, so the first two moves are swapped.
func Lines(rules engine.Rules) ([][]engine.Move, error) {
	var lines [][]engine.Move
	for line := range strings.Lines(openingsText) {
		written, _, _ := strings.Cut(line, "#")
		position := engine.Start(engine.Rules{})
		var moves []engine.Move
		for word := range strings.FieldsSeq(written) {
			move, err := engine.ParseLegalMove(word, &position)
			if err != nil {
				return nil, err
			}
			moves = append(moves, move)
			position = position.Play(move)
		}
		if len(moves) == 0 {
			continue
		}
		at := rules.CathedralPly()
		moves[0], moves[at] = moves[at], moves[0]
		lines = append(lines, moves)
	}
	return lines, nil
}
