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
// id operation. A reader that knows game records too would make cathedral-engine larger.
func Positions() ([]record.Entry, error) {
	var entries []record.Entry
	err := record.ReadPositions(strings.NewReader(positionsText), engine.Rules{}, func(entry *record.Entry) error {
		entries = append(entries, *entry)
		return nil
	})
	return entries, err
}

// ReadPositions reads a position file, or the last positions of game records and lists
// of moves. There has to be one. The rules are those of texts that do not state their
// own. An error names the line.
func ReadPositions(in io.Reader, rules engine.Rules) ([]record.Entry, error) {
	reader := record.NewReader(in)
	reader.Rules = rules
	var entries []record.Entry
	for {
		item, err := reader.NextItem()
		switch {
		case errors.Is(err, io.EOF) && len(entries) == 0:
			return nil, errors.New("no positions")
		case errors.Is(err, io.EOF):
			return entries, nil
		case err != nil:
			return nil, err
		}
		if item.Entry == nil {
			positions := item.Game.Positions()
			item.Entry = &record.Entry{Position: positions[len(positions)-1]}
		}
		entries = append(entries, *item.Entry)
	}
}
