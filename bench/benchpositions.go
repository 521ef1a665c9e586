package bench

import (
	_ "embed"
	"errors"
	"io"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// positionsText is a position file with the fixed set, by phase of the game.
// Changing it changes the signature.
//
//go:embed benchpositions.txt
var positionsText string

// Positions returns the fixed set of positions, under classic rules. Each has an
// id operation.
func Positions() ([]record.Entry, error) {
	return ReadPositions(strings.NewReader(positionsText), engine.Rules{})
}

// ReadPositions reads a position file, which must not be empty. An error names the
// line.
func ReadPositions(in io.Reader, rules engine.Rules) ([]record.Entry, error) {
	reader := record.NewPositionReader(in, rules)
	var entries []record.Entry
	for {
		entry, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF) && len(entries) == 0:
			return nil, errors.New("no positions")
		case errors.Is(err, io.EOF):
			return entries, nil
		case err != nil:
			return nil, err
		}
		entries = append(entries, *entry)
	}
}
