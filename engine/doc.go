// Package engine knows the rules of Cathedral and nothing else: the board, the
// buildings, positions, legal moves, enclosures, and the texts in which moves,
// positions and games are written. RULES.md and FORMATS.md beside this file say
// the same for people. It depends on the standard library only, starts no
// goroutine but for [Perft], and writes to no stream.
//
// The data's way: a text becomes a [Position] (ParsePosition), a position gives
// placement maps (Maps) or moves (Moves), and a move gives the next position
// (PlayInto), which settles the mover's enclosures.
package engine
