package results

import (
	"errors"
	"fmt"
	"io"

	"cathedral/bench/rating"
	"cathedral/engine/record"
)

// Read adds the games of a text to a ledger and returns how many it read. Games
// of different sources never pair up; source names this one. A faulty game is
// handed to faulty and costs no other; the error names its line. The error
// returned is that of the reader. The caller keeps the reader and closes it.
func Read(in io.Reader, source string, ledger *rating.Ledger, faulty func(error)) (games int, err error) {
	reader := record.NewReader(in)
	for {
		gameRecord, err := reader.Next()
		var fault *record.LineError
		switch {
		case errors.Is(err, io.EOF):
			return games, nil
		case errors.As(err, &fault):
			faulty(fmt.Errorf("%s: %w", source, err))
		case err != nil:
			return games, fmt.Errorf("%s: %w", source, err)
		default:
			game := Game(gameRecord)
			if game.Pair != "" {
				game.Pair = source + ": " + game.Pair
			}
			ledger.Add(game)
			games++
		}
	}
}
