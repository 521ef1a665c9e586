// Package engine knows the rules of Cathedral and nothing else: the board, the
// buildings, positions, legal moves, enclosures, hash keys, and the texts of moves
// and positions. RULES.md beside this file states the rules for people;
// engine/record reads and writes whole games. The package depends on the standard
// library only, starts goroutines only in [Perft], and writes to no stream.
// A module that imports the package runs the two commands at the end of README.md.
//
// [ParsePosition] turns a text into a [Position]. [Position.Moves] lists its legal
// moves; [PlacementMaps] finds the same placements as bitboards, which is faster.
// [Position.PlayInto] plays a move, settles the mover's enclosures, and writes the
// next position. A game of random moves:
//
//	random := rand.New(rand.NewPCG(1, 1))
//	position := engine.Start(engine.Rules{})
//	for !position.Over() {
//		moves := position.Moves(nil)
//		position = position.Play(moves[random.IntN(len(moves))])
//	}
//	fmt.Print(position.Drawing())
//	fmt.Println(position.Outcome())
package engine
