package results

import (
	"errors"
	"fmt"
	"io"

	"cathedral/bench/rating"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Read adds the games of a text to a ledger and returns their number; positions between
// them have no result. The name of the source keeps games of different sources from pairing
// up. rules are those of games that do not state their own. Read calls faulty with an
// error, which names the line, for each faulty game or position, and continues with the
// next one. The error returned is the reader's.
func Read(in io.Reader, source string, rules engine.Rules, ledger *rating.Ledger, faulty func(error)) (games int, err error) {
	reader := record.NewReader(in)
	reader.Rules = rules
	for {
		item, err := reader.NextItem()
		var fault *record.LineError
		switch {
		case errors.Is(err, io.EOF):
			return games, nil
		case errors.As(err, &fault):
			faulty(fmt.Errorf("%s: %w", source, err))
		case err != nil:
			return games, fmt.Errorf("%s: %w", source, err)
		case item.Game != nil:
			game := Game(item.Game)
			game.Name = fmt.Sprintf("%s game %d", source, games+1)
			if game.Pair != "" {
				game.Pair = source + ": " + game.Pair
			}
			ledger.Add(game)
			games++
		}
	}
}
