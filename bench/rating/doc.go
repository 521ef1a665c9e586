// Package rating turns the results of games into statistics: scores, Elo, normalised
// Elo, margins in squares, the sequential test, and a table of players. It computes
// everything from counts, also those of game records that it reads. A [Path] is the picture of
// a match. The package writes no streams, and it never prints a figure as NaN or infinite.
//
// The two games of a pair start from the same opening with sides swapped. Their
// results are not independent, so a pair, not a game, is one observation. Error bars
// come from the five possible scores of a pair (the pentanomial model), and for games
// without a partner from the three possible scores of a game.
//
// For counts of pairs alone, or of games alone, all finite figures equal those of
// fastchess. STATISTICS.md has the formulas and their sources.
package rating
