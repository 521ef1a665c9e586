// Package record reads and writes what is kept of games: game records in the manner
// of PGN, lists of moves, and position files in the manner of EPD. FORMATS.md beside
// this file describes them for people. To import the package, see package engine.
//
// A [Reader] yields a [Game] at a time, a [PositionReader] an [Entry]; both work in
// bounded memory, check every move, and continue after a faulty game or line. The
// error for such a fault is a [LineError]. [Game.Termination] returns how a game ended. A record
// is written and read back:
//
//	game := record.New(start)
//	game.SetTag("White", "Ann")
//	for _, move := range moves {
//		game.Moves = append(game.Moves, record.Move{Move: move})
//	}
//	var text strings.Builder
//	err = game.Write(&text)
//	again, err := record.NewReader(strings.NewReader(text.String())).Next()
package record
