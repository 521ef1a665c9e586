// Package rating turns the results of games into statistics: scores, Elo, normalised
// Elo, margins in squares, the sequential test, and a table of players. It never prints a figure
// as NaN or infinite, and its intervals hold for few games too. For counts of pairs alone, or of
// games alone, all finite figures equal those of fastchess.
//
// The two games of a pair start from the same opening with sides swapped. Their
// results are not independent, so a pair, not a game, is one observation. A game that repeats
// another counts for nothing: [Observations].
//
// A [Ledger] counts games, also those of records that it reads. Everything is computed from its
// counts of the five possible scores of a pair (the pentanomial model) and, for games without a partner,
// of the three of a game. A [Path] is the picture of a match. STATISTICS.md has the formulas and their
// sources. The package writes no streams.
package rating
