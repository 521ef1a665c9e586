// Package rating turns the results of games into statistics: scores, Elo,
// normalised Elo, margins in squares, the sequential test, and a table of many
// players. Everything is computed from counts; nothing here reads or writes a
// stream, and no figure is ever printed as NaN or infinite.
//
// The two games of a pair start from the same opening with sides swapped. Their
// results are not independent, so that a pair, not a game, is one observation:
// error bars come from the five possible scores of a pair (the pentanomial model)
// and, of games that have no partner, from the three of a game.
//
// On counts of pairs alone and on counts of games alone all figures equal those
// of fastchess, but for what has no finite value there. STATISTICS.md has the
// formulas and their sources.
package rating
