package rating

import (
	"errors"
	"fmt"
	"io"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Read adds the games of a text to the ledger and returns their number; positions between
// them have no result. The name of the source keeps games of different sources from pairing
// up. rules are those of games that do not state their own. A fair game other than the zero value
// replaces those that games state: it decides who won. Read calls faulty with an
// error, which names the line, for each faulty game or position, and continues with the
// next one. The error returned is the reader's.
func (l *Ledger) Read(in io.Reader, source string, rules engine.Rules, fair engine.FairGame, faulty func(error)) (games int, err error) {
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
			game, err := asFair(item.Game, fair)
			if err != nil {
				faulty(fmt.Errorf("%s game %d: %w", source, games+1, err))
				continue
			}
			game.Name = fmt.Sprintf("%s game %d", source, games+1)
			if game.Pair != "" {
				game.Pair = source + ": " + game.Pair
			}
			l.Add(game)
			games++
		}
	}
}

// asFair returns the game of gameRecord as if a fair game had been played, unless fair is the zero
// value. It returns an error if fair does not allow Dark's first building. The result of a game
// without a margin, such as one lost by a fault, stays the same.
func asFair(gameRecord *record.Game, fair engine.FairGame) (Game, error) {
	game := RecordedGame(gameRecord)
	if fair == (engine.FairGame{}) {
		return game, nil
	}
	gameRecord.SetTag(record.FairTag, fair.String())
	if game.HasMargin {
		game.Outcome = fair.OutcomeOf(game.Margin)
	}
	return game, gameRecord.CheckFair()
}
